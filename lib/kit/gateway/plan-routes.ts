import type { Construct } from "constructs";
import { mapAttempts } from "../../facts/errors/problems";
import { fail } from "./errors";

/** A route as the caller wrote it, with its key parsed. */
export interface GivenRoute<Key, Value> {
  /** `routes["GET /notes"]`, for messages. */
  readonly prop: string;
  readonly key: Key;
  readonly value: Value;
}

/** The routes of one call, all of them checked. */
export interface PlannedRoutes<Planned> {
  /** Where they are created. */
  readonly place: Construct;
  readonly routes: readonly Planned[];
}

/**
 * Reads the keys of the routes of one call, and reports all wrong ones together.
 *
 * @param parseKey - refuses a key that is wrong or taken
 */
export function parseRouteKeys<Key, Value>(
  routes: Readonly<Record<string, Value>>,
  parseKey: (written: string, prop: string) => Key,
): readonly GivenRoute<Key, Value>[] {
  return mapAttempts(Object.entries(routes), ([written, value]) => {
    const prop = `routes[${JSON.stringify(written)}]`;
    return { prop, key: parseKey(written, prop), value };
  });
}

/** Refuses the description of one route in place of a map of routes, as other tools take it: `{ path: "/notes", method: "GET" }`. */
export function checkManyRoutes(api: Construct, routes: Readonly<Record<string, unknown>>): void {
  const { path, method, methods } = routes;
  if (typeof path !== "string") return;
  const [verb] = [method, methods].flat().filter((each) => typeof each === "string");
  const route = `${(verb ?? "GET").toUpperCase()} ${path.startsWith("/") ? path : `/${path}`}`;
  fail(api, "prop-invalid", "routes", {
    value: routes,
    expected: `methods and paths as keys: { ${JSON.stringify(route)}: "functions/notes.get" }`,
  });
}

/** The keys of the routes that an API has, and of those that are planned. */
export class TakenKeys {
  private readonly keysByForm = new Map<string, string>();

  /** @param formOf - equal for keys that cannot exist together */
  constructor(
    keys: readonly string[],
    private readonly formOf: (key: string) => string = (key) => key,
  ) {
    for (const key of keys) this.take(key);
  }

  /** Takes a key. @returns the existing key of the same form, if it was taken before */
  take(key: string): string | undefined {
    const form = this.formOf(key);
    const other = this.keysByForm.get(form);
    if (other === undefined) this.keysByForm.set(form, key);
    return other;
  }
}

/** Refuses a key that the API or another route of the call has. */
export function takeKey<Key extends { readonly key: string }>(
  api: Construct,
  prop: string,
  taken: TakenKeys,
  parsed: Key,
): Key {
  const { key } = parsed;
  if (taken.take(key) !== undefined) fail(api, "route-duplicate", prop, { key });
  return parsed;
}
