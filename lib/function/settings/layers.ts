import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { isUnknownList, knownItems, parseItems } from "../../core/list";
import { isProviderObject } from "../../core/override";
import { quotas } from "../../core/quotas";
import { fail } from "../errors";
import type { FunctionProps } from "../props";

/** A layer: the ARN of a layer version, or a provider object. */
export type LayerReference = NonNullable<FunctionProps["layers"]>[number];

/** Refuses values that are not layers, and more layers than the service accepts. */
export function checkLayers(
  where: IConstruct | string,
  prop: string,
  given: readonly unknown[],
  existing = 0,
): void {
  const layers = knownItems(parseItems(where, prop, given));
  if (existing > 0 && isUnknownList(given)) fail(where, "list-mixed", prop, {});
  layers.forEach((layer, index) => {
    const isArn = typeof layer === "string" && (Token.isUnresolved(layer) || layer.startsWith("arn:"));
    if (isArn || isProviderObject(layer, "aws_lambda_layer_version")) return;
    fail(where, "prop-invalid", `${prop}[${index}]`, {
      value: layer,
      expected: "the ARN of a layer version, a LambdaLayerVersion or a DataAwsLambdaLayerVersion",
    });
  });
  const count = existing + layers.length;
  const limit = quotas.layersPerFunction;
  if (count > limit) fail(where, "quota-exceeded", prop, { what: "layers", count, limit });
}
