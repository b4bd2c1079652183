import type { FieldCaller } from "../../../../model";
import type { Caller } from "../../../permissions/caller";

/** The sender of a request. */
export interface GraphqlCaller extends FieldCaller {
  /** `ctx.identity`. */
  readonly identity: Readonly<Record<string, unknown>> | null;
  /** The signer of the request, if policies decide about fields. @default - none */
  readonly signer?: Caller;
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
