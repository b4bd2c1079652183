export { Pipe } from "./pipe";
export type { PipeProps, PipeSource, PipeTarget } from "./props";
