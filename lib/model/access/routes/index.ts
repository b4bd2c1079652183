import { functionArnOf } from "../../../facts/aws/function-arn";
import { listenerResources, readListener } from "../../gateways/load-balancer/config";
import { readPaths } from "../../gateways/rest-paths";
import type { Model, Resource, Values } from "../../resources/model";
import { block, blocks, flag, requireText, text, texts } from "../../resources/values";
import type { CallerFact, RouteFact, TargetFact } from "../facts";
import { nameInApp } from "../names";
import type * as appSync from "./app-sync";
import { gatewayCallers, routesOfApis, uriTarget } from "./http";

/** The methods of REST APIs. Preflight requests that the gateway answers by itself are left out. */
function routesOfRestApis(model: Model): readonly RouteFact[] {
  return model.ofType("aws_api_gateway_rest_api").flatMap((api) => routesOfApi(model, api));
}

function routesOfApi(model: Model, api: Resource): readonly RouteFact[] {
  const id = requireText(api.values, "id");
  const own = (type: string): readonly Resource[] =>
    model.ofType(type).filter(({ values }) => text(values, "rest_api_id") === id);
  const paths = readPaths(
    own("aws_api_gateway_resource").map(({ values }) => values),
    requireText(api.values, "root_resource_id"),
  );
  const authorizers = new Map(
    own("aws_api_gateway_authorizer").map((each) => [requireText(each.values, "id"), each]),
  );
  const integrations = new Map(
    own("aws_api_gateway_integration").map(({ values }) => [placeOf(values), values]),
  );
  return own("aws_api_gateway_method").flatMap(({ address, stack, values }): readonly RouteFact[] => {
    const integration = integrations.get(placeOf(values));
    const method = requireText(values, "http_method");
    if (method === "OPTIONS" && integration?.type === "MOCK") return [];
    return [
      {
        address,
        stack,
        kind: "REST",
        api: nameInApp(api),
        key: `${method} ${paths.get(requireText(values, "resource_id")) ?? "?"}`,
        callers: callersOf(values, authorizers),
        needsApiKey: flag(values, "api_key_required") === true,
        networks: networksOf(model, api),
        target: targetOf(integration),
      },
    ];
  });
}

const placeOf = (values: Values): string =>
  `${requireText(values, "resource_id")} ${requireText(values, "http_method")}`;

function networksOf(model: Model, { values }: Resource): readonly string[] {
  const types = texts(block(values, "endpoint_configuration") ?? {}, "types");
  const hasPolicy =
    text(values, "policy") !== undefined ||
    model.find("aws_api_gateway_rest_api_policy", "rest_api_id", values.id) !== undefined;
  return [
    ...(types.includes("PRIVATE") ? ["private endpoint"] : []),
    ...(hasPolicy ? ["as the policy of the API allows"] : []),
  ];
}

function callersOf(method: Values, authorizers: ReadonlyMap<string, Resource>): readonly CallerFact[] {
  return gatewayCallers(text(method, "authorization"), method, authorizers, (values, authorizer) => {
    if (text(values, "type") !== "COGNITO_USER_POOLS") {
      const functionArn = functionArnOf(requireText(values, "authorizer_uri"));
      const sources = (text(values, "identity_source") ?? "").split(",").map((each) => each.trim());
      const validation = text(values, "identity_validation_expression");
      const matching = validation ? [`matching ${validation}`] : [];
      const all = [...sources.filter((each) => each !== ""), ...matching].sort();
      return { type: "function", authorizer, functionArn, sources: all };
    }
    return {
      type: "token",
      authorizer,
      issuers: texts(values, "provider_arns").toSorted(),
      audiences: [],
      scopes: texts(method, "authorization_scopes").toSorted(),
      groups: [],
    };
  });
}

function targetOf(integration: Values | undefined): TargetFact {
  if (integration === undefined) return { type: "other", text: "nothing" };
  const uri = text(integration, "uri");
  if (uri === undefined) return { type: "other", text: (text(integration, "type") ?? "MOCK").toLowerCase() };
  return uriTarget(uri);
}

function routesOfUrls(model: Model): readonly RouteFact[] {
  return model.ofType("aws_lambda_function_url").map(({ address, stack, values }) => {
    const arn = requireText(values, "function_arn");
    const fn = model.find("aws_lambda_function", "arn", arn);
    const isSigned = text(values, "authorization_type") === "AWS_IAM";
    return {
      address,
      stack,
      kind: "URL",
      api: fn === undefined ? arn : nameInApp(fn),
      key: "ANY /",
      callers: [{ type: isSigned ? "iam" : "anyone" }],
      needsApiKey: false,
      networks: [],
      target: { type: "function", arn },
    };
  });
}

function routesOfLoadBalancers(model: Model): readonly RouteFact[] {
  return listenerResources(model).flatMap((first) => {
    const listener = requireText(first.values, "listener_arn");
    const { name, rules } = readListener(model, first);
    const balancer = balancerOf(model, listener);
    const isInternal = balancer !== undefined && flag(balancer.values, "internal") === true;
    const resources = model
      .ofType("aws_lb_listener_rule")
      .filter(({ values }) => values.listener_arn === listener);
    return rules.flatMap(({ methods, paths, target }): readonly RouteFact[] => {
      if (target === undefined) return [];
      const own =
        resources.find(({ values }) => JSON.stringify(values).includes(target.targetGroupArn)) ?? first;
      return [
        {
          address: own.address,
          stack: own.stack,
          kind: "Load balancer",
          api: balancer === undefined ? name : nameInApp(balancer),
          key: `${methods.join("|") || "ANY"} ${paths.join(" or ") || "/*"}`,
          callers: [signInOf(own) ?? { type: "anyone" }],
          needsApiKey: false,
          networks: isInternal ? ["internal load balancer"] : [],
          target: { type: "function", arn: target.functionArn },
        },
      ];
    });
  });
}

function balancerOf(model: Model, listenerArn: string): Resource | undefined {
  const listener = model.find("aws_lb_listener", "arn", listenerArn);
  return listener && model.find("aws_lb", "arn", listener.values.load_balancer_arn);
}

/** The sign-in that a rule asks for first. */
function signInOf({ values }: Resource): CallerFact | undefined {
  const action = blocks(values, "action").find((each) => text(each, "type")?.startsWith("authenticate-"));
  if (action === undefined) return undefined;
  return {
    type: "token",
    authorizer: text(action, "type") ?? "",
    issuers: [JSON.stringify(action.authenticate_oidc ?? action.authenticate_cognito ?? {})],
    audiences: [],
    scopes: [],
    groups: [],
  };
}

type ReadRoutes = (model: Model, problem: (text: string) => void) => readonly RouteFact[];

// AppSync needs the package `graphql`, which other apps may not have.
const loadAppSync = (): typeof appSync => require("./app-sync") as typeof appSync;

const readers: readonly ReadRoutes[] = [
  routesOfApis,
  routesOfRestApis,
  (model, problem) =>
    model.ofType("aws_appsync_graphql_api").length === 0 ? [] : loadAppSync().routesOfGraphql(model, problem),
  (model) => (model.ofType("aws_appsync_api").length === 0 ? [] : loadAppSync().routesOfEvents(model)),
  routesOfUrls,
  routesOfLoadBalancers,
];

/** All routes of a model, kind by kind. Receives a sentence for each part that cannot be read. */
export function routesOf(model: Model, problem: (text: string) => void): readonly RouteFact[] {
  return readers.flatMap((read) => read(model, problem));
}
