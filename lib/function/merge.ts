import { mergePermissions } from "../shared/permissions";
import type { FunctionProps } from "./props";

/** The default of several definitions of a function, later ones winning; see `mergeTwo`. */
export function mergeFunctionProps(
  ...definitions: readonly (Partial<FunctionProps> | undefined)[]
): FunctionProps {
  return definitions.reduce<FunctionProps>(
    (merged, next) => (next === undefined ? merged : mergeTwo(merged, next)),
    {},
  );
}

/**
 * A definition laid over a default: each field overrides, but environments, layers, permissions and bound constructs of
 * both apply. A field given as `undefined` is not given.
 */
function mergeTwo(base: FunctionProps, over: Partial<FunctionProps>): FunctionProps {
  const given = Object.fromEntries(Object.entries(over).filter(([, value]) => value !== undefined));
  const merged: Record<string, unknown> = { ...base, ...given };
  const joined = {
    environment: joinMaps(base.environment, over.environment),
    layers: joinLists(base.layers, over.layers),
    permissions: mergePermissions(base.permissions, over.permissions),
    bind: joinLists(base.bind, over.bind),
    config: joinLists(base.config, over.config),
  };
  for (const [key, value] of Object.entries(joined)) if (value !== undefined) merged[key] = value;
  return merged;
}

function joinMaps<Value>(
  base: Readonly<Record<string, Value>> | undefined,
  over: Readonly<Record<string, Value>> | undefined,
): Readonly<Record<string, Value>> | undefined {
  return base === undefined || over === undefined ? (over ?? base) : { ...base, ...over };
}

function joinLists<Item>(
  base: readonly Item[] | undefined,
  over: readonly Item[] | undefined,
): readonly Item[] | undefined {
  return base === undefined || over === undefined ? (over ?? base) : [...base, ...over];
}
