export { KinesisStream } from "./kinesis-stream";
export type * from "./props";
