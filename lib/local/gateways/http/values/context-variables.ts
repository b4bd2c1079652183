import { byKind } from "../../../../facts/text/by-kind";
import { gatewayVariables, logVariables, ownValue, readerOf, type Variable } from "../../context-variables";
import { claimText } from "./claims";
import type { HttpAuthorized, HttpRequestFacts } from "./request-facts";

const variables: Readonly<Record<string, Variable<HttpRequestFacts>>> = {
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
