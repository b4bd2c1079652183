import { functionArnOf } from "../../../facts/aws/function-arn";
import { readPaths } from "../../gateways/rest-paths";
import type { Model, Resource, Values } from "../../resources/model";
import { block, flag, requireText, text, texts } from "../../resources/values";
import type { CallerFact, RouteFact, TargetFact } from "../facts";
import { nameInApp } from "../names";
import { uriTarget } from "./http";

/** The methods of REST APIs. Preflight requests that the gateway answers by itself are left out. */
export function routesOfRestApis(model: Model): readonly RouteFact[] {
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
  const type = text(method, "authorization") ?? "NONE";
  if (type === "NONE") return [{ type: "anyone" }];
  if (type === "AWS_IAM") return [{ type: "iam" }];
  const authorizer = authorizers.get(text(method, "authorizer_id") ?? "");
  // The gateway refuses every request.
  if (authorizer === undefined) return [];
  const { values } = authorizer;
  const name = text(values, "name") ?? authorizer.name;
  if (text(values, "type") !== "COGNITO_USER_POOLS") {
    const functionArn = functionArnOf(requireText(values, "authorizer_uri"));
    const sources = (text(values, "identity_source") ?? "").split(",").map((each) => each.trim());
    const validation = text(values, "identity_validation_expression");
    return [
      {
        type: "function",
        authorizer: name,
        functionArn,
        sources: [
          ...sources.filter((each) => each !== ""),
          ...(validation ? [`matching ${validation}`] : []),
        ].sort(),
      },
    ];
  }
  return [
    {
      type: "token",
      authorizer: name,
      issuers: texts(values, "provider_arns").toSorted(),
      audiences: [],
      scopes: texts(method, "authorization_scopes").toSorted(),
      groups: [],
    },
  ];
}

function targetOf(integration: Values | undefined): TargetFact {
  if (integration === undefined) return { type: "other", text: "nothing" };
  const uri = text(integration, "uri");
  if (uri === undefined) return { type: "other", text: (text(integration, "type") ?? "MOCK").toLowerCase() };
  return uriTarget(uri);
}
