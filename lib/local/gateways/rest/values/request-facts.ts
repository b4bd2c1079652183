import type { ReceivedRequest } from "../../../wire/received-request";
import type { GatewayNotes, SignedAuthorized } from "../../context-variables";
import type { FailureType } from "./failure-types";
import type { RequestHeaders, RequestQuery } from "./request-parts";

/**
 * The facts that parameter sources, templates and `$context` variables read from a request.
 *
 * Apart from `RestExchange`, because the configuration of an API holds sources and templates, and an exchange holds the
 * configuration.
 */
export interface RestRequestFacts extends ReceivedRequest {
  readonly id: string;
  readonly extendedId: string;
  /** Still encoded, with the stage's name, and one slash at its beginning. */
  readonly requestPath: string;
  readonly httpMethod: string;
  readonly userAgent: string | null;
  readonly traceId: string;
  readonly headers: RequestHeaders;
  /** The last value of a header. */
  header(name: string): string | undefined;
  /** Undefined without parameters. */
  readonly query: RequestQuery | undefined;
  readonly pathParameters: Readonly<Record<string, string>> | undefined;
  /** Content type of the request without its parameters. */
  readonly contentType: string | undefined;
  readonly bodyText: string;
  /** The body as JSON; undefined when it is not JSON. */
  readonly bodyJson: unknown;
  readonly api: { readonly account: string; readonly id: string };
  readonly stage: StageFacts | undefined;
  readonly method: { readonly resourceId: string; readonly resource: { readonly path: string } } | undefined;
  readonly apiKey: ApiKey | undefined;
  readonly authorized: RestAuthorized | undefined;
  readonly notes: RestExchangeNotes;
}

export interface StageFacts {
  readonly name: string;
  readonly deploymentId: string | undefined;
  readonly variables: Readonly<Record<string, string>> | undefined;
}

/** Results of the authorizer and the integration, for access logs. */
export interface RestExchangeNotes extends GatewayNotes {
  authorizerStatus?: number;
  authorizerLatencyMs?: number;
  errorType?: FailureType;
  validationError?: string;
}

/** An API key that a request was admitted with. */
export interface ApiKey {
  readonly id: string;
  readonly value: string;
}

/** The accepted caller, for events and access logs. */
export type RestAuthorized =
  | { readonly type: "user-pools"; readonly claims: Readonly<Record<string, string>> }
  | {
      readonly type: "function";
      readonly principalId: string;
      readonly context: Readonly<Record<string, string>>;
      readonly usageIdentifierKey: string | undefined;
      readonly latencyMs: number;
    }
  | SignedAuthorized;
