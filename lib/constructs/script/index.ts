export type { ScriptParam, ScriptProps } from "./props";
export { Script } from "./script";
