import { FirstByValue } from "./first-by-value";
import type { Model, Resource } from "./model";

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
