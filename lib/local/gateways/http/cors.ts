import { matchesWildcard } from "../../../facts/aws/wildcards";
import { block, flag, number, texts, type Values } from "../../../model";

/** The CORS configuration of an API. */
export interface Cors {
  /** Headers for the response to a request from an origin; undefined when the origin is not allowed. */
  responseHeaders(origin: string | undefined): Readonly<Record<string, string>> | undefined;
  /** Headers for the response to a preflight request. */
  preflightHeaders(origin: string | undefined): Readonly<Record<string, string>>;
}

/**
 * Reads `cors_configuration`.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
export function readCors(api: Values): Cors | undefined {
  const config = block(api, "cors_configuration");
  if (config === undefined) return undefined;
  const origins = texts(config, "allow_origins").map((origin) => origin.toLowerCase());
  const credentials = flag(config, "allow_credentials") === true;
  const maxAge = number(config, "max_age");
  const shared = {
    ...(credentials && { "access-control-allow-credentials": "true" }),
    ...header("access-control-expose-headers", texts(config, "expose_headers")),
  };
  const preflight = {
    ...(credentials && { "access-control-allow-credentials": "true" }),
    ...header("access-control-allow-headers", texts(config, "allow_headers")),
    ...header("access-control-allow-methods", texts(config, "allow_methods")),
    ...header("access-control-expose-headers", texts(config, "expose_headers")),
    // AWS does not send zero, its default.
    ...(maxAge !== undefined && maxAge !== 0 && { "access-control-max-age": String(maxAge) }),
  };
  const allowed = (origin: string | undefined): string | undefined => {
    if (origin === undefined) return undefined;
    if (origins.includes("*")) return "*";
    const written = origin.toLowerCase();
    return origins.some((each) => matchesWildcard(each, written)) ? origin : undefined;
  };
  const withOrigin = (origin: string | undefined, headers: Readonly<Record<string, string>>) => {
    const value = allowed(origin);
    return value === undefined ? undefined : { "access-control-allow-origin": value, ...headers };
  };
  return {
    responseHeaders: (origin) => withOrigin(origin, shared),
    preflightHeaders: (origin) => withOrigin(origin, preflight) ?? {},
  };
}

function header(name: string, values: readonly string[]): Readonly<Record<string, string>> {
  return values.length === 0 ? {} : { [name]: values.join(",") };
}
