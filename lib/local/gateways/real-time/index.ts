export { lowerCased, type RealTimeHandshake } from "./handshake";
export { RealTimeClient, type RealTimeError } from "./real-time-client";
export { connectionTimeoutMs, RealTimeServer } from "./real-time-server";
