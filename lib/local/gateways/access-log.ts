import type { CognitoCaller, LocalIdentity } from "../wire/local-credentials";
import type { ReceivedRequest } from "../wire/received-request";

/** Writes the line of one request from the values of `$context` variables, by path: `identity.sourceIp`. */
export type AccessLogLine = (variable: (path: string) => unknown) => string;

// Names of claims may contain colons: cognito:username.
const variables = /\$context\.(authorizer\.(?:claims\.)?[\w:]+|\w+(?:\.\w+)*)/g;

/**
 * Parses the format of an access log once, so that writing a line is fast.
 *
 * A variable without a value becomes `-`.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging.html
 */
export function parseAccessLogFormat(format: string): AccessLogLine {
  const texts: string[] = [];
  const paths: string[] = [];
  let end = 0;
  for (const match of format.matchAll(variables)) {
    texts.push(format.slice(end, match.index));
    paths.push(match[1] as string);
    end = match.index + match[0].length;
  }
  const rest = format.slice(end).trimEnd();
  return (variable) => {
    let line = "";
    for (let index = 0; index < paths.length; index += 1) {
      line += texts[index] as string;
      line += logText(variable(paths[index] as string));
    }
    return line + rest;
  };
}

function logText(value: unknown): string {
  if (value === undefined || value === null || value === "") return "-";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

let lastSecond = -1;
let lastText = "";

/** A time in the Common Log Format: `12/Mar/2020:19:03:58 +0000`. */
export function commonLogTime(epochMs: number): string {
  const second = Math.floor(epochMs / 1000);
  if (second !== lastSecond) {
    const date = new Date(second * 1000);
    const two = (value: number) => String(value).padStart(2, "0");
    const day = `${two(date.getUTCDate())}/${months[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
    const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
    lastText = `${day}:${time} +0000`;
    lastSecond = second;
  }
  return lastText;
}

/** Results of the authorizer and the integration, for access logs. */
export interface GatewayNotes {
  functionName?: string;
  /** Why the request was refused or failed, for the log of this server. The access log has less. */
  reason?: string;
  authorizerError?: string;
  authorizerStatus?: number;
  authorizerLatencyMs?: number;
  /** Status of the service that was called: Lambda's own, or the server's. */
  integrationStatus?: number;
  /** Status that the function returned. */
  functionStatus?: number;
  integrationLatencyMs?: number;
  integrationRequestId?: string;
  integrationError?: string;
  errorMessage?: string | null;
  errorType?: string;
  status?: number;
  responseLength?: number;
}

/** The caller of a signed request. */
export type SignedAuthorized = {
  readonly type: "iam";
  /** Undefined for callers without an identity pool. */
  readonly cognito?: CognitoCaller;
} & LocalIdentity;

/** A caller that an authorizer has accepted. */
type Authorized =
  | SignedAuthorized
  | { readonly type: "function"; readonly principalId: string | undefined }
  | { readonly type: "jwt" | "user-pools" };

/** The facts of a request that the variables of HTTP and REST APIs read. */
interface GatewayFacts extends ReceivedRequest {
  readonly id: string;
  readonly userAgent: string | null;
  readonly api: { readonly account: string; readonly id: string };
  readonly stage: { readonly name: string } | undefined;
  readonly authorized: Authorized | undefined;
  readonly notes: GatewayNotes;
}

export type Variable<Facts> = (exchange: Facts) => unknown;

type Variables<Facts> = Readonly<Record<string, Variable<Facts>>>;

const iam =
  (key: keyof LocalIdentity): Variable<GatewayFacts> =>
  ({ authorized }) =>
    authorized?.type === "iam" ? authorized[key] : undefined;

/**
 * The `$context` variables of HTTP and REST APIs, by the name after `$context.`.
 *
 * Sources: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html and
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
export const gatewayVariables: Variables<GatewayFacts> = {
  accountId: ({ api }) => api.account,
  apiId: ({ api }) => api.id,
  "authorizer.principalId": ({ authorized }) =>
    authorized?.type === "function" ? authorized.principalId : undefined,
  awsEndpointRequestId: ({ notes }) => notes.integrationRequestId,
  domainName: (exchange) => exchange.domainName,
  domainPrefix: (exchange) => exchange.domainPrefix,
  "error.message": ({ notes }) => notes.errorMessage,
  "error.messageString": ({ notes }) =>
    notes.errorMessage === undefined ? undefined : JSON.stringify(notes.errorMessage),
  "error.responseType": ({ notes }) => notes.errorType,
  "identity.accountId": iam("accountId"),
  "identity.caller": iam("callerId"),
  "identity.sourceIp": (exchange) => exchange.sourceIp,
  "identity.user": iam("userId"),
  "identity.userAgent": (exchange) => exchange.userAgent,
  "identity.userArn": iam("userArn"),
  protocol: (exchange) => exchange.protocol,
  requestId: ({ id }) => id,
  requestTime: ({ receivedAtMs }) => commonLogTime(receivedAtMs),
  requestTimeEpoch: ({ receivedAtMs }) => receivedAtMs,
  stage: ({ stage }) => stage?.name,
  status: ({ notes }) => notes.status,
};

/** The access key of the caller of a signed request. Only REST APIs have this variable. */
export const accessKeyVariable = iam("accessKey");

const integrationStatus: Variable<GatewayFacts> = ({ notes }) => notes.integrationStatus;
const integrationLatency: Variable<GatewayFacts> = ({ notes }) => wholeMs(notes.integrationLatencyMs);
const integrationError: Variable<GatewayFacts> = ({ notes }) => notes.integrationError;

/** Variables of access logs. */
export const logVariables: Variables<GatewayFacts> = {
  "authorizer.error": ({ notes }) => notes.authorizerError,
  "integration.error": integrationError,
  "integration.integrationStatus": integrationStatus,
  "integration.latency": integrationLatency,
  "integration.requestId": ({ notes }) => notes.integrationRequestId,
  "integration.status": ({ notes }) => notes.functionStatus ?? notes.integrationStatus,
  integrationErrorMessage: integrationError,
  integrationLatency,
  integrationStatus,
  responseLatency: (exchange) => wholeMs(exchange.elapsedMs),
  responseLength: ({ notes }) => notes.responseLength,
};

/**
 * A function that gives the value of `$context.<path>`; undefined when it has no value.
 *
 * @param variables - those of the kind of API
 * @param ofAuthorizer - a variable that the authorizer has returned, by the name after `$context.authorizer.`
 */
export function readerOf<Caller, Facts extends { readonly authorized: Caller | undefined }>(
  variables: Variables<Facts>,
  ofAuthorizer: (authorized: Caller, name: string) => unknown,
): (exchange: Facts, path: string) => unknown {
  const known = new Map(Object.entries(variables));
  const prefix = "authorizer.";
  return (exchange, path) => {
    const variable = known.get(path);
    if (variable !== undefined) return variable(exchange);
    const { authorized } = exchange;
    if (!path.startsWith(prefix) || authorized === undefined) return undefined;
    return ofAuthorizer(authorized, path.slice(prefix.length));
  };
}

/** A duration as logs have it. */
export function wholeMs(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms);
}
