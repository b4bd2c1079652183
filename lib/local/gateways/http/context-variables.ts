import { byKind } from "../../../facts/text/by-kind";
import type { Claims } from "../../identities/token-verifier";
import { ownValue } from "../../wire/value-at";
import { gatewayVariables, logVariables, readerOf, type Variable } from "../access-log";
import type { HttpAuthorized, HttpExchange } from "./exchange";

const variables: Readonly<Record<string, Variable<HttpExchange>>> = {
  ...gatewayVariables,
  ...logVariables,
  dataProcessed: ({ request, notes }) =>
    Number(request.headers["content-length"] ?? 0) + (notes.responseLength ?? 0),
  extendedRequestId: ({ id }) => id,
  httpMethod: (exchange) => exchange.method,
  path: ({ fullPath }) => fullPath,
  routeKey: ({ route }) => route?.pattern.key,
};

/** The value of `$context.<path>`; undefined when it has no value. */
export const httpContextVariable = readerOf(
  variables,
  byKind<HttpAuthorized, "type", [name: string], unknown>("type", {
    jwt: ({ claims }, name) => {
      const claim = name.startsWith("claims.") ? ownValue(claims, name.slice("claims.".length)) : undefined;
      return claim === undefined ? undefined : claimText(claim);
    },
    function: ({ context }, name) => ownValue(context ?? {}, name),
    iam: () => undefined,
  }),
);

/** Claims in events: every value is a text. */
export function claimTexts(claims: Claims): Record<string, string> {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, claimText(value)]));
}

/** A claim as text, in the gateway's format: `[admins editors]` for a list, `map[a:b]` for an object. */
export function claimText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(claimText).join(" ")}]`;
  if (value === null) return "<nil>";
  if (typeof value !== "object") return String(value);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `map[${members.map(([name, member]) => `${name}:${claimText(member)}`).join(" ")}]`;
}
