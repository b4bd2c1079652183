import { gatewayVariables, logVariables, readerOf } from "../context-variables";
import type { HttpExchange } from "./exchange";

/** The value of `$context.<path>`; undefined when it has no value. */
export const httpContextVariable = readerOf<HttpExchange>({
  ...gatewayVariables,
  ...logVariables,
  dataProcessed: ({ request, notes }) =>
    Number(request.headers["content-length"] ?? 0) + (notes.responseLength ?? 0),
  path: ({ fullPath }) => fullPath,
  routeKey: ({ route }) => route?.key,
});
