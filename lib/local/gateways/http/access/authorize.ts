import { byKind } from "../../../../facts/text/by-kind";
import { admitSigned } from "../../signed-request";
import type { RouteAuthorization } from "../config/config";
import type { HttpExchange } from "../exchange";
import { gatewayAnswers, type HttpAnswer } from "../response/answer";
import type { HttpApiServices } from "../services";
import { authorizeByFunction } from "./authorize-function";
import { authorizeByToken } from "./authorize-token";

/** Admits a request and notes its caller, or returns the response that refuses it. */
export async function authorize(
  exchange: HttpExchange,
  services: HttpApiServices,
): Promise<HttpAnswer | undefined> {
  return refusalBy(exchange.route?.authorization ?? { type: "none" }, exchange, services);
}

const refusalBy = byKind<
  RouteAuthorization,
  "type",
  [exchange: HttpExchange, services: HttpApiServices],
  Promise<HttpAnswer | undefined>
>("type", {
  none: async () => undefined,
  iam: (_, exchange, services) => authorizeBySignature(exchange, services),
  jwt: (authorization, exchange, services) => authorizeByToken(exchange, services, authorization),
  function: ({ authorizer }, exchange, services) => authorizeByFunction(exchange, services, authorizer),
  broken: async (_, { notes }) => {
    notes.authorizerError = "The route's authorizer does not exist.";
    return gatewayAnswers.internalError;
  },
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-access-control-iam.html */
async function authorizeBySignature(
  exchange: HttpExchange,
  { context }: HttpApiServices,
): Promise<HttpAnswer | undefined> {
  const { headers, routeArn } = exchange;
  const needed = [{ action: "execute-api:Invoke", resource: routeArn }];
  const refusal = await admitSigned(exchange, context, { headers, needed });
  if (refusal === undefined) return undefined;
  return refusal.because === "too-large" ? gatewayAnswers.tooLarge : gatewayAnswers.forbidden;
}
