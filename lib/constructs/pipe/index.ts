export { Pipe } from "./pipe";
export type * from "./props";
