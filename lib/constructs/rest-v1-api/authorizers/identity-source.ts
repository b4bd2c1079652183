import type { IConstruct } from "constructs";
import { isUnresolved } from "../../../kit/core";
import { fail } from "../errors";

/** The default source of the token. */
export const authorizationHeader = "method.request.header.Authorization";

const header = /^method\.request\.header\.[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
// Source: https://docs.aws.amazon.com/apigateway/latest/api/API_CreateAuthorizer.html, `identitySource`
const anywhere =
  /^(method\.request\.(header|querystring|multivalueheader|multivaluequerystring)\.[^\s,]+|stageVariables\.\w+|context\.[\w.]+)$/;

/** Refuses a source that is not a header of the request. */
export function checkHeaderSource(where: IConstruct, prop: string, value: unknown): void {
  if (value === undefined || isUnresolved(value)) return;
  if (typeof value !== "string" || !header.test(value)) {
    fail(where, "rest-identity-source", prop, { value, expected: [suggestion(value)] });
  }
}

/** Refuses a source that a request authorizer cannot read. */
export function checkRequestSource(where: IConstruct, prop: string, value: unknown): void {
  if (isUnresolved(value)) return;
  if (typeof value !== "string" || !anywhere.test(value)) {
    const expected = [suggestion(value), "method.request.querystring.<name>", "context.<path>"];
    fail(where, "rest-identity-source", prop, { value, expected });
  }
}

/** The text to write instead. Callers write `$request.header.X`, as for HTTP APIs, or the name of the header alone. */
function suggestion(value: unknown): string {
  const name = typeof value === "string" ? value.split(".").at(-1) : undefined;
  return name !== undefined && /^[\w-]+$/.test(name) ? `method.request.header.${name}` : authorizationHeader;
}
