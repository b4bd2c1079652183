import { servicePrincipal } from "../../facts/aws/principals";
import { provided } from "../cloudformation/constructs/converter";
import { type TemplateScope, toValue } from "../cloudformation/intrinsics";
import type { ResourceModel } from "../model/application";
import { camelCase } from "../model/names";
import type { Place } from "../model/place";
import { attributeOf, Call, code, compact, joined, json, type Value, type ValueMap } from "../model/value";
import type { Fields, SourceNode } from "../source";

/** The resources of an API whose routes are in an OpenAPI definition, which is passed to the provider unchanged. */
export function definedApi(
  name: string,
  kind: "rest" | "http",
  body: Value,
  fields: Fields,
  scope: TemplateScope,
): readonly ResourceModel[] {
  const { place } = fields;
  const value = (key: string) => toValue(fields.take(key), scope);
  const given = {
    name: value("Name") ?? code(`stack.app.logicalPrefixedName(${JSON.stringify(name)})`),
    description: value("Description"),
    body: json(body),
    tags: value("Tags"),
  };
  const stageName = value("StageName");
  fields.ignore("OpenApiVersion", "FailOnWarnings", "AlwaysDeploy", "MergeDefinitions", "PropagateTags");
  if (kind === "http") return httpApi(name, place, given, stageName ?? "$default");
  const props = {
    ...given,
    endpointConfiguration: endpointOf(fields.take("EndpointConfiguration"), scope),
    apiKeySource: value("ApiKeySourceType"),
    disableExecuteApiEndpoint: value("DisableExecuteApiEndpoint"),
    minimumCompressionSize: value("MinimumCompressionSize"),
  };
  const stage = {
    stageName: stageName ?? "prod",
    xrayTracingEnabled: fields.take("TracingEnabled")?.isTrue,
    accessLogSettings: logSettings(fields.take("AccessLogSetting"), scope),
    variables: value("Variables"),
  };
  return [
    ...restApi(name, place, props, stage),
    ...methodSettings(name, fields.take("MethodSettings"), scope),
  ];
}

/** Access logs: the provider requires both parts. */
function logSettings(node: SourceNode | undefined, scope: TemplateScope): Value {
  const destinationArn = toValue(node?.get("DestinationArn"), scope);
  const format = toValue(node?.get("Format"), scope);
  return destinationArn === undefined || format === undefined ? undefined : { destinationArn, format };
}

/** Settings of methods. The provider combines path and method in one text. */
function methodSettings(
  name: string,
  node: SourceNode | undefined,
  scope: TemplateScope,
): readonly ResourceModel[] {
  return (node?.items ?? []).map((item, index) => {
    const path = (item.get("ResourcePath")?.text ?? "/*").replace(/^\//, "");
    const method = item.get("HttpMethod")?.text ?? "*";
    const settings = item.entries
      .filter(([key]) => key !== "ResourcePath" && key !== "HttpMethod")
      .map(([key, each]) => [camelCase(key), toValue(each, scope)] as const);
    return provided(
      { name: `${name}Settings${index === 0 ? "" : index + 1}`, place: item.place },
      "api-gateway-method-settings",
      {
        restApiId: attributeOf(name, "", item.place),
        stageName: attributeOf(`${name}Stage`, "", item.place),
        methodPath: `${path}/${method}`,
        settings: Object.fromEntries(settings),
      },
    );
  });
}

/** The endpoint of a REST API. A type that is known only at deployment is kept: it may be `PRIVATE`. */
export function endpointOf(node: SourceNode | undefined, scope: TemplateScope): Value {
  const isMap = node?.isMap === true && !node.isFunction;
  const type = toValue(isMap ? node.get("Type") : node, scope);
  const vpcEndpointIds = toValue(isMap ? node.get("VPCEndpointIds") : undefined, scope);
  return type === undefined && vpcEndpointIds === undefined
    ? undefined
    : { types: type === undefined ? undefined : [type], vpcEndpointIds };
}

function restApi(name: string, place: Place, props: ValueMap, stage: ValueMap): readonly ResourceModel[] {
  const restApiId = attributeOf(name, "", place);
  const attributes = { RootResourceId: ".rootResourceId", Body: ".body", ExecutionArn: ".executionArn" };
  const sha1 = new Call("Fn.sha1", [attributeOf(name, "Body", place)], [{ name: "Fn", from: "cdktf" }]);
  const deployment = `${name}Deployment`;
  return [
    provided({ name, place }, "api-gateway-rest-api", compact(props) ?? {}, attributes),
    provided({ name: deployment, place }, "api-gateway-deployment", {
      restApiId,
      // A new definition needs a new deployment before the stage leaves the old one.
      triggers: { definition: sha1 },
      lifecycle: { createBeforeDestroy: true },
    }),
    provided(
      { name: `${name}Stage`, place },
      "api-gateway-stage",
      {
        restApiId,
        deploymentId: attributeOf(deployment, "", place),
        ...compact(stage),
      },
      { "": ".stageName" },
    ),
  ];
}

function httpApi(
  name: string,
  place: Place,
  props: ResourceModel["props"],
  stage: Value,
): readonly ResourceModel[] {
  const attributes = { ApiEndpoint: ".apiEndpoint", ExecutionArn: ".executionArn" };
  return [
    provided({ name, place }, "apigatewayv2-api", { ...compact(props), protocolType: "HTTP" }, attributes),
    provided(
      { name: `${name}Stage`, place },
      "apigatewayv2-stage",
      {
        apiId: attributeOf(name, "", place),
        name: stage,
        autoDeploy: true,
      },
      { "": ".name" },
    ),
  ];
}

export const callPermission = (api: string, target: string, event: string, place: Place): ResourceModel =>
  provided({ name: `${target}${event}Permission`, place }, "lambda-permission", {
    action: "lambda:InvokeFunction",
    functionName: attributeOf(target, "", place),
    principal: servicePrincipal("apigateway"),
    sourceArn: joined([attributeOf(api, "ExecutionArn", place), "/*/*"]),
  });
