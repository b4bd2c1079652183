import type { Model, Resource, Values } from "../resources/model";
import { block, blocks, nameOf, requireText, text } from "../resources/values";
import type { AuthorizationMode, AuthorizingApi, DataSource } from "./app-sync/config";
import { readAuthModes, readKeys } from "./app-sync/read-authorization";
import { readDataSource } from "./app-sync/read-config";

/** The data source that a handler calls. */
export interface Integration {
  /** Whether the data source gets the events itself, without code. */
  readonly isDirect: boolean;
  readonly dataSource: DataSource | undefined;
  /** Whether the function's answer is ignored. */
  readonly isEvent: boolean;
}

export interface Namespace {
  readonly name: string;
  readonly publishModes: readonly AuthorizationMode[];
  readonly subscribeModes: readonly AuthorizationMode[];
  readonly code: string | undefined;
  readonly onPublish: Integration | undefined;
  readonly onSubscribe: Integration | undefined;
}

export interface EventsApiConfig extends AuthorizingApi {
  readonly name: string;
  readonly connectModes: readonly AuthorizationMode[];
  readonly namespaces: ReadonlyMap<string, Namespace>;
}

/** Reads an `aws_appsync_api` and its resources. */
export function readEventsApi(model: Model, api: Resource): EventsApiConfig {
  const { values } = api;
  const id = requireText(values, "api_id");
  const own = (type: string): readonly Values[] =>
    model.ofType(type).flatMap((each) => (text(each.values, "api_id") === id ? [each.values] : []));
  const config = block(values, "event_config") ?? {};
  const sources = new Map(
    own("aws_appsync_datasource").map((each) => [requireText(each, "name"), readDataSource(each)]),
  );
  const [publish, subscribe] = ["default_publish_auth_mode", "default_subscribe_auth_mode"].map((each) =>
    modesIn(config, each),
  );
  const namespaces = own("aws_appsync_channel_namespace").map((each): Namespace => {
    const handlers = block(each, "handler_configs") ?? {};
    return {
      name: requireText(each, "name"),
      publishModes: modesIn(each, "publish_auth_mode") ?? publish ?? [],
      subscribeModes: modesIn(each, "subscribe_auth_mode") ?? subscribe ?? [],
      code: text(each, "code_handlers"),
      onPublish: readIntegration(handlers, "on_publish", sources),
      onSubscribe: readIntegration(handlers, "on_subscribe", sources),
    };
  });
  return {
    id,
    name: nameOf(api),
    region: api.region,
    account: model.account,
    partition: model.partition,
    ways: readAuthModes(model, api),
    keys: readKeys(own("aws_appsync_api_key")),
    connectModes: modesIn(config, "connection_auth_mode") ?? [],
    namespaces: new Map(namespaces.map((each) => [each.name, each])),
  };
}

/** Undefined for a missing list. */
function modesIn(values: Values, attribute: string): readonly AuthorizationMode[] | undefined {
  const modes = blocks(values, attribute).map((each) => requireText(each, "auth_type") as AuthorizationMode);
  return modes.length === 0 ? undefined : modes;
}

function readIntegration(
  handlers: Values,
  name: string,
  sources: ReadonlyMap<string, DataSource>,
): Integration | undefined {
  const handler = block(handlers, name);
  if (handler === undefined) return undefined;
  const integration = block(handler, "integration") ?? {};
  return {
    isDirect: text(handler, "behavior") === "DIRECT",
    dataSource: sources.get(text(integration, "data_source_name") ?? ""),
    isEvent: text(block(integration, "lambda_config") ?? {}, "invoke_type") === "EVENT",
  };
}
