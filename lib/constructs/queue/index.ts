export type { QueueConsumerProps } from "../../kit/function";
export type { QueueDeadLetterProps, QueueOverride, QueueProps } from "./props";
export { Queue } from "./queue";
