import type { Model, Resource, Values } from "../../resources/model";
import { block, nameOf, number, requireText, text, texts } from "../../resources/values";
import type { CalledSource, DataSource, GraphqlApiConfig, Mapping, Resolver, ResolverStep } from "./config";
import { readAuthModes, readKeys } from "./read-authorization";

/** Reads an `aws_appsync_graphql_api` and its resources. */
export function readGraphqlApi(model: Model, api: Resource): GraphqlApiConfig {
  const { values } = api;
  const id = requireText(values, "id");
  const own = (type: string): readonly Values[] =>
    model.ofType(type).flatMap((each) => (text(each.values, "api_id") === id ? [each.values] : []));
  const sources = new Map(
    own("aws_appsync_datasource").map((each) => [requireText(each, "name"), readDataSource(each)]),
  );
  const steps = new Map(
    own("aws_appsync_function").map((each) => [
      requireText(each, "function_id"),
      readStep(each, requireText(each, "name"), sources, [
        "request_mapping_template",
        "response_mapping_template",
      ]),
    ]),
  );
  const resolvers = own("aws_appsync_resolver").map((each) => readResolver(each, sources, steps));
  return {
    id,
    arn: requireText(values, "arn"),
    name: nameOf(api),
    region: api.region,
    account: model.account,
    partition: model.partition,
    schemaText: requireText(values, "schema"),
    ways: readAuthModes(model, api),
    keys: readKeys(own("aws_appsync_api_key")),
    resolvers: new Map(resolvers.map((each) => [`${each.type}.${each.field}`, each])),
    hasIntrospection: text(values, "introspection_config") !== "DISABLED",
    depthLimit: number(values, "query_depth_limit") ?? 0,
    resolverLimit: number(values, "resolver_count_limit") ?? 0,
  };
}

function readResolver(
  values: Values,
  sources: ReadonlyMap<string, DataSource>,
  functions: ReadonlyMap<string, ResolverStep>,
): Resolver {
  const [type, field] = [requireText(values, "type"), requireText(values, "field")];
  const pipeline = block(values, "pipeline_config");
  const isPipeline = text(values, "kind") === "PIPELINE" || pipeline !== undefined;
  return {
    ...readStep(values, `${type}.${field}`, sources, ["request_template", "response_template"]),
    type,
    field,
    steps: isPipeline ? texts(pipeline ?? {}, "functions").map((each) => functions.get(each)) : undefined,
  };
}

function readStep(
  values: Values,
  name: string,
  sources: ReadonlyMap<string, DataSource>,
  templates: readonly [request: string, response: string],
): ResolverStep {
  return {
    name,
    dataSource: sources.get(text(values, "data_source") ?? ""),
    mapping: readMapping(values, templates),
    maxBatchSize: number(values, "max_batch_size") ?? 0,
  };
}

function readMapping(values: Values, [request, response]: readonly [string, string]): Mapping {
  const code = text(values, "code");
  if (code !== undefined && code !== "") return { kind: "code", code };
  const given = text(values, request);
  if (given === undefined || given === "") return { kind: "direct" };
  return {
    kind: "templates",
    request: given,
    response: text(values, response) ?? "$util.toJson($ctx.result)",
  };
}

/** Reads an `aws_appsync_datasource`. */
export function readDataSource(values: Values): DataSource {
  return { ...readKind(values), roleArn: text(values, "service_role_arn") };
}

function readKind(values: Values): CalledSource {
  const name = requireText(values, "name");
  const type = text(values, "type") ?? "NONE";
  if (!isKnownSource(type)) return { type: "OTHER", name, kind: type };
  return sourceReaders[type](name, values);
}

type KnownSource = Exclude<CalledSource["type"], "OTHER">;

const isKnownSource = (type: string): type is KnownSource => Object.hasOwn(sourceReaders, type);

const sourceReaders = {
  NONE: (name) => ({ type: "NONE", name }),
  AWS_LAMBDA: (name, values) => {
    const config = block(values, "lambda_config") ?? {};
    return { type: "AWS_LAMBDA", name, functionArn: requireText(config, "function_arn") };
  },
  AMAZON_DYNAMODB: (name, values) => {
    const config = block(values, "dynamodb_config") ?? {};
    return {
      type: "AMAZON_DYNAMODB",
      name,
      tableName: requireText(config, "table_name"),
      region: text(config, "region"),
    };
  },
  RELATIONAL_DATABASE: (name, values) => {
    const config = block(block(values, "relational_database_config") ?? {}, "http_endpoint_config") ?? {};
    return {
      type: "RELATIONAL_DATABASE",
      name,
      clusterArn: requireText(config, "db_cluster_identifier"),
      secretArn: requireText(config, "aws_secret_store_arn"),
      databaseName: text(config, "database_name"),
    };
  },
  HTTP: (name, values) => {
    const config = block(values, "http_config") ?? {};
    const iam = block(block(config, "authorization_config") ?? {}, "aws_iam_config");
    const region = iam && text(iam, "signing_region");
    const service = iam && text(iam, "signing_service_name");
    const signing = region === undefined || service === undefined ? undefined : { region, service };
    return { type: "HTTP", name, endpoint: requireText(config, "endpoint"), signing };
  },
  AMAZON_EVENTBRIDGE: (name, values) => {
    const config = block(values, "event_bridge_config") ?? {};
    return { type: "AMAZON_EVENTBRIDGE", name, busArn: requireText(config, "event_bus_arn") };
  },
} satisfies {
  readonly [Type in KnownSource]: (
    name: string,
    values: Values,
  ) => Extract<CalledSource, { readonly type: Type }>;
};
