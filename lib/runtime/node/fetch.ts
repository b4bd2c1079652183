import { type FetchResult, fetchRequestOf, requestUrlOf, resultOf } from "./requests/fetch-request";
import type { GatewayEvent, LambdaContext } from "./requests/gateway-event";
import { runInvocation } from "./requests/invocation";
import { claimsOf, type RouteClaims } from "./requests/route-request";

export type { FetchResult } from "./requests/fetch-request";

/** The invocation, beside the request. */
export interface FetchContext {
  readonly event: GatewayEvent;
  readonly lambda: LambdaContext;
  /** The claims of the caller, from the authorizer of the route; empty without one. */
  readonly claims: RouteClaims;
}

/**
 * Creates the handler of routes from code that takes a `Request` and returns a `Response`: the routers of oRPC, ts-rest, Hono and others.
 *
 * Supports both payload formats of API Gateway, and function URLs. The address of the request has no stage in its path. Without a
 * response, the status is 404; a request with headers that are none gets 400. A stream is sent as a whole.
 *
 * @example
 * const api = new OpenAPIHandler(router);
 * export const handler = FetchHandler(async (request, { claims }) => (await api.handle(request, { context: { claims } })).response);
 */
export function FetchHandler(
  respond: (request: Request, context: FetchContext) => Response | undefined | Promise<Response | undefined>,
): (event: GatewayEvent, context: LambdaContext) => Promise<FetchResult> {
  return (event, lambda) =>
    runInvocation("api", event, lambda, async () => {
      const request = fetchRequestOf(event, requestUrlOf(event));
      if (request === undefined)
        return resultOf(event, Response.json({ message: "Bad Request" }, { status: 400 }));
      const response = await respond(request, { event, lambda, claims: claimsOf(event) });
      return resultOf(event, response ?? Response.json({ message: "Not Found" }, { status: 404 }));
    });
}
