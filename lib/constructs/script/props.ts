import type { MapOf } from "../../kit/core";
import type { FunctionProps, FunctionReference } from "../../kit/function";

/** A value that can be written as JSON. References to resources count as strings. */
export type ScriptParam =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly ScriptParam[]
  | { readonly [key: string]: ScriptParam };

/** Props of a script. At least one of `onCreate`, `onUpdate` and `onDelete` is required. */
export interface ScriptProps {
  /** The function that runs when the script is deployed for the first time. @default - nothing runs */
  readonly onCreate?: FunctionReference | undefined;
  /**
   * The function that runs in later deployments, if `params`, `version` or the code of one of the functions has changed.
   *
   * @default - nothing runs
   */
  readonly onUpdate?: FunctionReference | undefined;
  /** The function that runs when the script is removed. @default - nothing runs */
  readonly onDelete?: FunctionReference | undefined;
  /**
   * The input of the functions, as `event.params`. Values may be references to resources.
   *
   * They are part of the plan and of the state in plain text.
   *
   * @default {}
   */
  readonly params?: MapOf<ScriptParam> | undefined;
  /** Defaults for all functions. @default - none */
  readonly defaults?:
    | {
        /** Props of the functions that are created. `timeout` is 900 seconds unless you set it. @default - none */
        readonly function?: Partial<FunctionProps> | undefined;
      }
    | undefined;
  /**
   * Your own version. `onUpdate` then runs when the version or `params` change, and no longer when only the code changes.
   *
   * @default - the code of the functions is the version
   */
  readonly version?: string | undefined;
  /** Runs `onUpdate` in every deployment. Every plan then contains a change. @default false */
  readonly runOnEveryDeploy?: boolean | undefined;
}
