import { methodKey } from "../../../../model/gateways/throttle-limits";
import type { RestExchange } from "../exchange";
import type { Failure } from "../response/answer";
import type { RestApiServices } from "../services";

/** Admits a request if its API key has usage left in its plan. Methods may not require a key. */
export function checkApiKey(exchange: RestExchange, { plans }: RestApiServices): Failure | undefined {
  const { api, stage, method } = exchange;
  if (method === undefined || stage === undefined || !method.needsApiKey) return undefined;
  const value = givenKey(exchange);
  const admission = value === undefined ? undefined : plans.admit(value, api.id, stage.name);
  if (admission === undefined) {
    const where = api.takesKeysFromAuthorizer ? "usageIdentifierKey of the authorizer" : "header x-api-key";
    const reason =
      value === undefined
        ? `The method requires an API key, and the ${where} is missing.`
        : `The API key in the ${where} belongs to no usage plan of the stage ${stage.name}.`;
    return { failure: "INVALID_API_KEY", reason };
  }
  exchange.apiKey = admission.key;
  const settings = methodKey(`${method.resource.path}/${method.httpMethod}`);
  switch (plans.use(admission, api.id, stage.name, settings)) {
    case "throttled":
      return { failure: "THROTTLED", reason: "The throttle of the key's usage plan refuses it." };
    case "over-quota":
      return { failure: "QUOTA_EXCEEDED", reason: "The quota of the key's usage plan is used up." };
    default:
      return undefined;
  }
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-key-source.html */
function givenKey(exchange: RestExchange): string | undefined {
  if (!exchange.api.takesKeysFromAuthorizer) return exchange.header("x-api-key");
  const { authorized } = exchange;
  return authorized?.type === "function" ? authorized.usageIdentifierKey : undefined;
}
