import type { Model } from "../../../model";
import { creates, type Gateway, type GatewayContext, reportOnce } from "../gateway";
import { ServedRestApi } from "./rest-api";
import { UsagePlans } from "./usage-plans";

const createAll = creates("REST", (model) => model.ofType("aws_api_gateway_rest_api"), ServedRestApi);

/**
 * Creates a gateway for each REST API of the model, or keeps the existing one.
 *
 * The listening server sets `headersTimeout` and `requestTimeout`, and answers malformed requests.
 */
export function createRestApis(
  model: Model,
  context: GatewayContext,
  before: readonly Gateway[] = [],
): readonly Gateway[] {
  const known = before.find((each): each is ServedRestApi => each instanceof ServedRestApi);
  const shared = known?.shared ?? {
    plans: new UsagePlans(context.clock),
    once: reportOnce(context.report),
  };
  return createAll(model, { ...context, shared }, before);
}
