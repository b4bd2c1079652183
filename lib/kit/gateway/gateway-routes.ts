import type { Construct } from "constructs";
import { mapAttempts, mapTogether } from "../../facts/errors/problems";
import { refuseValue } from "../core/errors";
import type { FunctionsByKey } from "../function";
import { fail } from "./errors";
import { MovedRoutes, type RouteParts } from "./moved-routes";
import type { RouteTarget } from "./route-kind";
import { planInScope } from "./routes-scope";
import type { RouteThrottle } from "./stage";
import { noteTimeout } from "./time-out";

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

/** A route that exists. */
export interface AddedRoute<Key, Target, Resource> {
  readonly key: Key;
  readonly target: Target;
  readonly throttle: RouteThrottle | undefined;
  /** The resource that leads requests to the target. */
  readonly resource: Resource;
}

/** A form of route keys. Two routes whose keys have one form cannot exist together. */
export interface KeyForm {
  of(key: string): string;
  refuse(prop: string, key: string, other: string): void;
}

/** The routes of an API. Those of one call are planned, and created if none of them is refused. */
export abstract class GatewayRoutes<
  Key extends { readonly key: string },
  Value,
  Planned,
  Target extends RouteTarget<unknown>,
  Resource,
> implements RouteParts<Key>
{
  /** By route key. */
  protected readonly added = new Map<string, AddedRoute<Key, Target, Resource>>();
  protected readonly moved: MovedRoutes<Key>;
  /** Forms of keys, beside the keys themselves. */
  protected readonly forms: readonly KeyForm[] = [];

  constructor(protected readonly api: Construct) {
    this.moved = new MovedRoutes(api, this);
  }

  /** Refuses a key that the gateway cannot serve. */
  abstract parseKey(written: string, prop: string): Key;
  abstract idsOf(key: Key, other: Key): readonly [string, ...string[]];
  /**
   * Refuses a route that cannot work. Creates nothing.
   *
   * @param ids - ids of constructs that the routes of the call have so far
   */
  protected abstract planRoute(place: Construct, route: GivenRoute<Key, Value>, ids: Set<string>): Planned;
  /** Refuses planned routes that the API cannot have together. */
  protected abstract checkPlanned(planned: readonly Planned[]): void;

  get keys(): string[] {
    return [...this.added.keys()];
  }

  /** By route key. */
  get resources(): ReadonlyMap<string, Resource> {
    return new Map([...this.added].map(([key, { resource }]) => [key, resource]));
  }

  /** Limits of single routes, by route key. */
  get throttles(): ReadonlyMap<string, RouteThrottle> {
    return new Map(
      [...this.added].flatMap(([key, { throttle }]) => (throttle === undefined ? [] : [[key, throttle]])),
    );
  }

  /** Refuses the routes of one call when one of them cannot work. Creates nothing. */
  plan(scope: Construct, routes: Readonly<Record<string, Value>>): PlannedRoutes<Planned> {
    return planInScope(this.api, scope, (place, onFailure) => {
      const given = this.planKeys(place, routes, onFailure);
      const ids = new Set<string>();
      const planned = mapTogether(given, (route) => this.planRoute(place, route, ids));
      this.checkPlanned(planned);
      return { place, routes: planned };
    });
  }

  /** Reads the keys of the routes of one call, and those that they had in an earlier version of the app. */
  protected planKeys<Given>(
    place: Construct,
    routes: Readonly<Record<string, Given>>,
    onFailure: (undo: () => void) => void,
  ): readonly GivenRoute<Key, Given>[] {
    const given = this.readKeys(routes);
    // The names of functions are those of routes that were moved.
    const added = [...this.added.values()].map(({ key }) => key);
    onFailure(this.moved.plan(place, added, given));
    return given;
  }

  /** Reads the keys of the routes of one call, and reports all wrong ones together. */
  protected readKeys<Given>(routes: Readonly<Record<string, Given>>): readonly GivenRoute<Key, Given>[] {
    const same: KeyForm = {
      of: (key) => key,
      refuse: (prop, key) => fail(this.api, "route-duplicate", prop, { key }),
    };
    const forms = [same, ...this.forms].map((form) => ({
      ...form,
      taken: new Map(this.keys.map((key) => [form.of(key), key])),
    }));
    return mapAttempts(Object.entries(routes), ([written, value]) => {
      const prop = `routes[${JSON.stringify(written)}]`;
      const key = this.parseKey(written, prop);
      for (const { of, refuse, taken } of forms) {
        const form = of(key.key);
        const other = taken.get(form);
        if (other !== undefined) refuse(prop, key.key, other);
        taken.set(form, key.key);
      }
      return { prop, key, value };
    });
  }

  /** Keeps a created route, and its function. */
  protected keep(
    functions: FunctionsByKey,
    route: AddedRoute<Key, Target, Resource>,
    timeoutSeconds: number,
  ): void {
    const { key, target } = route;
    this.added.set(key.key, route);
    functions.add(key.key, target.function);
    noteTimeout(this.api, target.function, timeoutSeconds);
  }
}

/** Refuses the description of one route in place of a map of routes, as other tools take it: `{ path: "/notes", method: "GET" }`. */
export function checkManyRoutes(api: Construct, routes: Readonly<Record<string, unknown>>): void {
  const { path, method, methods } = routes;
  if (typeof path !== "string") return;
  const [verb] = [method, methods].flat().filter((each) => typeof each === "string");
  const route = `${(verb ?? "GET").toUpperCase()} ${path.startsWith("/") ? path : `/${path}`}`;
  const expected = `methods and paths as keys: { ${JSON.stringify(route)}: "functions/notes.get" }`;
  refuseValue(api, "routes", routes, expected);
}
