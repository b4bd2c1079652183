import { existsSync } from "node:fs";
import { posix, resolve } from "node:path";
import type { IConstruct } from "constructs";
import { exampleArn, layerVersionArn } from "../../../facts/aws/arn-patterns";
import { isArn } from "../../../facts/aws/arns";
import type { Where } from "../../../facts/errors/error";
import { mapTogether } from "../../../facts/errors/problems";
import { Stack } from "../../app";
import { isUnknownList, parseItems } from "../../core/checks/list";
import { refuseValue } from "../../core/errors";
import { checkLimit, limits } from "../../core/limits";
import { shortHash } from "../../core/names/name";
import { isProviderObject } from "../../core/terraform/override";
import { resolveValue } from "../../core/tokens/resolve";
import { isUnresolved } from "../../core/tokens/unresolved";
import { toArn } from "../arn";
import { fail } from "../errors";
import type { FunctionProps } from "../props";
import { Layer } from "./layer";

/** A layer: the ARN of a layer version, a path of the project, a layer of this library or a provider object. */
export type LayerReference = NonNullable<FunctionProps["layers"]>[number];

export interface LayerPlace {
  /** The construct, or its path before its creation. */
  readonly where: Where;
  /** A construct of its stack. */
  readonly scope: IConstruct;
  readonly prop: string;
  /** The region of the function; undefined if it is unknown. */
  readonly region: string | undefined;
}

/**
 * The unique ARNs of layers: defaults may contain the same layer as the function. Refuses values that are not layers, two
 * versions of one layer, and too many layers.
 *
 * @param existing - the ARNs of the function's existing layers
 * @returns a function that creates the layers given as paths, and returns the ARNs of all
 */
export function parseLayers(
  place: LayerPlace,
  given: readonly unknown[],
  existing: readonly string[] = [],
): () => readonly string[] {
  const { where, scope, prop, region } = place;
  const layers = parseItems(where, prop, given);
  if (isUnknownList(layers)) {
    if (existing.length > 0) fail(where, "list-mixed", prop, {});
    return () => layers as readonly string[];
  }
  const found = new Map(existing.map((arn) => [textOf(scope, arn), () => arn]));
  mapTogether(layers, (layer, index) => {
    const at = `${prop}[${index}]`;
    if (typeof layer === "string" && isLayerPath(scope, layer)) {
      const { made, id, code } = layerOfPath(scope, layer);
      const create = () => (made ?? new Layer(Stack.of(scope), id, { code })).layerVersionArn;
      return found.set(made === undefined ? id : textOf(scope, made.layerVersionArn), create);
    }
    const arn = arnOf(place, at, layer);
    const text = textOf(scope, arn);
    const [, layerArn, layerRegion] = layerVersionArn.exec(text) ?? [];
    if (region !== undefined && layerRegion !== undefined && layerRegion !== region) {
      fail(where, "layer-region", at, { value: text, region });
    }
    const other = [...found.keys()].find(
      (each) => each !== text && layerVersionArn.exec(each)?.[1] === layerArn,
    );
    if (layerArn !== undefined && other !== undefined) {
      fail(where, "layer-versions", at, { value: text, other });
    }
    return found.has(text) ? found : found.set(text, () => arn);
  });
  checkLimit(where, prop, [...found.keys()], limits.aws_lambda_function.layers);
  return () => [...found.values()].map((create) => create());
}

function arnOf({ where }: LayerPlace, prop: string, layer: unknown): string {
  if (isLayer(layer)) return layer.layerVersionArn;
  if (isProviderObject(layer, "aws_lambda_layer_version")) {
    return toArn(layer as unknown as { readonly arn: string });
  }
  if (typeof layer === "string" && (isUnresolved(layer) || layerVersionArn.test(layer))) return layer;
  return refuseValue(
    where,
    prop,
    layer,
    `the ARN of a layer version, such as "${exampleArn("lambda", "layer:tools:1")}", a folder or zip file of the project, ` +
      "a Layer, a LambdaLayerVersion or a DataAwsLambdaLayerVersion",
  );
}

/** Each read of an attribute returns a new reference with the same text. */
function textOf(scope: IConstruct, arn: string): string {
  return String(resolveValue(scope, arn));
}

/** Whether a value is a layer of this library. Checked by a mark: the caller may use another copy of the package. */
function isLayer(value: unknown): value is { readonly layerVersionArn: string } {
  return typeof value === "object" && value !== null && "isServerformLayer" in value;
}

/** Whether a text is the path of a folder or a zip file in the project. */
function isLayerPath(scope: IConstruct, text: string): boolean {
  return !isArn(text) && text !== "" && existsSync(resolve(Stack.of(scope).app.appPath, text));
}

/** The layer of a stack with the content of a folder or a zip file. All functions of the stack share it. */
function layerOfPath(scope: IConstruct, path: string) {
  const code = posix.normalize(path).replace(/(?<=.)\/+$/, "");
  const id = `_layer_${code.replace(/[^A-Za-z0-9]+/g, "-")}-${shortHash(code)}`;
  return { made: Stack.of(scope).node.tryFindChild(id) as Layer | undefined, id, code };
}
