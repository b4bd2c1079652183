import type { Claims } from "../../identities/token-verifier";
import type { ReceivedRequest } from "../../wire/received-request";
import type { JoinedHeaders } from "../../wire/request-headers";
import type { GatewayNotes, SignedAuthorized } from "../access-log";

/**
 * The facts that expressions and `$context` variables read from a request.
 *
 * Apart from `HttpExchange`, because the configuration of an API holds expressions, and an exchange holds the
 * configuration.
 */
export interface HttpRequestFacts extends ReceivedRequest {
  readonly id: string;
  readonly method: string;
  readonly userAgent: string;
  /** Decoded, with the stage's name. */
  readonly fullPath: string;
  /** Decoded, without the stage's name. */
  readonly path: string;
  readonly headers: JoinedHeaders;
  readonly joinedQuery: Readonly<Record<string, string>> | undefined;
  readonly pathParameters: Readonly<Record<string, string>> | undefined;
  readonly api: { readonly account: string; readonly id: string };
  readonly stage:
    | { readonly name: string; readonly variables: Readonly<Record<string, string>> | undefined }
    | undefined;
  readonly route: { readonly pattern: { readonly key: string } } | undefined;
  readonly authorized: HttpAuthorized | undefined;
  readonly notes: GatewayNotes;
}

/** The accepted caller, for events and access logs. */
export type HttpAuthorized =
  | { readonly type: "jwt"; readonly claims: Claims; readonly scopes: readonly string[] | null }
  | {
      readonly type: "function";
      readonly principalId: string | undefined;
      readonly context: Readonly<Record<string, unknown>> | null;
    }
  | SignedAuthorized;
