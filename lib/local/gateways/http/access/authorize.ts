import { byKind } from "../../../../facts/text/by-kind";
import { checkSignature } from "../../../wire/signature";
import { signedCaller } from "../../signed-caller";
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

/** The access that a signed request needs. */
interface SignedAccess {
  /** The service that the client signs for. @default "execute-api" */
  readonly service?: string;
  /** @default - to invoke the route */
  readonly needed?: readonly { readonly action: string; readonly resource: string }[];
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-access-control-iam.html */
export async function authorizeBySignature(
  exchange: HttpExchange,
  { context }: Pick<HttpApiServices, "context">,
  {
    service = "execute-api",
    needed = [{ action: "execute-api:Invoke", resource: exchange.routeArn }],
  }: SignedAccess = {},
): Promise<HttpAnswer | undefined> {
  // Without a signature there is no reason to read the body.
  const { authorization } = exchange.request.headers;
  if (authorization === undefined && !exchange.rawQuery.includes("X-Amz-Signature=")) {
    exchange.notes.authorizerError = "Missing Authentication Token";
    exchange.notes.reason = "The request is not signed.";
    return gatewayAnswers.forbidden;
  }
  const body = await exchange.readBody();
  if (body.state !== "complete") return gatewayAnswers.tooLarge;
  const { api, method, rawPath, rawQuery, headers } = exchange;
  const check = checkSignature(
    { method, rawPath, rawQuery, headers, body: body.bytes },
    context.accessKeys,
    context.clock.now(),
    api.region,
    service,
  );
  if (!check.accepted) {
    exchange.notes.authorizerError = check.message;
    exchange.notes.reason = `The signature is refused: ${check.message}`;
    return gatewayAnswers.forbidden;
  }
  const { caller, identity } = signedCaller(check, api, context);
  const denied = context.access?.check(caller, needed, {
    sourceIp: exchange.sourceIp,
    userAgent: headers["user-agent"],
    referer: headers.referer,
  });
  if (denied !== undefined) {
    exchange.notes.authorizerError = denied;
    exchange.notes.reason = denied;
    return gatewayAnswers.forbidden;
  }
  exchange.authorized = { type: "iam", ...identity };
  return undefined;
}
