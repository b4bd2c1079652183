import type { RestExchange } from "../exchange";
import { type Failure, isFailure, type RestAnswer } from "../response/answer";
import type { RestApiServices } from "../services";
import type { FunctionProxyIntegration } from "./integration";
import { invokeFunction } from "./invoke-function";
import { readProxyAnswer } from "./proxy-answer";
import { proxyEvent } from "./proxy-event";

/** The documentation says 504; the deployed gateway responds to a failing function with this. */
export const badGateway: Failure = { failure: "INTEGRATION_FAILURE", status: 502 };

/** Invokes the function of the method and returns its response. */
export async function integrateFunctionProxy(
  exchange: RestExchange,
  services: RestApiServices,
  integration: FunctionProxyIntegration,
): Promise<RestAnswer | Failure> {
  const { notes } = exchange;
  const result = await invokeFunction(exchange, services, integration, proxyEvent(exchange));
  if (isFailure(result)) return result;
  if (result.isError) {
    notes.reason = result.reason;
    notes.integrationError = "The function failed.";
    return badGateway;
  }
  const answer = readProxyAnswer(exchange, result.payload);
  if (isFailure(answer)) return answer;
  if ("problem" in answer) {
    notes.reason = `The function returned no usable response: ${answer.problem}`;
    notes.integrationError = "Malformed Lambda proxy response";
    return badGateway;
  }
  notes.functionStatus = answer.status;
  return answer;
}
