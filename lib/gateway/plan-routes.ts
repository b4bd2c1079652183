import type { Construct } from "constructs";
import { fail } from "./errors";
import { planInScope } from "./routes-scope";

/** The routes of one call, all of them checked. */
export interface PlannedRoutes<Planned> {
  /** Where they are created. */
  readonly place: Construct;
  readonly routes: readonly Planned[];
}

/** How a gateway reads its routes. */
export interface RouteReader<Key extends { readonly key: string }, Value, Planned> {
  /** Keys of the routes that the API has already. */
  readonly added: { has(key: string): boolean };
  parseKey(prop: string, written: string): Key;
  /** Refuses a route that cannot work. Creates nothing. */
  plan(place: Construct, key: Key, prop: string, value: Value): Planned;
  /** Refuses routes that cannot exist together. */
  checkAll(planned: readonly Planned[]): void;
}

/** Refuses the routes of one call when one of them cannot work. The tree is then as it was before the call. */
export function planRoutes<Key extends { readonly key: string }, Value, Planned>(
  api: Construct,
  scope: Construct,
  routes: Readonly<Record<string, Value>>,
  reader: RouteReader<Key, Value, Planned>,
): PlannedRoutes<Planned> {
  return planInScope(api, scope, (place) => {
    const planned = new Map<string, Planned>();
    for (const [written, value] of Object.entries(routes)) {
      const prop = `routes[${JSON.stringify(written)}]`;
      const key = reader.parseKey(prop, written);
      if (reader.added.has(key.key) || planned.has(key.key)) {
        fail(api, "route-duplicate", prop, { key: key.key });
      }
      planned.set(key.key, reader.plan(place, key, prop, value));
    }
    const all = [...planned.values()];
    reader.checkAll(all);
    return { place, routes: all };
  });
}
