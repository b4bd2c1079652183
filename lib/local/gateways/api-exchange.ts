import type { IncomingMessage, ServerResponse } from "node:http";
import { formatArn } from "../../facts/aws/arns";
import { multiValueQuery, type QueryEntries } from "../../facts/text/query-string";
import type { CognitoCaller, LocalIdentity } from "../wire/local-credentials";
import { ReceivedRequest } from "../wire/received-request";
import type { ApiFacts, StageFacts } from "./api-config";
import type { ReportedNotes } from "./served-api";

/** Results of the authorizer and the integration, for access logs. */
export interface GatewayNotes extends ReportedNotes {
  authorizerStatus?: number;
  authorizerLatencyMs?: number;
  /** Status of the service that was called: Lambda's own, or the server's. */
  integrationStatus?: number;
  /** Status that the function returned. */
  functionStatus?: number;
  integrationLatencyMs?: number;
  integrationRequestId?: string;
  errorMessage?: string | null | undefined;
  errorType?: string;
  validationError?: string | undefined;
}

/** The caller of a signed request. */
export type SignedAuthorized = {
  readonly type: "iam";
  /** Undefined for callers without an identity pool. */
  readonly cognito?: CognitoCaller;
} & LocalIdentity;

/** The accepted caller, for events and access logs. */
export type Authorized =
  | SignedAuthorized
  | {
      readonly type: "token";
      /** In the form that the API gives them. */
      readonly claims: Readonly<Record<string, string>>;
      /** The scopes of the route that the token has; null for a route without scopes. */
      readonly scopes: readonly string[] | null;
    }
  | {
      readonly type: "function";
      readonly principalId: string | undefined;
      readonly context: Readonly<Record<string, unknown>> | null;
      readonly usageIdentifierKey?: string | undefined;
      readonly latencyMs?: number;
    };

/** Headers or parameters of a query by name, in format 1.0: one value of each, and all values. */
export interface NamedValues {
  readonly single: Readonly<Record<string, string>>;
  readonly multi: Readonly<Record<string, readonly string[]>>;
}

/** Parameters of a query by name; undefined without parameters. */
export function namedQuery(
  query: QueryEntries,
  one: (values: readonly string[]) => string | undefined,
): NamedValues | undefined {
  const multi = multiValueQuery(query);
  if (multi === undefined) return undefined;
  const single = Object.entries(multi).map(([name, values]) => [name, one(values) ?? ""] as const);
  return { single: Object.fromEntries(single), multi };
}

/** A route of an API. */
export interface RouteFacts {
  /** The method and the path with its variables: `GET /notes/{id}`. */
  readonly key: string;
  readonly method: string;
  readonly resourcePath: string;
  readonly resourceId: string;
}

/** A request to an API of API Gateway, and its state in the gateway. */
export abstract class ApiExchange<
  Api extends ApiFacts = ApiFacts,
  Stage extends StageFacts = StageFacts,
  Route extends RouteFacts = RouteFacts,
> extends ReceivedRequest {
  readonly notes: GatewayNotes = {};
  /** Without the stage's name. */
  path = "/";
  stage: Stage | undefined;
  route: Route | undefined;
  pathParameters: Record<string, string> | undefined;
  authorized: Authorized | undefined;

  constructor(
    readonly api: Api,
    request: IncomingMessage,
    response: ServerResponse,
    receivedAtMs: number,
    readonly id: string,
  ) {
    super(request, response, receivedAtMs);
  }

  /** Null or empty without the header, as the API gives it. */
  abstract get userAgent(): string | null;
  /** With the headers that the gateway adds. */
  abstract get headerValues(): NamedValues;
  /** Undefined without parameters. */
  abstract get queryValues(): NamedValues | undefined;

  /** The path in events. */
  get eventPath(): string {
    return this.path;
  }

  /** The path in the contexts of events: with the stage's name. */
  abstract get contextPath(): string;

  get extendedId(): string {
    return this.id;
  }

  /** The ARN of the request, as policies name it. */
  get routeArn(): string {
    return formatArn(
      this.api,
      "execute-api",
      `${this.api.id}/${this.stage?.name}/${this.method}${this.path}`,
    );
  }
}
