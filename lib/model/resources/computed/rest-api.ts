import { generateId } from "../generated-id";
import { managementArn } from "./http-api";
import type { ComputedAttributes, KnownResource } from "./known-resource";
import { arn, as, generatedName, id } from "./shapes";

function inApi(kind: string): (known: KnownResource) => string {
  return (known) =>
    managementArn(known, `/restapis/${known.text("rest_api_id")}/${kind}/${known.text("id")}`);
}

function pathOf(known: KnownResource): string {
  const parent = known.find("aws_api_gateway_resource", "id", known.text("parent_id"));
  return `${parent === undefined ? "" : parent.text("path")}/${known.text("path_part")}`;
}

/** The id that the provider derives from the method's names. */
function methodId(prefix: string, ...more: readonly string[]): (known: KnownResource) => string {
  const parts = ["rest_api_id", "resource_id", "http_method", ...more];
  return (known) => [prefix, ...parts.map((part) => known.text(part))].join("-");
}

/** For a data source: the API with that name or id in the same model. */
function apiNamed(known: KnownResource): KnownResource | undefined {
  return known.find("aws_api_gateway_rest_api", "name", known.text("name"));
}

/** REST APIs: `aws_api_gateway_*`. */
export const restApi: Readonly<Record<string, ComputedAttributes>> = {
  aws_api_gateway_rest_api: {
    id: id(10),
    arn: (known) => managementArn(known, `/restapis/${known.text("id")}`),
    execution_arn: (known) => arn(known, "execute-api", known.text("id")),
    root_resource_id: (known) => generateId(`${known.address} root`, 10),
    created_date: () => "2024-01-01T00:00:00Z",
  },
  "data.aws_api_gateway_rest_api": {
    id: (known) => apiNamed(known)?.value("id") ?? generateId(known.address, 10),
    root_resource_id: (known) =>
      apiNamed(known)?.value("root_resource_id") ?? generateId(`${known.address} root`, 10),
  },
  aws_api_gateway_resource: { id: id(6), path: pathOf },
  aws_api_gateway_method: { id: methodId("agm") },
  aws_api_gateway_method_response: { id: methodId("agmr", "status_code") },
  aws_api_gateway_integration: {
    id: methodId("agi"),
    // The resource id, unless a cache namespace is configured.
    cache_namespace: as("resource_id"),
  },
  aws_api_gateway_integration_response: { id: methodId("agir", "status_code") },
  aws_api_gateway_gateway_response: {
    id: (known) => `aggr-${known.text("rest_api_id")}-${known.text("response_type")}`,
  },
  aws_api_gateway_method_settings: {
    id: (known) => ["rest_api_id", "stage_name", "method_path"].map((part) => known.text(part)).join("-"),
  },
  aws_api_gateway_authorizer: { id: id(6), arn: inApi("authorizers") },
  aws_api_gateway_request_validator: { id: id(6) },
  aws_api_gateway_model: { id: id(6) },
  aws_api_gateway_deployment: { id: id(6), created_date: () => "2024-01-01T00:00:00Z" },
  aws_api_gateway_stage: {
    id: (known) => `ags-${known.text("rest_api_id")}-${known.text("stage_name")}`,
    arn: (known) =>
      managementArn(known, `/restapis/${known.text("rest_api_id")}/stages/${known.text("stage_name")}`),
    execution_arn: (known) =>
      arn(known, "execute-api", `${known.text("rest_api_id")}/${known.text("stage_name")}`),
    invoke_url: (known) =>
      `https://${known.text("rest_api_id")}.execute-api.${known.region}.${known.dnsSuffix}/${known.text("stage_name")}`,
  },
  aws_api_gateway_account: { id: () => "api-gateway-account" },
  aws_api_gateway_api_key: {
    id: id(10),
    arn: (known) => managementArn(known, `/apikeys/${known.text("id")}`),
    name: generatedName(),
    value: (known) => generateId(`${known.address} value`, 40, "mixedCase"),
  },
  aws_api_gateway_usage_plan: {
    id: id(6),
    arn: (known) => managementArn(known, `/usageplans/${known.text("id")}`),
  },
  aws_api_gateway_usage_plan_key: {
    id: as("key_id"),
    name: (known) => known.find("aws_api_gateway_api_key", "id", known.text("key_id"))?.value("name"),
    value: (known) => known.find("aws_api_gateway_api_key", "id", known.text("key_id"))?.value("value"),
  },
  aws_api_gateway_vpc_link: {
    id: id(6),
    arn: (known) => managementArn(known, `/vpclinks/${known.text("id")}`),
  },
  aws_api_gateway_domain_name: {
    id: as("domain_name"),
    arn: (known) => managementArn(known, `/domainnames/${known.text("domain_name")}`),
    regional_domain_name: (known) =>
      `d-${generateId(known.address, 10)}.execute-api.${known.region}.${known.dnsSuffix}`,
    regional_zone_id: (known) => `Z${generateId(known.address, 13, "upperCase")}`,
    cloudfront_domain_name: (known) => `d${generateId(known.address, 13)}.cloudfront.net`,
    // The hosted zone of all CloudFront distributions, a constant of AWS.
    cloudfront_zone_id: () => "Z2FDTNDATAQYW2",
  },
  aws_api_gateway_base_path_mapping: {
    id: (known) => `${known.text("domain_name")}/${known.text("base_path")}`,
  },
};
