import { parsePort } from "../local/options";
import type { GlobalOptions } from "../project/command-context";

/** The options of `serverform start`. */
export interface StartOptions extends GlobalOptions {
  readonly only?: readonly string[];
  readonly increaseTimeout?: boolean;
  readonly inspect?: string | true;
  readonly outputsFile?: string;
  /** Prints no notices, and not that there is nothing to deploy. */
  readonly console?: boolean;
  readonly yes?: boolean;
  readonly watch: boolean;
  readonly remove?: boolean;
}

const nodeInspectPort = "9229";

export const parseLiveInspect = (given: string | true | undefined): number | undefined =>
  given === undefined ? undefined : parsePort(given === true ? nodeInspectPort : given, "--inspect");
