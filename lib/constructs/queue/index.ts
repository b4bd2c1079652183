export type { QueueConsumerProps } from "../../kit/function";
export type * from "./props";
export { Queue } from "./queue";
