import {
  AppsyncChannelNamespace,
  type AppsyncChannelNamespaceConfig,
} from "@cdktf/provider-aws/lib/appsync-channel-namespace";
import type { Construct } from "constructs";
import { attempt, mapTogether } from "../../facts/errors/problems";
import { checkQuota } from "../../kit/app";
import { checkKeys, checkOverride, checkPartNames, overlay, present, propKeys } from "../../kit/core";
import { type Function, type FunctionProps, type FunctionsByKey, functionRef } from "../../kit/function";
import { planInScope } from "../../kit/gateway";
import { DataSources, type Mode, memberOf, planDataSources } from "../app-sync-api";
import { authModes, parseModes } from "./authorization";
import { fail } from "./errors";
import {
  type HandlersPlace,
  handlerIds,
  handlerKey,
  handlerNames,
  type PlannedHandlers,
  planHandlers,
} from "./handlers";
import type { EventsApiMetadata } from "./library";
import type { EventsApiNamespace, EventsApiProps } from "./props";

type GivenDataSources = NonNullable<EventsApiProps["dataSources"]>;
type GivenNamespaces = Readonly<Record<string, EventsApiNamespace>>;

const namespaceKeys = propKeys<EventsApiNamespace>()({
  publish: "list",
  subscribe: "list",
  code: true,
  onPublish: true,
  onSubscribe: true,
  cdk: "map",
});

const rejected = {
  apiId: "It is the API to which the namespace belongs.",
  name: "It is the key of the namespace.",
  codeHandlers: "Use code.",
  handlerConfigs: "Use onPublish and onSubscribe.",
  publishAuthMode: "Use publish.",
  subscribeAuthMode: "Use subscribe.",
};

/** The namespaces and data sources of an API. */
export class EventsApiParts {
  readonly dataSources: DataSources;
  private readonly namespaces = new Map<string, AppsyncChannelNamespace>();

  constructor(
    private readonly api: Construct,
    /** Undefined for an existing API, whose ways of authorization are not known. */
    private readonly modes: readonly Mode[] | undefined,
    defaults: Partial<FunctionProps> | undefined,
    private readonly functions: FunctionsByKey,
  ) {
    this.dataSources = new DataSources(api, defaults, functions, ["none"]);
  }

  get names(): readonly string[] {
    return [...this.namespaces.keys()];
  }

  get served(): readonly AppsyncChannelNamespace[] {
    return [...this.namespaces.values()];
  }

  get metadata(): EventsApiMetadata["data"]["namespaces"] {
    return this.names.map((name) => {
      const [onPublish, onSubscribe] = handlerNames.map((each) =>
        functionRef(this.functions.get(handlerKey(name, each))),
      );
      return { name, onPublish, onSubscribe };
    });
  }

  find(name: string): AppsyncChannelNamespace | undefined {
    return this.namespaces.get(name);
  }

  /** Checks data sources and namespaces, and returns what creates them. */
  plan(
    scope: Construct,
    dataSources: GivenDataSources | undefined,
    namespaces: GivenNamespaces,
  ): (apiId: string) => void {
    return planInScope(this.api, scope, (place) => this.planBelow(place, dataSources, namespaces));
  }

  private planBelow(
    scope: Construct,
    dataSources: GivenDataSources | undefined,
    namespaces: GivenNamespaces,
  ): (apiId: string) => void {
    const { api } = this;
    attempt(() => this.checkNames(scope, namespaces));
    const planner = planDataSources(this.dataSources, { api, scope }, dataSources);
    const planned = mapTogether(Object.entries(present(namespaces)), ([namespace, props]) =>
      this.planNamespace(scope, { api, namespace, planner, prop: memberOf("namespaces", namespace) }, props),
    );
    return (apiId) => {
      planner.create(apiId);
      for (const each of planned) each.create(apiId);
    };
  }

  private checkNames(scope: Construct, namespaces: GivenNamespaces): void {
    const { api } = this;
    checkPartNames(scope, namespaces, {
      owner: api,
      part: "namespace",
      prop: "namespaces",
      isTaken: (name) => this.namespaces.has(name),
      idsOf: (name) => [
        namespaceId(name),
        ...handlerNames.flatMap((each) => Object.values(handlerIds(name, each))),
      ],
    });
    const count = this.namespaces.size + Object.keys(namespaces).length;
    checkQuota(api, "namespaces", "namespacesPerEventsApi", "namespaces", count);
    for (const name of Object.keys(namespaces)) {
      // Source: https://docs.aws.amazon.com/appsync/latest/APIReference/API_CreateChannelNamespace.html
      if (/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,48}[A-Za-z0-9])?$/.test(name)) continue;
      fail(api, "events-namespace-name", memberOf("namespaces", name), { value: name });
    }
  }

  private planNamespace(scope: Construct, place: HandlersPlace, props: EventsApiNamespace) {
    const { api, prop, namespace: name } = place;
    checkKeys(api, prop, props, namespaceKeys);
    checkKeys(api, `${prop}.cdk`, props.cdk ?? {}, ["namespace"]);
    const override = props.cdk?.namespace ?? {};
    checkOverride(api, `${prop}.cdk.namespace`, override, AppsyncChannelNamespace, { rejected });
    const publish = parseModes(api, prop, "publish", props.publish, this.modes);
    const subscribe = parseModes(api, prop, "subscribe", props.subscribe, this.modes);
    const handlers = planHandlers(place, props);
    return {
      name,
      handlers,
      create: (apiId: string) => {
        const config: AppsyncChannelNamespaceConfig = {
          apiId,
          name,
          codeHandlers: handlers.code,
          handlerConfigs: this.handlerConfigs(handlers),
          publishAuthMode: publish && authModes(publish),
          subscribeAuthMode: subscribe && authModes(subscribe),
        };
        const created = new AppsyncChannelNamespace(scope, namespaceId(name), overlay(config, override));
        this.namespaces.set(name, created);
        this.noteFunctions(name, handlers);
      },
    };
  }

  private handlerConfigs({ handlers }: PlannedHandlers): AppsyncChannelNamespaceConfig["handlerConfigs"] {
    const configs = handlerNames.flatMap((name) => {
      const handler = handlers[name];
      return handler === undefined
        ? []
        : [[name, [handler.config(this.dataSources.requireName(handler.dataSource))]] as const];
    });
    return configs.length === 0 ? undefined : [Object.fromEntries(configs)];
  }

  /** A handler's function is known by the key of the handler, also where it is that of a data source. */
  private noteFunctions(namespace: string, { handlers }: PlannedHandlers): void {
    for (const name of handlerNames) {
      const { dataSource } = handlers[name] ?? {};
      const key = handlerKey(namespace, name);
      const fn: Function | undefined = dataSource === undefined ? undefined : this.functions.get(dataSource);
      if (dataSource !== undefined && dataSource !== key) this.functions.add(key, fn);
    }
  }
}

function namespaceId(name: string): string {
  return `Namespace_${name}`;
}
