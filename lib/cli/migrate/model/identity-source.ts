import { listOf, type Value } from "./value";

/** The identity sources of an authorizer of an HTTP API; undefined for the one that an `Api` has by default. */
export function httpIdentitySource(source: Value): Value {
  return source === undefined || source === "$request.header.Authorization" ? undefined : listOf(source);
}
