import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { isListReference, knownItems, parseList } from "../../core/list";
import { isProviderObject } from "../../core/override";
import { quotas } from "../../core/quotas";
import { toArn } from "../arn";
import { fail } from "../errors";
import type { FunctionProps } from "../props";

/** A layer: the ARN of a layer version, a layer of this library or a provider object. */
export type LayerReference = NonNullable<FunctionProps["layers"]>[number];

/** Refuses values that are not layers, and more layers than the service accepts. */
export function checkLayers(
  where: IConstruct | string,
  prop: string,
  given: readonly unknown[],
  existing = 0,
): void {
  const layers = knownItems(parseList(where, prop, given));
  if (existing > 0 && isListReference(given)) fail(where, "list-mixed", prop, {});
  layers.forEach((layer, index) => {
    const isArn = typeof layer === "string" && (Token.isUnresolved(layer) || layer.startsWith("arn:"));
    if (isArn || isLayer(layer) || isProviderObject(layer, "aws_lambda_layer_version")) return;
    fail(where, "prop-invalid", `${prop}[${index}]`, {
      value: layer,
      expected: "the ARN of a layer version, a Layer, a LambdaLayerVersion or a DataAwsLambdaLayerVersion",
    });
  });
  const count = existing + layers.length;
  const limit = quotas.layersPerFunction;
  if (count > limit) fail(where, "quota-exceeded", prop, { what: "layers", count, limit });
}

/** The ARN of a layer's version. */
export function layerVersionArn(layer: LayerReference): string {
  return isLayer(layer) ? layer.layerVersionArn : toArn(layer);
}

/** Whether a value is a layer of this library. Checked by a mark: the caller may use another copy of the package. */
function isLayer(value: unknown): value is { readonly layerVersionArn: string } {
  return typeof value === "object" && value !== null && "isServerformLayer" in value;
}
