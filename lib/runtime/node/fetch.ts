import { type Caller, callerOf } from "./caller";
import { type FetchResult, fetchRequestOf, requestUrlOf, resultOf } from "./requests/fetch-request";
import type { GatewayEvent, LambdaContext } from "./requests/gateway-event";
import { runInvocation } from "./requests/invocation";

export type { FetchResult } from "./requests/fetch-request";

/** The invocation, beside the request: who called, and the event. */
export interface FetchContext extends Caller {
  readonly event: GatewayEvent;
  readonly lambda: LambdaContext;
}

/**
 * Creates the handler of routes from code that takes a `Request` and returns a `Response`: the routers of oRPC, ts-rest, Hono and others.
 *
 * Supports both payload formats of API Gateway, and function URLs. The address of the request has no stage in its path. Without a
 * response, the status is 404; a request with invalid headers gets 400. A stream is sent as a whole.
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
      const response = await respond(request, { ...callerOf(event), event, lambda });
      return resultOf(event, response ?? Response.json({ message: "Not Found" }, { status: 404 }));
    });
}
