import { byKind } from "../../../../facts/text/by-kind";
import { commonLogTime } from "../../common-log-time";
import { claimText } from "./claims";
import type { HttpAuthorized, HttpRequestFacts } from "./request-facts";

type Variable = (exchange: HttpRequestFacts) => unknown;

const iam =
  (key: "accountId" | "callerId" | "userArn" | "userId" | "accessKey"): Variable =>
  ({ authorized }) =>
    authorized?.type === "iam" ? authorized[key] : undefined;
const requestId: Variable = ({ id }) => id;
const integrationRequestId: Variable = ({ notes }) => notes.integrationRequestId;
const integrationError: Variable = ({ notes }) => notes.integrationError;
const integrationStatus: Variable = ({ notes }) => notes.integrationStatus;
const integrationLatency: Variable = ({ notes }) => wholeMs(notes.integrationLatencyMs);

/**
 * The `$context` variables, by the name after `$context.`.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
const variables = new Map<string, Variable>(
  Object.entries({
    accountId: ({ api }) => api.account,
    apiId: ({ api }) => api.id,
    "authorizer.error": ({ notes }) => notes.authorizerError,
    "authorizer.principalId": ({ authorized }) =>
      authorized?.type === "function" ? authorized.principalId : undefined,
    awsEndpointRequestId: integrationRequestId,
    dataProcessed: ({ request, notes }) =>
      Number(request.headers["content-length"] ?? 0) + (notes.responseLength ?? 0),
    domainName: (exchange) => exchange.domainName,
    domainPrefix: (exchange) => exchange.domainPrefix,
    "error.message": ({ notes }) => notes.errorMessage,
    "error.messageString": ({ notes }) =>
      notes.errorMessage === undefined ? undefined : JSON.stringify(notes.errorMessage),
    "error.responseType": ({ notes }) => notes.errorType,
    extendedRequestId: requestId,
    httpMethod: (exchange) => exchange.method,
    "identity.accountId": iam("accountId"),
    "identity.caller": iam("callerId"),
    "identity.sourceIp": (exchange) => exchange.sourceIp,
    "identity.user": iam("userId"),
    "identity.userAgent": (exchange) => exchange.userAgent,
    "identity.userArn": iam("userArn"),
    "integration.error": integrationError,
    "integration.integrationStatus": integrationStatus,
    "integration.latency": integrationLatency,
    "integration.requestId": integrationRequestId,
    "integration.status": ({ notes }) => notes.functionStatus ?? notes.integrationStatus,
    integrationErrorMessage: integrationError,
    integrationLatency,
    integrationStatus,
    path: ({ fullPath }) => fullPath,
    protocol: (exchange) => exchange.protocol,
    requestId,
    requestTime: ({ receivedAtMs }) => commonLogTime(receivedAtMs),
    requestTimeEpoch: ({ receivedAtMs }) => receivedAtMs,
    responseLatency: (exchange) => wholeMs(exchange.elapsedMs),
    responseLength: ({ notes }) => notes.responseLength,
    routeKey: ({ route }) => route?.pattern.key,
    stage: ({ stage }) => stage?.name,
    status: ({ notes }) => notes.status,
  } satisfies Record<string, Variable>),
);

/** The value of `$context.<path>`; undefined when it has no value. */
export function httpContextVariable(exchange: HttpRequestFacts, path: string): unknown {
  const known = variables.get(path);
  if (known !== undefined) return known(exchange);
  if (!path.startsWith("authorizer.")) return undefined;
  const { authorized } = exchange;
  const name = path.slice("authorizer.".length);
  return authorized && authorizerVariable(authorized, name);
}

const authorizerVariable = byKind<HttpAuthorized, "type", [name: string], unknown>("type", {
  jwt: ({ claims }, name) => {
    const claim = name.startsWith("claims.") ? own(claims, name.slice("claims.".length)) : undefined;
    return claim === undefined ? undefined : claimText(claim);
  },
  function: ({ context }, name) => own(context ?? {}, name),
  iam: () => undefined,
});

function own(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function wholeMs(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms);
}
