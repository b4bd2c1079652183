import type { AppsyncDatasource } from "@cdktf/provider-aws/lib/appsync-datasource";
import type { AppsyncResolver } from "@cdktf/provider-aws/lib/appsync-resolver";
import type { Construct } from "constructs";
import { attempt, mapTogether, resultOf } from "../../facts/errors/problems";
import { checkPartNames } from "../../kit/core";
import type { FunctionProps, FunctionsByKey } from "../../kit/function";
import { planInScope } from "../../kit/gateway";
import { DataSources } from "./data-sources/data-sources";
import { memberOf, planDataSources } from "./data-sources/plan-data-sources";
import type { AppSyncApiProps } from "./props";
import { planResolver } from "./resolvers/resolver";
import { parseResolverKey, type ResolverKey, resolverIds } from "./resolvers/resolver-key";
import type { ParsedSchema } from "./schema/schema";

type GivenDataSources = NonNullable<AppSyncApiProps["dataSources"]>;
type GivenResolvers = NonNullable<AppSyncApiProps["resolvers"]>;

/** The context that the parts of an API need. */
export interface PartsContext {
  readonly schema: ParsedSchema | undefined;
  /** Whether the API exists: then its schema and its cache are not known. */
  readonly isImported: boolean;
  readonly hasCache: boolean;
  /** Whether the cache has whole answers, and no settings of single resolvers. */
  readonly hasWholeCache: boolean;
}

/** The data sources and resolvers of an API. */
export class AppSyncParts {
  readonly dataSources: DataSources;
  private readonly resolvers = new Map<string, AppsyncResolver>();
  /** The key of the data source of each resolver with one data source. */
  private readonly dataSourceOf = new Map<string, string>();

  constructor(
    private readonly api: Construct,
    private readonly context: PartsContext,
    defaults: Partial<FunctionProps> | undefined,
    private readonly functions: FunctionsByKey,
  ) {
    this.dataSources = new DataSources(api, defaults, functions);
  }

  get served(): readonly AppsyncResolver[] {
    return [...this.resolvers.values()];
  }

  findDataSource(key: string): AppsyncDatasource | undefined {
    return this.dataSources.find(this.dataSourceOf.get(key) ?? key)?.resource;
  }

  findResolver(key: string): AppsyncResolver | undefined {
    return this.resolvers.get(key);
  }

  /** Checks data sources and resolvers, and returns what creates them. */
  plan(
    scope: Construct,
    dataSources: GivenDataSources | undefined,
    resolvers: GivenResolvers,
  ): (apiId: string) => void {
    return planInScope(this.api, scope, (place) => this.planBelow(place, dataSources, resolvers));
  }

  private planBelow(
    scope: Construct,
    dataSources: GivenDataSources | undefined,
    given: GivenResolvers,
  ): (apiId: string) => void {
    const { api } = this;
    const keys = this.checkNames(scope, given);
    const planner = planDataSources(this.dataSources, { api, scope }, dataSources);
    const resolvers = mapTogether(Object.entries(given), ([written, props]) => {
      const key = resultOf(keys.get(written));
      const prop = memberOf("resolvers", written);
      return { key, plan: planResolver({ api, scope, prop, key, context: this.context, planner }, props) };
    });
    return (apiId) => {
      planner.create(apiId);
      for (const { key, plan } of resolvers) {
        const nameOf = (source: string) => this.dataSources.requireName(source);
        this.resolvers.set(key.text, plan.create(apiId, nameOf));
        if (plan.dataSource === undefined || plan.dataSource === key.text) continue;
        this.dataSourceOf.set(key.text, plan.dataSource);
        this.functions.add(key.text, this.functions.get(plan.dataSource));
      }
    };
  }

  private checkNames(scope: Construct, resolvers: GivenResolvers): ReadonlyMap<string, ResolverKey> {
    const { api } = this;
    const keys = new Map<string, ResolverKey>();
    const texts = new Set<string>();
    attempt(() =>
      checkPartNames(scope, resolvers, {
        owner: api,
        part: "resolver",
        prop: "resolvers",
        isTaken: (written) => {
          const key = parseResolverKey(api, written, this.context);
          keys.set(written, key);
          const isTaken = this.resolvers.has(key.text) || texts.has(key.text);
          texts.add(key.text);
          return isTaken;
        },
        idsOf: (written) => resolverIds(keys.get(written) as ResolverKey),
      }),
    );
    return keys;
  }
}
