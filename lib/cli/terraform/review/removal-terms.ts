import { resourceTypes } from "../../../facts/aws/resource-types";
import { isObject } from "../../project/json";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import { countOf } from "../../ui/count";
import { isPreflight } from "./api-terms";
import { keepsData } from "./kept-data";
import { labelOf } from "./losses";

/** The losses of a removal, in the words of the app: resources with data first, and whether they are kept. */
export function removalLines(stack: SynthesizedStack): readonly string[] {
  const resources = Object.entries(isObject(stack.template.resource) ? stack.template.resource : {}).flatMap(
    ([type, blocks]) =>
      Object.entries(isObject(blocks) ? blocks : {}).map(([name, values]) => ({
        type,
        address: `${type}.${name}`,
        values: isObject(values) ? values : {},
      })),
  );
  const held = resources.flatMap(({ type, address, values }) => {
    const { holding } = resourceTypes[type] ?? {};
    if (holding === undefined || holding.isPart === true || values.force_destroy === true) return [];
    const effect = keepsData(stack, type) ? "stays in your account" : "its data is deleted";
    const name = `the ${holding.noun} ${labelOf(stack, address, values)}`;
    return [{ holds: holding.holds, line: holding.holds === "data" ? `${name}: ${effect}` : name }];
  });
  const count = (types: RegExp): number =>
    resources.filter(({ type, values }) => types.test(type) && !isPreflight(values)).length;
  const counts = [
    counted(count(/^aws_apigatewayv2_route$|^aws_api_gateway_method$/), "route"),
    counted(count(/^aws_lambda_function$/), "function"),
  ].flat();
  return [
    ...held.filter(({ holds }) => holds === "data").map(({ line }) => line),
    ...held.filter(({ holds }) => holds === "address").map(({ line }) => line),
    ...(counts.length > 0 ? [counts.join(", ")] : []),
  ];
}

const counted = (count: number, noun: string): readonly string[] =>
  count === 0 ? [] : [countOf(count, noun)];
