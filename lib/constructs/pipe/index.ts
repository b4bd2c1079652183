export { Pipe } from "./pipe";
export type { PipeOverride, PipeProps, PipeSource, PipeTarget } from "./props";
