export { Auth } from "./auth";
export type * from "./props";
