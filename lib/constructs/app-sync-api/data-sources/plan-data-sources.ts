import type { Construct } from "constructs";
import { attempt, mapAttempts } from "../../../facts/errors/problems";
import { checkPartNames, memberPath } from "../../../kit/core";
import { fail } from "../errors";
import type { DataSources, GivenDataSource, KnownDataSource, PlannedDataSource } from "./data-sources";

/** The data sources that the call in progress adds, and the existing ones. */
export interface DataSourcePlanner {
  readonly keys: readonly string[];
  /** Whether there is a data source of this key; it may be one that is refused. */
  has(key: string): boolean;
  /** Undefined also for one that is refused. */
  find(key: string): KnownDataSource | undefined;
  /** Adds a data source for a function of another part. */
  add(given: Omit<GivenDataSource, "scope">): void;
  /** Creates the added data sources. */
  create(apiId: string): void;
}

/**
 * Checks the data sources of one call; creates nothing.
 *
 * @param given - undefined if all of them are refused
 */
export function planDataSources(
  dataSources: DataSources,
  { api, scope }: { readonly api: Construct; readonly scope: Construct },
  given: Readonly<Record<string, unknown>> | undefined,
): DataSourcePlanner {
  attempt(() =>
    checkPartNames(scope, given ?? {}, {
      owner: api,
      part: "data source",
      prop: "dataSources",
      isTaken: (key) => dataSources.find(key) !== undefined,
      idsOf: (key) => Object.values(dataSourceIds(key)),
    }),
  );
  const planned = new Map<string, PlannedDataSource>();
  const names = new Map(dataSources.names.map(([key, name]) => [name, key] as const));
  const add = (source: GivenDataSource) => {
    const plan = dataSources.plan(source);
    const other = names.get(plan.name);
    if (other !== undefined) {
      fail(api, "appsync-data-source-duplicate", source.prop, { value: plan.name, other });
    }
    names.set(plan.name, source.key);
    planned.set(source.key, plan);
  };
  mapAttempts(Object.entries(given ?? {}), ([key, props]) => {
    const ids = dataSourceIds(key);
    add({ scope, key, ...ids, name: key, prop: memberOf("dataSources", key), props });
  });
  const find = (key: string) => planned.get(key) ?? dataSources.find(key);
  return {
    keys: [...dataSources.names.map(([key]) => key), ...planned.keys()],
    has: (key) => given === undefined || Object.hasOwn(given, key) || find(key) !== undefined,
    find,
    add: (source) => add({ scope, ...source }),
    create(apiId) {
      for (const each of planned.values()) each.create(apiId);
    },
  };
}

function dataSourceIds(key: string): { readonly id: string; readonly functionId: string } {
  return { id: `DataSource_${key}`, functionId: `Lambda_${key}` };
}

/** The path of a part whose key is any text: `resolvers["Query notes"]`. */
export function memberOf(prop: string, key: string): string {
  return /^\w+$/.test(key) ? memberPath(prop, key) : `${prop}[${JSON.stringify(key)}]`;
}
