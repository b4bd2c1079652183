export { KinesisStream } from "./kinesis-stream";
export type { KinesisStreamOverride, KinesisStreamProps } from "./props";
