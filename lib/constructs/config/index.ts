// A namespace, so that declarations of callers can name `Config.Secret`: with an object they would have to repeat its members.
import * as Config from "./config";

export type { ParameterProps } from "./config";
export { Config };
