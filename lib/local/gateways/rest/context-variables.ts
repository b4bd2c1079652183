import { byKind } from "../../../facts/text/by-kind";
import { ownValue } from "../../wire/value-at";
import {
  accessKeyVariable,
  gatewayVariables,
  logVariables,
  readerOf,
  type Variable,
  wholeMs,
} from "../access-log";
import type { RestAuthorized, RestRequestFacts } from "./request-facts";

type Variables = Readonly<Record<string, Variable<RestRequestFacts>>>;

/** The variables that templates and mappings have, too. */
const templateVariables: Variables = {
  ...gatewayVariables,
  deploymentId: ({ stage }) => stage?.deploymentId,
  "error.validationErrorString": ({ notes }) => notes.validationError,
  extendedRequestId: ({ extendedId }) => extendedId,
  httpMethod: (exchange) => exchange.method,
  "identity.accessKey": accessKeyVariable,
  "identity.apiKey": ({ apiKey }) => apiKey?.value,
  "identity.apiKeyId": ({ apiKey }) => apiKey?.id,
  path: ({ requestPath }) => requestPath,
  resourceId: ({ route }) => route?.resourceId,
  resourcePath: ({ route }) => route?.resource.path,
  xrayTraceId: (exchange) => exchange.traceId.replace(/^Root=/, ""),
};

const authorizerLatency: Variable<RestRequestFacts> = ({ notes }) => wholeMs(notes.authorizerLatencyMs);
const authorizerStatus: Variable<RestRequestFacts> = ({ notes }) => notes.authorizerStatus;

const variables: Variables = {
  ...templateVariables,
  ...logVariables,
  "authorize.error": ({ notes }) => notes.authorizerError,
  "authorizer.integrationLatency": authorizerLatency,
  "authorizer.integrationStatus": authorizerStatus,
  "authorizer.latency": authorizerLatency,
  "authorizer.status": authorizerStatus,
};

/** The value of `$context.<path>`; undefined when it has no value. */
export const restContextVariable = readerOf(
  variables,
  byKind<RestAuthorized, "type", [name: string], unknown>("type", {
    "user-pools": ({ claims }, name) =>
      name.startsWith("claims.") ? ownValue(claims, name.slice("claims.".length)) : undefined,
    function: ({ context }, name) => ownValue(context, name),
    iam: () => undefined,
  }),
);

const authorizerObject = byKind<RestAuthorized, "type", [], Record<string, unknown>>("type", {
  "user-pools": ({ claims }) => ({ claims: { ...claims } }),
  function: ({ context }) => ({ ...context }),
  iam: () => ({}),
});

/** In the order of their names. */
const sortedVariables = Object.entries(templateVariables).sort(([a], [b]) => (a < b ? -1 : 1));

/** `$context` of a template, as an object that the template can extend. */
export function contextObject(exchange: RestRequestFacts): Record<string, unknown> {
  const { authorized } = exchange;
  const authorizer = authorized === undefined ? {} : authorizerObject(authorized);
  const groups: Record<string, Record<string, unknown>> = { authorizer, error: {}, identity: {} };
  const context: Record<string, unknown> = { ...groups };
  for (const [path, variable] of sortedVariables) {
    const value = variable(exchange);
    if (value === undefined || value === null) continue;
    const [group = "", member] = path.split(".");
    if (member === undefined) context[path] = value;
    else (groups[group] ?? {})[member] = value;
  }
  return context;
}
