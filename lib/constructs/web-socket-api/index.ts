export type * from "./props";
export { WebSocketApi } from "./web-socket-api";
