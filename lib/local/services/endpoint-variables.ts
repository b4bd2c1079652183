/**
 * Services whose variable is not called as they sign; several APIs may sign by one name.
 *
 * Source: https://docs.aws.amazon.com/sdkref/latest/guide/ss-endpoints-table.html
 */
const variableNames: Readonly<Record<string, readonly string[]>> = {
  apigateway: ["API_GATEWAY", "APIGATEWAYV2"],
  bedrock: ["BEDROCK", "BEDROCK_RUNTIME"],
  "cognito-idp": ["COGNITO_IDENTITY_PROVIDER"],
  events: ["EVENTBRIDGE"],
  "execute-api": ["APIGATEWAYMANAGEMENTAPI"],
  logs: ["CLOUDWATCH_LOGS"],
  monitoring: ["CLOUDWATCH"],
  secretsmanager: ["SECRETS_MANAGER"],
  ses: ["SES", "SESV2"],
  states: ["SFN"],
};
const aliases: Readonly<Record<string, string>> = { eventbridge: "events", dynamodbstreams: "dynamodb" };

/** A service as SDKs sign for it, by what a user may call it. */
export function signingNameOf(service: string): string {
  const name = service.toLowerCase();
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
}

/**
 * The variables by which the SDKs in the functions find their services.
 *
 * Source: https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html
 */
export function endpointVariables(
  front: string,
  given: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const own = [...given].flatMap(([service, url]) => {
    const name = signingNameOf(service);
    const known = Object.hasOwn(variableNames, name) ? variableNames[name] : undefined;
    const suffixes = known ?? [name.toUpperCase().replaceAll("-", "_")];
    return suffixes.map((suffix) => [`AWS_ENDPOINT_URL_${suffix}`, url]);
  });
  return { AWS_ENDPOINT_URL: front, ...Object.fromEntries(own) };
}
