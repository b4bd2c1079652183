import type { IConstruct } from "constructs";
import { didYouMean } from "../../facts/errors/words";
import { Stack } from "../app";

/** Names below `$context`, by the part before the last dot. */
const of = (parent: string, ...names: readonly string[]): readonly string[] =>
  names.map((name) => `${parent}.${name}`);

const identity = of(
  "identity",
  ...["accountId", "apiKey", "apiKeyId", "caller", "cognitoAuthenticationProvider"],
  ...[
    "cognitoAuthenticationType",
    "cognitoIdentityId",
    "cognitoIdentityPoolId",
    "principalOrgId",
    "sourceIp",
  ],
  ...["user", "userAgent", "userArn"],
);
const clientCertificate = [
  ...of("identity.clientCert", "clientCertPem", "subjectDN", "issuerDN", "serialNumber"),
  ...of("identity.clientCert.validity", "notBefore", "notAfter"),
];
const common = [
  ...["apiId", "awsEndpointRequestId", "domainName", "extendedRequestId", "integrationLatency"],
  ...["integrationStatus", "requestId", "requestTime", "requestTimeEpoch", "stage", "status"],
  ...of("error", "message", "messageString", "responseType"),
  ...of("integration", "error", "integrationStatus", "latency", "requestId", "status"),
  ...identity,
];
const ofRequests = [
  ...["accountId", "domainPrefix", "httpMethod", "path", "protocol", "responseLatency", "responseLength"],
  "customDomain.basePathMatched",
  ...clientCertificate,
];
const ofPhases = [
  ...["authenticate", "authorize", "waf"].flatMap((phase) => of(phase, "error", "latency", "status")),
  ...["error.validationErrorString", "wafResponseCode", "webaclArn"],
];

/** The variables of access logs for each gateway, and those below which names are free. */
const variables = {
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html */
  http: {
    names: [
      ...common,
      ...ofRequests,
      ...["awsEndpointRequestId2", "dataProcessed", "integrationErrorMessage", "routeKey"],
    ],
    open: /^authorizer\./,
  },
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-logging.html */
  websocket: {
    names: [
      ...common,
      ...ofPhases,
      ...["connectedAt", "connectionId", "error", "eventType", "messageId", "routeKey"],
    ],
    open: /^authorizer\./,
  },
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html */
  rest: {
    names: [
      ...common,
      ...ofRequests,
      ...ofPhases,
      ...["cipherSuite", "customDomain.routingRuleIdMatched", "deploymentId", "endpointType"],
      ...["identity.vpcId", "identity.vpceId", "isCanaryRequest", "resourceId", "resourcePath", "tlsVersion"],
      ...["responseOverride.status", "xrayTraceId"],
      ...of("integration", "responseTransferMode", "timeToAllHeaders", "timeToFirstContent"),
    ],
    open: /^(authorizer|(requestOverride\.(header|path|querystring)|responseOverride\.header))\./,
  },
} as const;

/**
 * Notes variables of a format that the gateway does not document. It is not an error: AWS adds variables, and an unknown one is
 * written as `-`.
 */
export function noteUnknownVariables(
  where: IConstruct,
  prop: string,
  kind: keyof typeof variables,
  text: string,
): void {
  const { names, open } = variables[kind];
  const unknown = new Set<string>();
  for (const [written, brace, variable = ""] of text.matchAll(/\$(\{?)((?!\d)\w+(?:\.[\w-]+)*)/g)) {
    const [root = "", ...rest] = variable.split(".");
    const name = rest.join(".");
    const isListed = (names as readonly string[]).includes(name) || open.test(name);
    if (brace === "" && root === "context" && isListed) continue;
    unknown.add(isListed ? `${written}} (write $context.${name})` : `${written}${didYouMean(name, names)}`);
  }
  if (unknown.size === 0) return;
  const list = [...unknown].join(", ");
  Stack.of(where).app.addNotice(
    `serverform: ${prop} has ${list}, which the documents of AWS do not list for this type of API; such a variable is written as "-"`,
    where,
  );
}
