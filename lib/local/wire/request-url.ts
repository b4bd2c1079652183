/**
 * The address of a request, by its target: a path, or a whole address as for a proxy. A target that is not an address
 * becomes one part of a path, so that nothing is found there.
 *
 * `new URL(target, base)` would take the first part of `//host/path` for a host, and throws for `//[`.
 */
export function requestUrl(target: string | undefined, base: string): URL {
  const path = target ?? "/";
  const whole = path.startsWith("/") ? new URL(base).origin + path : path;
  if (URL.canParse(whole)) return new URL(whole);
  return new URL(`/${encodeURIComponent(path)}`, base);
}
