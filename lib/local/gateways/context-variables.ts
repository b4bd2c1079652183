import { ownValue } from "../../facts/errors/own-value";
import { byKind } from "../../facts/text/by-kind";
import type { LocalIdentity } from "../wire/local-credentials";
import { commonLogTime } from "./access-log";
import type { ApiExchange, Authorized } from "./api-exchange";

export type Variables<Exchange = ApiExchange> = Readonly<Record<string, (exchange: Exchange) => unknown>>;

const iam =
  (key: keyof LocalIdentity) =>
  ({ authorized }: ApiExchange): unknown =>
    authorized?.type === "iam" ? authorized[key] : undefined;

/**
 * The `$context` variables of HTTP and REST APIs, by the name after `$context.`.
 *
 * Sources: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html and
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
export const gatewayVariables: Variables = {
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
  extendedRequestId: ({ extendedId }) => extendedId,
  httpMethod: (exchange) => exchange.method,
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

const integrationStatus = ({ notes }: ApiExchange) => notes.integrationStatus;
const integrationLatency = ({ notes }: ApiExchange) => wholeMs(notes.integrationLatencyMs);
const integrationError = ({ notes }: ApiExchange) => notes.integrationError;

/** Variables of access logs. */
export const logVariables: Variables = {
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

/** A function that gives the value of `$context.<path>`; undefined when it has no value. */
export function readerOf<Exchange extends ApiExchange>(
  variables: Variables<Exchange>,
): (exchange: Exchange, path: string) => unknown {
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

/** A variable that the authorizer has returned, by the name after `$context.authorizer.`. */
const ofAuthorizer = byKind<Authorized, "type", [name: string], unknown>("type", {
  token: ({ claims }, name) =>
    name.startsWith("claims.") ? ownValue(claims, name.slice("claims.".length)) : undefined,
  function: ({ context }, name) => ownValue(context ?? {}, name),
  iam: () => undefined,
});

/** A duration as logs have it. */
export function wholeMs(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms);
}
