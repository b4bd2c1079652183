/** Addresses that the user gives with `--endpoint`, by the URI or service in the JSON. */
export type EndpointOverrides = ReadonlyMap<string, string>;

/** The address that replaces a URI; an override applies to the whole URI or to its origin. */
export function overriddenAddress(uri: string, endpoints: EndpointOverrides): string | undefined {
  const whole = endpoints.get(uri);
  if (whole !== undefined) return whole;
  const origin = /^https?:\/\/[^/]+/i.exec(uri)?.[0];
  const mapped = origin === undefined ? undefined : endpoints.get(origin);
  if (origin === undefined || mapped === undefined) return undefined;
  return mapped.replace(/\/$/, "") + uri.slice(origin.length);
}
