import type { Construct } from "constructs";
import { mapTogether } from "../errors/error";
import { fail } from "./errors";
import type { MovedRoutes } from "./moved-routes";
import { planInScope } from "./routes-scope";

/** The routes of one call, all of them checked. */
export interface PlannedRoutes<Planned> {
  /** Where they are created. */
  readonly place: Construct;
  readonly routes: readonly Planned[];
}

/** The functions with which a gateway reads its routes. */
export interface RouteReader<Key extends { readonly key: string }, Value, Planned> {
  /** The routes that the API has already, by their key. */
  readonly added: ReadonlyMap<string, { readonly key: Key }>;
  /** The routes that had other keys. */
  readonly moved: MovedRoutes<Key>;
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
    const added = new Map([...reader.added].map(([key, each]) => [key, each.key]));
    const read = mapTogether(Object.entries(routes), ([written, value]) => {
      const prop = `routes[${JSON.stringify(written)}]`;
      const key = reader.parseKey(prop, written);
      return { prop, key, value };
    });
    // The names of functions are those of routes that were moved.
    const undo = reader.moved.plan(place, [...added.values()], read);
    try {
      const planned = mapTogether(read, ({ prop, key, value }) => {
        if (added.has(key.key)) fail(api, "route-duplicate", prop, { key: key.key });
        added.set(key.key, key);
        return reader.plan(place, key, prop, value);
      });
      reader.checkAll(planned);
      return { place, routes: planned };
    } catch (error) {
      undo();
      throw error;
    }
  });
}
