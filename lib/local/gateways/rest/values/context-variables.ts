import { byKind } from "../../../../facts/text/by-kind";
import { commonLogTime } from "../../common-log-time";
import type { RestAuthorized, RestRequestFacts } from "./request-facts";

type Variable = (exchange: RestRequestFacts) => unknown;

const iam =
  (key: "accountId" | "callerId" | "userArn" | "userId" | "accessKey"): Variable =>
  ({ authorized }) =>
    authorized?.type === "iam" ? authorized[key] : undefined;

/**
 * The `$context` variables of templates and mappings, by the name after `$context.`.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
const templateVariables: Readonly<Record<string, Variable>> = {
  accountId: ({ api }) => api.account,
  apiId: ({ api }) => api.id,
  "authorizer.principalId": ({ authorized }) =>
    authorized?.type === "function" ? authorized.principalId : undefined,
  awsEndpointRequestId: ({ notes }) => notes.integrationRequestId,
  deploymentId: ({ stage }) => stage?.deploymentId,
  domainName: (exchange) => exchange.domainName,
  domainPrefix: (exchange) => exchange.domainPrefix,
  "error.message": ({ notes }) => notes.errorMessage,
  "error.messageString": ({ notes }) =>
    notes.errorMessage === undefined ? undefined : JSON.stringify(notes.errorMessage),
  "error.responseType": ({ notes }) => notes.errorType,
  "error.validationErrorString": ({ notes }) => notes.validationError,
  extendedRequestId: ({ extendedId }) => extendedId,
  httpMethod: (exchange) => exchange.httpMethod,
  "identity.accessKey": iam("accessKey"),
  "identity.accountId": iam("accountId"),
  "identity.apiKey": ({ apiKey }) => apiKey?.value,
  "identity.apiKeyId": ({ apiKey }) => apiKey?.id,
  "identity.caller": iam("callerId"),
  "identity.sourceIp": (exchange) => exchange.sourceIp,
  "identity.user": iam("userId"),
  "identity.userAgent": (exchange) => exchange.userAgent,
  "identity.userArn": iam("userArn"),
  path: ({ requestPath }) => requestPath,
  protocol: (exchange) => exchange.protocol,
  requestId: ({ id }) => id,
  requestTime: ({ receivedAtMs }) => commonLogTime(receivedAtMs),
  requestTimeEpoch: ({ receivedAtMs }) => receivedAtMs,
  resourceId: ({ method }) => method?.resourceId,
  resourcePath: ({ method }) => method?.resource.path,
  stage: ({ stage }) => stage?.name,
  status: ({ notes }) => notes.status,
  xrayTraceId: (exchange) => exchange.traceId.replace(/^Root=/, ""),
};

const integrationStatus: Variable = ({ notes }) => notes.integrationStatus;
const integrationLatency: Variable = ({ notes }) => wholeMs(notes.integrationLatencyMs);
const integrationError: Variable = ({ notes }) => notes.integrationError;

/** Variables of access logs only. */
const logVariables: Readonly<Record<string, Variable>> = {
  "authorize.error": ({ notes }) => notes.authorizerError,
  "authorizer.error": ({ notes }) => notes.authorizerError,
  "authorizer.integrationLatency": ({ notes }) => wholeMs(notes.authorizerLatencyMs),
  "authorizer.integrationStatus": ({ notes }) => notes.authorizerStatus,
  "authorizer.latency": ({ notes }) => wholeMs(notes.authorizerLatencyMs),
  "authorizer.status": ({ notes }) => notes.authorizerStatus,
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

const variables = new Map(Object.entries({ ...templateVariables, ...logVariables }));

/** The value of `$context.<path>`; undefined when it has no value. */
export function restContextVariable(exchange: RestRequestFacts, path: string): unknown {
  const known = variables.get(path);
  if (known !== undefined) return known(exchange);
  if (!path.startsWith("authorizer.")) return undefined;
  const { authorized } = exchange;
  const name = path.slice("authorizer.".length);
  return authorized && authorizerVariable(authorized, name);
}

const authorizerVariable = byKind<RestAuthorized, "type", [name: string], unknown>("type", {
  "user-pools": ({ claims }, name) =>
    name.startsWith("claims.") ? own(claims, name.slice("claims.".length)) : undefined,
  function: ({ context }, name) => own(context, name),
  iam: () => undefined,
});

const authorizerObject = byKind<RestAuthorized, "type", [], Record<string, unknown>>("type", {
  "user-pools": ({ claims }) => ({ claims: { ...claims } }),
  function: ({ context }) => ({ ...context }),
  iam: () => ({}),
});

/** `$context` of a template, as an object that the template can extend. */
export function contextObject(exchange: RestRequestFacts): Record<string, unknown> {
  const { authorized } = exchange;
  const authorizer = authorized === undefined ? {} : authorizerObject(authorized);
  const groups: Record<string, Record<string, unknown>> = { authorizer, error: {}, identity: {} };
  const context: Record<string, unknown> = { ...groups };
  for (const [path, variable] of Object.entries(templateVariables)) {
    const value = variable(exchange);
    if (value === undefined || value === null) continue;
    const [group = "", member] = path.split(".");
    if (member === undefined) context[path] = value;
    else (groups[group] ?? {})[member] = value;
  }
  return context;
}

function own(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function wholeMs(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms);
}
