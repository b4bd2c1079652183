// A namespace, so that declarations of callers can name `Config.Secret`: the declarations of an object repeat its members.
import * as Config from "./config";

export type { ParameterProps } from "./config";
export { Config };
