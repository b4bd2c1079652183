import type { Model, Resource } from "./model";

/** Finds the first thing of a type whose attribute has a value. Indexes are built on first use. */
export class FirstByValue<Thing> {
  private readonly indexes = new Map<string, ReadonlyMap<unknown, Thing>>();

  constructor(private readonly ofType: (type: string) => readonly Thing[]) {}

  find(type: string, attribute: string, value: unknown, read: (thing: Thing) => unknown): Thing | undefined {
    const key = `${type} ${attribute}`;
    let index = this.indexes.get(key);
    if (index === undefined) {
      // The last entry of a key wins in a Map; reversed, that is the first thing.
      index = new Map([...this.ofType(type)].reverse().map((thing) => [read(thing), thing]));
      this.indexes.set(key, index);
    }
    return value === undefined ? undefined : index.get(value);
  }
}

/** A model that finds resources by type and by the value of any attribute. */
export function indexedModel(
  resources: readonly Resource[],
  location: Pick<Model, "region" | "account" | "partition" | "appName">,
): Model {
  const { region, account, partition, appName } = location;
  const byType = new Map<string, Resource[]>();
  for (const resource of resources) {
    const list = byType.get(resource.type) ?? [];
    list.push(resource);
    byType.set(resource.type, list);
  }
  const ofType = (type: string): readonly Resource[] => byType.get(type) ?? [];
  const byValue = new FirstByValue<Resource>(ofType);
  return {
    region,
    account,
    partition,
    appName,
    resources,
    ofType,
    find: (type, attribute, value) => byValue.find(type, attribute, value, (each) => each.values[attribute]),
  };
}
