export type { QueueConsumerProps } from "../../function";
export type { QueueDeadLetterProps, QueueProps } from "./props";
export { Queue } from "./queue";
