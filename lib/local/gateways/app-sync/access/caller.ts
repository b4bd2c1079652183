import type { Caller } from "../../../permissions/caller";
import type { AuthorizationMode } from "../config/config";

/** Who sends a request. */
export interface GraphqlCaller {
  readonly mode: AuthorizationMode;
  /** `ctx.identity`. */
  readonly identity: Readonly<Record<string, unknown>> | null;
  /** Groups of a user pool. */
  readonly groups: readonly string[];
  /** Who has signed the request, where policies decide about fields. @default - nobody */
  readonly signer?: Caller;
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
