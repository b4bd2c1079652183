export { lowerCased, type RealTimeHandshake } from "./handshake";
export { RealTimeClient, type RealTimeError } from "./real-time-client";
export { connectionTimeoutMs, keepAliveMs, type RealTimeRules, RealTimeServer } from "./real-time-server";
