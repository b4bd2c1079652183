import { type ObjectTypeDefinitionNode, type ObjectTypeExtensionNode, parse } from "graphql";
import { byKind } from "../../../facts/text/by-kind";
import type { AuthorizationWay, DataSource } from "../../gateways/app-sync/config";
import { deniesByDefault, rulesIn } from "../../gateways/app-sync/field-rules";
import { readGraphqlApi } from "../../gateways/app-sync/read-config";
import { readEventsApi } from "../../gateways/event-channels";
import type { Model, Resource } from "../../resources/model";
import { text } from "../../resources/values";
import type { CallerFact, RouteFact, TargetFact } from "../facts";
import { nameInApp } from "../names";

/** The fields of GraphQL APIs whose resolvers the app declares. */
export function routesOfGraphql(model: Model, problem: (text: string) => void): readonly RouteFact[] {
  return model.ofType("aws_appsync_graphql_api").flatMap((api): readonly RouteFact[] => {
    const { id, ways, schemaText, resolvers } = readGraphqlApi(model, api);
    const rules = fieldRules(schemaText, (reason) =>
      problem(
        `${api.address}: the schema of ${nameInApp(api)} cannot be read (${reason}), so the rules of its fields are not known.`,
      ),
    );
    return model
      .ofType("aws_appsync_resolver")
      .filter(({ values }) => text(values, "api_id") === id)
      .map(({ address, stack, values }): RouteFact => {
        const key = `${text(values, "type")}.${text(values, "field")}`;
        const resolver = resolvers.get(key);
        const source = resolver?.dataSource ?? resolver?.steps?.find((each) => each?.dataSource)?.dataSource;
        return {
          address,
          stack,
          kind: "GraphQL",
          api: nameInApp(api),
          key,
          callers: callersOf(api, ways, rules?.get(key) ?? rules?.get(text(values, "type") ?? "")),
          needsApiKey: false,
          networks: text(api.values, "visibility") === "PRIVATE" ? ["private endpoint"] : [],
          target: targetOf(source),
        };
      });
  });
}

export function routesOfEvents(model: Model): readonly RouteFact[] {
  return model.ofType("aws_appsync_api").flatMap((api) => {
    const { ways, namespaces } = readEventsApi(model, api);
    return model
      .ofType("aws_appsync_channel_namespace")
      .filter(({ values }) => text(values, "api_id") === text(api.values, "api_id"))
      .flatMap(({ address, stack, values }): readonly RouteFact[] => {
        const channel = namespaces.get(text(values, "name") ?? "");
        if (channel === undefined) return [];
        const route = (verb: string, modes: readonly string[], source?: DataSource): RouteFact => ({
          address,
          stack,
          kind: "Events",
          api: nameInApp(api),
          key: `${verb} ${channel.name}`,
          callers: callersOf(
            api,
            ways,
            modes.map((mode) => ({ mode, groups: undefined })),
          ),
          needsApiKey: false,
          networks: [],
          target: targetOf(source),
        });
        return [
          route("publish", channel.publishModes, channel.onPublish?.dataSource),
          route("subscribe", channel.subscribeModes, channel.onSubscribe?.dataSource),
        ];
      });
  });
}

type Rules = ReturnType<typeof rulesIn>;

/** The directives of fields, by `Query.notes`, and those of types, by `Query`. */
function fieldRules(
  schema: string,
  failed: (reason: string) => void,
): ReadonlyMap<string, Rules> | undefined {
  const rules = new Map<string, Rules>();
  try {
    const isType = (node: { kind: string }): node is ObjectTypeDefinitionNode | ObjectTypeExtensionNode =>
      node.kind === "ObjectTypeDefinition" || node.kind === "ObjectTypeExtension";
    for (const type of parse(schema).definitions.filter(isType)) {
      const ofType = rulesIn(type.directives);
      if (ofType.length > 0) rules.set(type.name.value, ofType);
      for (const field of type.fields ?? []) {
        const ofField = rulesIn(field.directives);
        if (ofField.length > 0) rules.set(`${type.name.value}.${field.name.value}`, ofField);
      }
    }
    return rules;
  } catch (error) {
    failed(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** The callers that the rules of a field allow, or else those of the API's first authorization mode. */
function callersOf(
  api: Resource,
  ways: readonly AuthorizationWay[],
  rules: Rules | undefined,
): readonly CallerFact[] {
  const [first] = ways;
  if (rules === undefined)
    return first === undefined || deniesByDefault(first) ? [] : [callerOf(first, [], api)];
  return rules.flatMap(({ mode, groups = [] }) =>
    ways.filter((way) => way.mode === mode).map((way) => callerOf(way, groups, api)),
  );
}

type Groups = readonly string[];

const token = (
  authorizer: string,
  issuer: string,
  clients: string | undefined,
  groups: Groups,
): CallerFact => ({
  type: "token",
  authorizer,
  issuers: [issuer],
  audiences: clients === undefined ? [] : [clients],
  scopes: [],
  groups: [...groups].sort(),
});

const callerOf = byKind<AuthorizationWay, "mode", [groups: Groups, api: Resource], CallerFact>("mode", {
  API_KEY: () => ({ type: "key" }),
  AWS_IAM: () => ({ type: "iam" }),
  AMAZON_COGNITO_USER_POOLS: ({ issuer, clients }, groups) => token("the user pool", issuer, clients, groups),
  OPENID_CONNECT: ({ issuer, clients }, groups) => token(issuer, issuer, clients, groups),
  AWS_LAMBDA: ({ functionArn, tokens }, _groups, api) => ({
    type: "function",
    authorizer: `the authorizer of ${nameInApp(api)}`,
    functionArn,
    sources: tokens === undefined ? [] : [`matching ${tokens.source}`],
  }),
});

function targetOf(source: DataSource | undefined): TargetFact {
  if (source === undefined) return { type: "other", text: "nothing" };
  if (source.type === "AWS_LAMBDA") return { type: "function", arn: source.functionArn };
  return { type: "other", text: source.type === "NONE" ? "nothing" : `data source ${source.name}` };
}
