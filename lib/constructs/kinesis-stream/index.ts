export { KinesisStream } from "./kinesis-stream";
export type { KinesisStreamProps } from "./props";
