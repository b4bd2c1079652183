export { EventBus } from "./event-bus";
export type * from "./props";
