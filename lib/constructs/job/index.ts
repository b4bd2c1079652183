export { Job } from "./job";
export type { JobMemorySize, JobProps } from "./props";
