import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { checkList } from "../../core/check";
import { isProviderObject } from "../../core/override";
import { quotas } from "../../core/quotas";
import { fail } from "../errors";
import type { FunctionProps } from "../props";

/** A layer: the ARN of one of its versions, or an object for it. */
export type LayerReference = NonNullable<FunctionProps["layers"]>[number];

/** Refuses what is no layer, and more layers than the service takes. */
export function checkLayers(fn: IConstruct, prop: string, layers: readonly unknown[], existing = 0): void {
  checkList(fn, prop, layers);
  layers.forEach((layer, index) => {
    const isArn = typeof layer === "string" && (Token.isUnresolved(layer) || layer.startsWith("arn:"));
    if (isArn || isProviderObject(layer, "aws_lambda_layer_version")) return;
    fail(fn, "prop-invalid", `${prop}[${index}]`, {
      value: layer,
      expected: "the ARN of a layer version, a LambdaLayerVersion or a DataAwsLambdaLayerVersion",
    });
  });
  const count = existing + layers.length;
  const limit = quotas.layersPerFunction;
  if (count > limit) fail(fn, "quota-exceeded", prop, { what: "layers", count, limit });
}
