import { resourceTypes } from "../../facts/aws/resource-types";
import { byKind } from "../../facts/text/by-kind";
import type { AccessFacts } from "../access/facts";
import { nameInApp } from "../access/names";
import { patternCovers } from "../iam/comparison/patterns";
import type { Model, Resource } from "../resources/model";
import { text } from "../resources/values";
import { laterAddress, type Pair, versionPairs } from "./pairs";
import { flagSettings } from "./settings/flags";
import { limitSettings } from "./settings/limits";
import { listSettings } from "./settings/lists";
import type { Setting } from "./settings/setting";
import { type AccessTerm, termOf } from "./terms";

const settings: readonly Setting[] = [...flagSettings, ...listSettings, ...limitSettings];

/** The differences between the settings of two versions that decide about access. */
export function compareSettings(before: AccessFacts, after: AccessFacts): readonly AccessTerm[] {
  const pairs = new Map<string, readonly Pair<Resource>[]>();
  const earlier = new Set(before.model.resources.map(laterAddress(after)));
  const wasThere = ({ address }: Resource): boolean => earlier.has(address);
  return settings.flatMap((setting) => {
    const { type } = setting;
    const ofType =
      pairs.get(type) ??
      versionPairs(
        before.model.ofType(type),
        after.model.ofType(type),
        laterAddress(after),
        ({ address }) => address,
      );
    pairs.set(type, ofType);
    return ofType.flatMap((pair) => compare(setting, pair, after.model, wasThere));
  });
}

const compare = byKind<
  Setting,
  "kind",
  [Pair<Resource>, Model, (resource: Resource) => boolean],
  readonly AccessTerm[]
>("kind", {
  flag: ({ isOpen, opened, closed, countsWhenNew = false, protects }, { before, after }, model) => {
    const resource = after ?? before;
    if (resource === undefined) return [];
    const name = ownerName(resource, model);
    if (after === undefined) {
      // The protection was removed, but the protected resource still exists.
      if (protects === undefined || before === undefined || isOpen(before.values)) return [];
      const owner = text(before.values, protects.attribute);
      const isThere = (each: Resource): boolean => text(each.values, protects.by) === owner;
      const isKept = (protects.type === "" ? model.resources : model.ofType(protects.type)).some(isThere);
      return isKept ? [termOf(before, opened(name), { isOpening: true })] : [];
    }
    const [old, next] = [before !== undefined && isOpen(before.values), isOpen(after.values)];
    if (before === undefined)
      return next && countsWhenNew ? [termOf(after, opened(name), { isOpening: true })] : [];
    if (old === next) return [];
    return [termOf(after, next ? opened(name) : closed(name), { isOpening: next })];
  },
  list: ({ list, added, removed, countsWhenNew = false }, { before, after }, model, wasThere) => {
    const resource = after ?? before;
    if (resource === undefined) return [];
    // A rule that is a separate resource may belong to an existing one.
    const isNew = before === undefined && !wasThere(ownerOf(resource, model));
    if (isNew && !countsWhenNew) return [];
    const [old, next] = [before, after].map((each) => (each === undefined ? [] : list(each.values))) as [
      readonly string[],
      readonly string[],
    ];
    const more = without(next, old);
    const less = without(old, next);
    const name = ownerName(resource, model);
    return [
      ...(more.length > 0 ? [termOf(resource, added(name, more.join(", ")), { isOpening: true })] : []),
      ...(less.length > 0 ? [termOf(resource, removed(name, less.join(", ")))] : []),
    ];
  },
  limit: ({ limits, what }, { before, after }, model) => {
    if (before === undefined) return [];
    const [old, next] = [
      limits(before.values),
      after === undefined ? new Map<string, number>() : limits(after.values),
    ];
    const name = ownerName(before, model);
    return [...old].flatMap(([limit, value]) => {
      const now = next.get(limit);
      if (now === value) return [];
      if (now === undefined)
        return [
          termOf(before, `${name} no longer limits ${what}: the ${limit} was ${value}`, { isOpening: true }),
        ];
      return [
        termOf(before, `${name} limits ${what} to another ${limit}: ${now}, instead of ${value}`, {
          isOpening: now > value,
        }),
      ];
    });
  },
});

/** The entries that no entry of another list includes. */
function without(entries: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set(entries)].filter((entry) => !others.some((other) => patternCovers(other, entry)));
}

/** The resource that this one belongs to, or itself. */
function ownerOf(resource: Resource, model: Model): Resource {
  const { values } = resource;
  for (const [type, { namedByParts: [attribute, by] = [] }] of Object.entries(resourceTypes)) {
    if (attribute === undefined || by === undefined) continue;
    const named = resource.type === type ? undefined : text(values, attribute);
    const owner = named === undefined ? undefined : model.find(type, by, named);
    if (owner !== undefined) return owner;
  }
  const protectedArn = text(values, "resource_arn");
  if (protectedArn === undefined) return resource;
  return model.resources.find((each) => text(each.values, "arn") === protectedArn) ?? resource;
}

const ownerName = (resource: Resource, model: Model): string => nameInApp(ownerOf(resource, model));
