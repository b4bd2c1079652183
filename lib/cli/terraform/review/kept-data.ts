import { resourceTypes } from "../../../facts/aws/resource-types";
import type { SynthesizedStack } from "../../project/synthesized-stack";

/** The attributes of a resource in the state. */
type Values = Readonly<Record<string, unknown>>;

/** Whether a removal keeps resources that hold data: all of them, or those of one type. */
export function keepsData({ settings }: SynthesizedStack, type?: string): boolean {
  if (settings === undefined || settings.removalPolicy !== undefined || settings.isDebugStack === true)
    return false;
  return type === undefined || resourceTypes[type]?.keeping?.hasData === true;
}

/**
 * Whether a resource names another one: by its id, its ARN or its name, alone or as a part of a path.
 *
 * The dependencies of a state are those of all dependencies, too. A policy of one bucket depends on all that its statements name.
 */
export function isNamedIn(type: string, named: Values, values: Values): boolean {
  const { namedBy = ["id", "arn", "name"] } = resourceTypes[type]?.keeping ?? {};
  const names = new Set(namedBy.flatMap((attribute) => textsIn(named[attribute])));
  return textsIn(values).some((text) => names.has(text) || text.split("/").some((part) => names.has(part)));
}

/** The texts of a value that may be names. Policies and other JSON are longer, and name many resources. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value === "" || value.startsWith("{") ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
