import { withoutUndefined } from "../../core/checks/absence";
import { isPlainObject } from "../../core/checks/check";
import { mergePermissions, type Permissions } from "../../iam/permissions";
import type { FunctionProps } from "../props";

/** Merges several definitions of a function; later ones take precedence. A field with `undefined` counts as missing. See `mergeTwo`. */
export function mergeFunctionProps(
  ...definitions: readonly (Partial<FunctionProps> | undefined)[]
): FunctionProps {
  return definitions.reduce<FunctionProps>(
    (merged, next) => (next === undefined ? merged : mergeTwo(merged, withoutUndefined(next))),
    {},
  );
}

/**
 * Merges a definition over a default. Each field overrides, except that environments, layers, permissions and bound
 * constructs are combined.
 */
function mergeTwo(base: FunctionProps, over: Partial<FunctionProps>): FunctionProps {
  const merged: Record<string, unknown> = { ...base, ...over };
  const joined = {
    environment: joinMaps(base.environment, over.environment),
    layers: joinLists(base.layers, over.layers),
    permissions: joinPermissions(base.permissions, over.permissions),
    bind: joinLists(base.bind, over.bind),
    config: joinLists(base.config, over.config),
  };
  for (const [key, value] of Object.entries(joined)) if (value !== undefined) merged[key] = value;
  return merged;
}

// Values of the wrong type are passed on unchanged, so that the check of the props reports the caller's value.

function joinPermissions(base: Permissions | undefined, over: Permissions | undefined) {
  const wrong = [over, base].find((each) => each !== undefined && each !== "*" && !Array.isArray(each));
  return wrong ?? mergePermissions(base, over);
}

function joinMaps<Value>(
  base: Readonly<Record<string, Value>> | undefined,
  over: Readonly<Record<string, Value>> | undefined,
): Readonly<Record<string, Value>> | undefined {
  if (base === undefined || over === undefined) return over ?? base;
  return [over, base].find((each) => !isPlainObject(each)) ?? { ...base, ...over };
}

function joinLists<Item>(
  base: readonly Item[] | undefined,
  over: readonly Item[] | undefined,
): readonly Item[] | undefined {
  if (base === undefined || over === undefined) return over ?? base;
  return [over, base].find((each) => !Array.isArray(each)) ?? [...base, ...over];
}
