import type { Caller } from "../../../permissions/caller";
import type { AuthorizationMode } from "../config/config";

/** The sender of a request. */
export interface GraphqlCaller {
  readonly mode: AuthorizationMode;
  /** `ctx.identity`. */
  readonly identity: Readonly<Record<string, unknown>> | null;
  /** Groups of a user pool. */
  readonly groups: readonly string[];
  /** The signer of the request, if policies decide about fields. @default - none */
  readonly signer?: Caller;
  /** The fields that a function authorizer denies. */
  readonly deniedFields: readonly string[];
}

/** Whether a request may be served at all. */
export type CallerCheck =
  | { readonly accepted: true; readonly caller: GraphqlCaller }
  | {
      readonly accepted: false;
      /** The message for the client. */
      readonly message: string;
      /** Why, for the log. */
      readonly reason: string;
    };
