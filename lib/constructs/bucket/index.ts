export { Bucket } from "./bucket";
export type { BucketEvent } from "./events";
export type * from "./props";
