import { existsSync } from "node:fs";
import { posix, resolve } from "node:path";
import type { IConstruct } from "constructs";
import { isArn } from "../../../facts/aws/arns";
import { Stack } from "../../app";
import { shortHash } from "../../core/names/hash";
import { Layer } from "./layer";

/** Whether a text is the path of a folder or a zip file in the project. */
export function isLayerPath(scope: IConstruct, text: string): boolean {
  return !isArn(text) && text !== "" && existsSync(resolve(Stack.of(scope).app.appPath, text));
}

/** The layer of a stack with the content of a folder or a zip file. All functions of the stack share it. */
export function layerOfPath(scope: IConstruct, path: string): Layer {
  const stack = Stack.of(scope);
  const code = posix.normalize(path).replace(/(?<=.)\/+$/, "");
  const id = `_layer_${code.replace(/[^A-Za-z0-9]+/g, "-")}-${shortHash(code)}`;
  return (stack.node.tryFindChild(id) as Layer | undefined) ?? new Layer(stack, id, { code });
}
