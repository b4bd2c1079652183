import { generateId } from "../generated-id";
import type { ComputedAttributes, KnownResource } from "./known-resource";
import { arn, arnWith, as, generatedName, id } from "./shapes";

/** `arn:aws:apigateway:eu-west-1::/apis/a1b2c3d4e5`. */
export function managementArn(known: KnownResource, path: string): string {
  return arnWith(known, "apigateway", known.region, "", path);
}

function hostOf(known: KnownResource, apiId: string): string {
  return `${apiId}.execute-api.${known.region}.${known.dnsSuffix}`;
}

function isWebSocket(known: KnownResource, apiId: string): boolean {
  const api = known.find("aws_apigatewayv2_api", "id", apiId);
  return (api ?? known).text("protocol_type") === "WEBSOCKET";
}

function endpointOf(known: KnownResource, apiId: string): string {
  return `${isWebSocket(known, apiId) ? "wss" : "https"}://${hostOf(known, apiId)}`;
}

/** HTTP and WebSocket APIs: `aws_apigatewayv2_*`. */
export const httpApi: Readonly<Record<string, ComputedAttributes>> = {
  aws_apigatewayv2_api: {
    id: id(10),
    arn: (known) => managementArn(known, `/apis/${known.text("id")}`),
    api_endpoint: (known) => endpointOf(known, known.text("id")),
    execution_arn: (known) => arn(known, "execute-api", known.text("id")),
    api_key_selection_expression: () => "$request.header.x-api-key",
    route_selection_expression: () => "$request.method $request.path",
  },
  aws_apigatewayv2_stage: {
    id: as("name"),
    arn: (known) => managementArn(known, `/apis/${known.text("api_id")}/stages/${known.text("name")}`),
    execution_arn: (known) => arn(known, "execute-api", `${known.text("api_id")}/${known.text("name")}`),
    invoke_url: (known) => {
      const name = known.text("name");
      return `${endpointOf(known, known.text("api_id"))}/${name === "$default" ? "" : name}`;
    },
  },
  aws_apigatewayv2_integration: { id: id(7) },
  aws_apigatewayv2_integration_response: { id: id(7) },
  aws_apigatewayv2_route: { id: id(7) },
  aws_apigatewayv2_route_response: { id: id(7) },
  aws_apigatewayv2_authorizer: { id: id(6) },
  aws_apigatewayv2_deployment: { id: id(6) },
  aws_apigatewayv2_model: { id: id(6) },
  aws_apigatewayv2_api_mapping: { id: id(6) },
  aws_apigatewayv2_vpc_link: {
    id: id(6),
    arn: (known) => managementArn(known, `/vpclinks/${known.text("id")}`),
  },
  aws_apigatewayv2_domain_name: {
    id: as("domain_name"),
    arn: (known) => managementArn(known, `/domainnames/${known.text("domain_name")}`),
    api_mapping_selection_expression: () => "$request.basepath",
  },
  "data.aws_apigatewayv2_api": { id: as("api_id"), name: generatedName() },
  "data.aws_apigatewayv2_vpc_link": { id: as("vpc_link_id") },
};

/** Attributes that AWS adds to a configured block. */
export const httpApiBlocks: Readonly<Record<string, ComputedAttributes>> = {
  aws_apigatewayv2_domain_name: {
    domain_name_configuration: (known) => ({
      target_domain_name: `d-${generateId(known.address, 10)}.execute-api.${known.region}.${known.dnsSuffix}`,
      hosted_zone_id: `Z${generateId(known.address, 13, "upperCase")}`,
    }),
  },
};
