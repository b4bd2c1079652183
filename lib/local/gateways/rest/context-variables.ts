import { byKind } from "../../../facts/text/by-kind";
import type { Authorized } from "../api-exchange";
import {
  accessKeyVariable,
  gatewayVariables,
  logVariables,
  readerOf,
  type Variables,
  wholeMs,
} from "../context-variables";
import type { RestRequest } from "./request";

/** The variables that templates and mappings have, too. */
const templateVariables: Variables<RestRequest> = {
  ...gatewayVariables,
  deploymentId: ({ stage }) => stage?.deploymentId,
  "error.validationErrorString": ({ notes }) => notes.validationError,
  "identity.accessKey": accessKeyVariable,
  "identity.apiKey": ({ apiKey }) => apiKey?.value,
  "identity.apiKeyId": ({ apiKey }) => apiKey?.id,
  path: ({ contextPath }) => contextPath,
  resourceId: ({ route }) => route?.resourceId,
  resourcePath: ({ route }) => route?.resourcePath,
  xrayTraceId: (exchange) => exchange.traceId.replace(/^Root=/, ""),
};

const authorizerLatency = ({ notes }: RestRequest) => wholeMs(notes.authorizerLatencyMs);
const authorizerStatus = ({ notes }: RestRequest) => notes.authorizerStatus;

/** The value of `$context.<path>`; undefined when it has no value. */
export const restContextVariable = readerOf<RestRequest>({
  ...templateVariables,
  ...logVariables,
  "authorize.error": ({ notes }) => notes.authorizerError,
  "authorizer.integrationLatency": authorizerLatency,
  "authorizer.integrationStatus": authorizerStatus,
  "authorizer.latency": authorizerLatency,
  "authorizer.status": authorizerStatus,
});

const authorizerObject = byKind<Authorized, "type", [], Record<string, unknown>>("type", {
  token: ({ claims }) => ({ claims: { ...claims } }),
  function: ({ context }) => ({ ...context }),
  iam: () => ({}),
});

/** In the order of their names. */
const sortedVariables = Object.entries(templateVariables).sort(([a], [b]) => (a < b ? -1 : 1));

/** `$context` of a template, as an object that the template can extend. */
export function contextObject(exchange: RestRequest): Record<string, unknown> {
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
