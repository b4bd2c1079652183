import type { AuthorizationMode } from "../config/config";

/** Who sends a request. */
export interface GraphqlCaller {
  readonly mode: AuthorizationMode;
  /** `ctx.identity`. */
  readonly identity: Readonly<Record<string, unknown>> | null;
  /** Groups of a user pool. */
  readonly groups: readonly string[];
  /** What a function authorizer denies. */
  readonly deniedFields: readonly string[];
}

/** Whether a request may be served at all. */
export type CallerCheck =
  | { readonly accepted: true; readonly caller: GraphqlCaller }
  | {
      readonly accepted: false;
      /** What the client is told. */
      readonly message: string;
      /** Why, for the log. */
      readonly reason: string;
    };
