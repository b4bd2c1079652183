export { Job } from "./job";
export type { JobMemorySize, JobProjectOverride, JobProps } from "./props";
