import type { AwsOptions } from "../aws/call";
import { getPayload, putPayload } from "../aws/s3";
import { type Frame, framesOf, maxRelayedBytes, objectFrame, objectKey } from "./protocol/frames";
import type { MessageName } from "./protocol/messages";
import { maxSealedBytes } from "./protocol/seal";

/** A store for large contents, where the other side reads them. */
export interface PayloadStore {
  put(key: string, content: Buffer): Promise<void>;
  /** Rejects an object that exceeds the maximum size of sealed content. */
  get(key: string): Promise<Buffer>;
}

/** The bucket of a debug stack. Its objects expire after one day. */
export function payloadsIn(bucket: string, options: AwsOptions): PayloadStore {
  return {
    put: (key, content) => putPayload(bucket, key, content, options),
    get: (key) => getPayload(bucket, key, { ...options, maxBytes: maxSealedBytes }),
  };
}

/** The frames of a sealed content. A large one goes to the store. */
export async function packFrames(
  name: MessageName,
  sealed: Buffer,
  store: PayloadStore,
): Promise<readonly Frame[]> {
  if (sealed.length <= maxRelayedBytes) return framesOf(name, sealed);
  await store.put(objectKey(name), sealed);
  return [objectFrame(name)];
}
