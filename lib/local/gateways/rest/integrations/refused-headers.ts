import type { RestExchange } from "../exchange";
import { type Failure, internalError } from "../response/answer";
import type { RestIntegration } from "./integration";

/** Headers that no mapping may set. */
const everywhere = ["content-length", "transfer-encoding"];
const ofAws = [...everywhere, "authorization", "connection", "expect", "proxy-authenticate", "te"];

/** Source: recorded answers of AWS, `test/local/recorded/apigateway/rest-apis.json` */
const refused = {
  http: everywhere,
  "http-proxy": everywhere,
  function: ofAws,
  "function-proxy": ofAws,
  service: ofAws,
  // A mock calls nothing.
  mock: [],
} satisfies Record<RestIntegration["type"], readonly string[]>;

/** The error for a request parameter that sets a header which AWS refuses; undefined without one. */
export function refusedHeader(
  exchange: RestExchange,
  { type, request }: RestIntegration,
): Failure | undefined {
  const names: readonly string[] = refused[type];
  for (const [name, source] of request.headers) {
    if (!names.includes(name.toLowerCase()) || source.value(exchange) === undefined) continue;
    exchange.notes.integrationError = `A request parameter sets the header ${name}, which API Gateway does not allow.`;
    return internalError;
  }
  return undefined;
}
