import type { Construct } from "constructs";
import { checkKeys, isPlainObject } from "../core/checks/check";
import { isProviderObject } from "../core/terraform/override";
import { isFunction } from "../function";
import { fail } from "./errors";

/** The value of a route: its type, and its props in the object form. */
interface ReadRoute<Kind> {
  readonly kind: Kind;
  /** The props as the caller wrote them, which the kind has not checked yet. */
  readonly props: Readonly<Record<string, unknown>>;
}

interface AnyKind {
  readonly keys: readonly string[];
}

/** The types of routes of a gateway. A route without a type leads to a function. */
type RouteKinds<Kind extends AnyKind> = Readonly<Record<string, Kind>> & { readonly function: Kind };

/** Finds the type of a route. Refuses values that are not routes. */
export function readRoute<Kind extends AnyKind>(
  api: Construct,
  prop: string,
  value: unknown,
  kinds: RouteKinds<Kind>,
): ReadRoute<Kind> {
  if (typeof value === "string" || isFunction(value)) {
    return { kind: kinds.function, props: { function: value } };
  }
  if (isProviderObject(value)) {
    const { terraformResourceType: type } = value;
    return fail(api, "function-provider-object", prop, { id: prop, type });
  }
  if (!isPlainObject(value)) return fail(api, "route-value-invalid", prop, { value });
  if ("handler" in value) fail(api, "route-handler-misplaced", prop, { handler: value.handler });
  return { kind: kindOf(api, prop, value, kinds), props: value };
}

function kindOf<Kind extends AnyKind>(
  api: Construct,
  prop: string,
  value: Readonly<Record<string, unknown>>,
  kinds: RouteKinds<Kind>,
): Kind {
  const { type, cdk } = value;
  if (type !== undefined) {
    const kind = typeof type === "string" && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
    return kind ?? fail(api, "literal-unknown", `${prop}.type`, { value: type, allowed: Object.keys(kinds) });
  }
  const hasFunction = value.function !== undefined || (isPlainObject(cdk) && cdk.function !== undefined);
  if (hasFunction) return kinds.function;
  // A misspelled key is named with a suggestion.
  checkKeys(api, prop, value, [...new Set(Object.values(kinds).flatMap(({ keys }) => keys))]);
  return fail(api, "route-value-invalid", prop, { value });
}
