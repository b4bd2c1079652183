import type { Construct } from "constructs";
import { Stack } from "../app";
import { checkKeys, isPlainObject, propKeys } from "../core/checks/check";
import { requireProp } from "../core/errors";
import { fail } from "./errors";

/** A route that had another key in an earlier version of the app. */
export interface MovedRoute {
  /** The key that the route had: `GET /old`. */
  readonly from: string;
}

const keys = propKeys<MovedRoute>()({ from: "text" });

/** A route that had another key in an earlier version of the app. */
interface Renaming<Key> {
  readonly prop: string;
  readonly key: Key;
  readonly former: Key;
}

/** The names of resources that a gateway creates for a route. */
export interface RouteParts<Key> {
  parseKey(written: string, prop: string): Key;
  /**
   * The ids of a route's resources below the scope of the routes; the first one distinguishes routes. A resource that would be
   * replaced if the route had another key is left out: as a new resource, it exists before the former one goes.
   *
   * @param other - the other key
   */
  idsOf(key: Key, other: Key): readonly [string, ...string[]];
}

/** The routes of an API that had other keys in an earlier version of the app. */
export class MovedRoutes<Key extends { readonly key: string }> {
  private readonly renamings = new Map<string, Renaming<Key>>();

  constructor(
    private readonly api: Construct,
    private readonly parts: RouteParts<Key>,
  ) {}

  /** The key that a route had; undefined for a route that was not moved. */
  formerOf({ key }: Key): Key | undefined {
    return this.renamings.get(key)?.former;
  }

  /**
   * Reads `moved` of the routes of one call, and keeps the names of the resources that are created for them. Refuses a former key that
   * cannot be one.
   *
   * @param added - the routes that the API has already
   * @returns takes the moves back, if the call is refused
   */
  plan(
    place: Construct,
    added: readonly Key[],
    routes: readonly { readonly prop: string; readonly key: Key; readonly value: unknown }[],
  ): () => void {
    const read = routes.flatMap((route) => {
      const moved = isPlainObject(route.value) ? route.value.moved : undefined;
      return moved === undefined ? [] : [this.read(route, moved)];
    });
    const declared = new Map([...added, ...routes.map(({ key }) => key)].map((key) => [this.idOf(key), key]));
    const sources = new Map<string, Renaming<Key>>();
    for (const each of [...this.renamings.values(), ...read]) {
      const { former, key, prop } = each;
      if (former.key === key.key) fail(this.api, "route-moved-alike", prop, { from: former.key });
      const present = declared.get(this.idOf(former));
      if (present !== undefined)
        fail(this.api, "route-moved-declared", prop, { from: former.key, other: present.key });
      const other = sources.get(this.idOf(former));
      if (other !== undefined) {
        fail(this.api, "route-moved-twice", prop, { from: former.key, other: other.key.key });
      }
      sources.set(this.idOf(former), each);
    }
    const { movedConstructs } = Stack.of(place).app;
    const undo = read.map((each) => {
      const from = this.parts.idsOf(each.former, each.key);
      const ids = this.parts
        .idsOf(each.key, each.former)
        .map((id, index) => [id, from[index] ?? id] as const);
      this.renamings.set(each.key.key, each);
      const forget = movedConstructs.addParts(place, new Map(ids));
      return () => {
        this.renamings.delete(each.key.key);
        forget();
      };
    });
    return () => {
      for (const each of undo) each();
    };
  }

  private read({ prop, key }: { readonly prop: string; readonly key: Key }, moved: unknown): Renaming<Key> {
    checkKeys(this.api, `${prop}.moved`, moved, keys);
    const at = `${prop}.moved.from`;
    const { from } = moved as Partial<MovedRoute>;
    requireProp(this.api, at, from, `Write the key that the route had: moved: { from: "..." }.`);
    return { prop: at, key, former: this.parts.parseKey(from, at) };
  }

  /** The address that tells a route apart: a construct id cannot contain a slash. */
  private idOf(key: Key): string {
    return this.parts.idsOf(key, key)[0].replaceAll("/", "--");
  }
}
