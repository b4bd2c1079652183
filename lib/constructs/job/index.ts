export { Job } from "./job";
export type * from "./props";
