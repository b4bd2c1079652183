export type * from "./props";
export { Script } from "./script";
