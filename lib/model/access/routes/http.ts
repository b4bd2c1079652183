import { functionArnOf, isFunctionUri } from "../../../facts/aws/function-arn";
import type { Model, Resource, Values } from "../../resources/model";
import { block, flag, requireText, text, texts } from "../../resources/values";
import type { CallerFact, RouteFact, TargetFact } from "../facts";
import { nameInApp } from "../names";

export function routesOfApis(model: Model): readonly RouteFact[] {
  return model.ofType("aws_apigatewayv2_api").flatMap((api) => routesOfApi(model, api));
}

function routesOfApi(model: Model, api: Resource): readonly RouteFact[] {
  const id = requireText(api.values, "id");
  const own = (type: string): readonly Resource[] =>
    model.ofType(type).filter(({ values }) => text(values, "api_id") === id);
  const byId = (type: string): ReadonlyMap<string, Resource> =>
    new Map(own(type).map((each) => [requireText(each.values, "id"), each]));
  const [integrations, authorizers] = [
    byId("aws_apigatewayv2_integration"),
    byId("aws_apigatewayv2_authorizer"),
  ];
  const isSocket = text(api.values, "protocol_type") === "WEBSOCKET";
  const common = {
    kind: isSocket ? "WebSocket" : "HTTP",
    api: nameInApp(api),
    needsApiKey: false,
    networks: networksOf(model, api),
  } as const;
  const routes = own("aws_apigatewayv2_route").map(({ address, stack, values }): RouteFact => {
    const target = (text(values, "target") ?? "").replace(/^integrations\//, "");
    return {
      ...common,
      address,
      stack,
      key: text(values, "route_key") ?? "$default",
      callers: callersOf(values, authorizers),
      needsApiKey: flag(values, "api_key_required") === true,
      target: targetOf(integrations.get(target)?.values),
    };
  });
  const quick = quickCreated(api);
  const all = quick === undefined ? routes : [...routes, { ...common, ...quick }];
  if (!isSocket) return all;
  // The clients of a connection are those that `$connect` allowed.
  const connect = all.find(({ key }) => key === "$connect");
  return all.map((route) => ({ ...route, callers: connect?.callers ?? [{ type: "anyone" }] }));
}

/** Quick create: `target` adds a route. */
function quickCreated({
  address,
  stack,
  values,
}: Resource): Pick<RouteFact, "address" | "stack" | "key" | "callers" | "target"> | undefined {
  const target = text(values, "target");
  if (target === undefined) return undefined;
  return {
    address,
    stack,
    key: text(values, "route_key") ?? "$default",
    callers: [{ type: "anyone" }],
    target: uriTarget(target),
  };
}

/** A domain with mutual TLS restricts its clients only if the generated address of the API is off. */
function networksOf(model: Model, { values }: Resource): readonly string[] {
  if (flag(values, "disable_execute_api_endpoint") !== true) return [];
  const names = model
    .ofType("aws_apigatewayv2_api_mapping")
    .filter((each) => text(each.values, "api_id") === text(values, "id"))
    .map((each) => text(each.values, "domain_name"));
  const domains = names.map((name) => model.find("aws_apigatewayv2_domain_name", "domain_name", name));
  const isMutual = (domain: Resource | undefined): boolean =>
    domain !== undefined && block(domain.values, "mutual_tls_authentication") !== undefined;
  if (domains.length === 0) return ["without an address"];
  return domains.every(isMutual) ? ["with a client certificate"] : [];
}

/** The callers of a route or method: those of its authorizer, unless it has none. */
export function gatewayCallers(
  type: string | undefined,
  route: Values,
  authorizers: ReadonlyMap<string, Resource>,
  callerOf: (values: Values, authorizer: string) => CallerFact,
): readonly CallerFact[] {
  if (type === undefined || type === "NONE") return [{ type: "anyone" }];
  if (type === "AWS_IAM") return [{ type: "iam" }];
  const authorizer = authorizers.get(text(route, "authorizer_id") ?? "");
  // The gateway refuses every request.
  if (authorizer === undefined) return [];
  return [callerOf(authorizer.values, text(authorizer.values, "name") ?? authorizer.name)];
}

function callersOf(route: Values, authorizers: ReadonlyMap<string, Resource>): readonly CallerFact[] {
  return gatewayCallers(text(route, "authorization_type"), route, authorizers, (values, authorizer) => {
    if (text(values, "authorizer_type") !== "JWT") {
      const functionArn = functionArnOf(requireText(values, "authorizer_uri"));
      return {
        type: "function",
        authorizer,
        functionArn,
        sources: texts(values, "identity_sources").toSorted(),
      };
    }
    const jwt = block(values, "jwt_configuration") ?? {};
    return {
      type: "token",
      authorizer,
      issuers: texts(jwt, "issuer"),
      audiences: texts(jwt, "audience").toSorted(),
      scopes: texts(route, "authorization_scopes").toSorted(),
      groups: [],
    };
  });
}

function targetOf(integration: Values | undefined): TargetFact {
  if (integration === undefined) return { type: "other", text: "nothing" };
  const subtype = text(integration, "integration_subtype");
  if (subtype !== undefined) return { type: "other", text: subtype };
  const uri = text(integration, "integration_uri");
  if (uri === undefined) return { type: "other", text: text(integration, "integration_type") ?? "nothing" };
  return uriTarget(uri);
}

export function uriTarget(uri: string): TargetFact {
  return isFunctionUri(uri) ? { type: "function", arn: functionArnOf(uri) } : { type: "other", text: uri };
}
