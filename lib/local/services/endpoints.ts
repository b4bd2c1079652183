/** Services whose variable is not called as they sign. */
const variableNames: Readonly<Record<string, string>> = {
  events: "EVENTBRIDGE",
  states: "SFN",
  logs: "CLOUDWATCH_LOGS",
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
  const own = [...given].map(([service, url]) => {
    const name = signingNameOf(service);
    const suffix = variableNames[name] ?? name.toUpperCase().replaceAll("-", "_");
    return [`AWS_ENDPOINT_URL_${suffix}`, url];
  });
  return { AWS_ENDPOINT_URL: front, ...Object.fromEntries(own) };
}
