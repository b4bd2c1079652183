export type { QueueConsumerProps } from "../../function";
export type { QueueDeadLetterProps, QueueOverride, QueueProps } from "./props";
export { Queue } from "./queue";
