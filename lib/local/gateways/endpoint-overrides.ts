/** Addresses that the user gives for what does not run here, by the URI or the service that the JSON names. */
export type EndpointOverrides = ReadonlyMap<string, string>;

/** Where a URI is sent instead: all of it may be mapped, or only its origin. */
export function overriddenAddress(uri: string, endpoints: EndpointOverrides): string | undefined {
  const whole = endpoints.get(uri);
  if (whole !== undefined) return whole;
  const origin = /^https?:\/\/[^/]+/i.exec(uri)?.[0];
  const mapped = origin === undefined ? undefined : endpoints.get(origin);
  if (origin === undefined || mapped === undefined) return undefined;
  return mapped.replace(/\/$/, "") + uri.slice(origin.length);
}
