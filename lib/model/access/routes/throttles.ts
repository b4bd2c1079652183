import type { ThrottleLimits } from "../../gateways/throttle-limits";
import { methodKey, readMethodLimits, routeLimits } from "../../gateways/throttle-limits";
import type { Model, Values } from "../../resources/model";
import { text } from "../../resources/values";
import type { RouteFact } from "../facts";

/**
 * Finds the limits of a route, in requests for each second. Undefined if the stage sets none, so that those of the account apply.
 *
 * An API with several stages has the limits of its `$default` stage.
 */
export function throttleFinder(model: Model): (route: RouteFact) => ThrottleLimits | undefined {
  const byAddress = new Map(model.resources.map((each) => [each.address, each]));
  return ({ address, key }) => {
    const { type, values } = byAddress.get(address) ?? {};
    if (type === "aws_apigatewayv2_route") {
      const stage = mainStage(ofApi(model, "aws_apigatewayv2_stage", "api_id", values), "name");
      return stage && routeLimits(stage)(key);
    }
    if (type !== "aws_api_gateway_method") return undefined;
    const stage = mainStage(ofApi(model, "aws_api_gateway_stage", "rest_api_id", values), "stage_name");
    const settings = ofApi(model, "aws_api_gateway_method_settings", "rest_api_id", values);
    const name = stage && text(stage, "stage_name");
    const limits = readMethodLimits(
      settings.filter((each) => name !== undefined && text(each, "stage_name") === name),
    );
    const [method = "", path = ""] = key.split(" ");
    return limits.get(methodKey(`${path}/${method}`)) ?? limits.get("*/*");
  };
}

const ofApi = (model: Model, type: string, attribute: string, part: Values | undefined): readonly Values[] =>
  model.ofType(type).flatMap(({ values }) => (values[attribute] === part?.[attribute] ? [values] : []));

const mainStage = (stages: readonly Values[], name: string): Values | undefined =>
  stages.find((stage) => stage[name] === "$default") ?? (stages.length === 1 ? stages[0] : undefined);
