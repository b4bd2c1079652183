export { type ClientTable, LeaseTable, leaseUntil } from "./lease-table";
export { type PayloadStore, packFrames, payloadsIn } from "./payloads";
export { isLeaseNotice, lookAtLeases, type ToRelay } from "./protocol/envelope";
export { type Frame, FrameJoiner, maxChunkCharacters, messageKey, parseFrame } from "./protocol/frames";
export { covers, type Lease, matchesFunction, renewalMs, replacedLeases } from "./protocol/leases";
export type { ChunkMessage, LiveAnswer, LiveChunk, MessageName } from "./protocol/messages";
export { Seal } from "./protocol/seal";
export { type OpenRelay, RelayRefusal, type RelaySocket, relayAt } from "./socket";
