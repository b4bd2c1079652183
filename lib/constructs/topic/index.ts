export type * from "./props";
export { Topic } from "./topic";
