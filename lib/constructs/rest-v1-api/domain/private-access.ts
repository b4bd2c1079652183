import type { ApiGatewayDomainName } from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import { ApiGatewayDomainNameAccessAssociation } from "@cdktf/provider-aws/lib/api-gateway-domain-name-access-association";
import type { DataAwsVpcEndpoint } from "@cdktf/provider-aws/lib/data-aws-vpc-endpoint";
import type { VpcEndpoint } from "@cdktf/provider-aws/lib/vpc-endpoint";
import type { Construct } from "constructs";
import { checkPartNames, findImport, isReference, present, refuseValue } from "../../../kit/core";
import { fail } from "../errors";
import type { RestV1ApiCustomDomainProps } from "./props";

/** Ids of VPC endpoints, by the caller's names. */
export type VpcEndpointIds = ReadonlyMap<string, string>;

const idOf = (name: string): string => `Access_${name}`;

/** Refuses VPC endpoints that cannot lead to a private domain. */
export function checkVpcEndpoints(
  api: Construct,
  prop: string,
  given: RestV1ApiCustomDomainProps["vpcEndpoints"],
  endpointType: NonNullable<RestV1ApiCustomDomainProps["endpointType"]>,
): VpcEndpointIds {
  if (given === undefined) return new Map();
  if (endpointType !== "private") fail(api, "rest-vpc-endpoints-public", prop, { endpointType });
  const part = "endpoint";
  checkPartNames(api, given, {
    owner: api,
    part,
    prop,
    isTaken: () => false,
    idsOf: (name) => [idOf(name)],
  });
  const ids = new Map<string, string>();
  for (const [name, endpoint] of Object.entries(present(given))) {
    const at = `${prop}[${JSON.stringify(name)}]`;
    const id = endpointId(api, at, endpoint);
    const other = [...ids].find(([, each]) => each === id)?.[0];
    if (other !== undefined) fail(api, "rest-vpc-endpoint-twice", at, { value: id, other });
    ids.set(name, id);
  }
  return ids;
}

function endpointId(api: Construct, prop: string, given: unknown): string {
  const endpoint = findImport<VpcEndpoint | DataAwsVpcEndpoint>(api, prop, given, "aws_vpc_endpoint");
  if (endpoint !== undefined) return endpoint.id;
  if (typeof given === "string" && (isReference(given) || /^vpce-[0-9a-f]+$/.test(given))) return given;
  const expected = 'a VpcEndpoint, a DataAwsVpcEndpoint, or an id such as "vpce-0a1b2c3d4e5f67890"';
  return refuseValue(api, prop, given, expected);
}

/**
 * The policy of a domain that answers through these endpoints only; undefined without endpoints.
 *
 * The denial is needed, too: a caller with permissions of its own account could come through another endpoint.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-private-custom-domains.html
 */
export function accessPolicy(endpoints: VpcEndpointIds): string | undefined {
  if (endpoints.size === 0) return undefined;
  const anyCall = { Principal: { AWS: "*" }, Action: "execute-api:Invoke", Resource: "*" };
  const Condition = { StringNotEquals: { "aws:SourceVpce": [...endpoints.values()] } };
  const Statement = [
    { Effect: "Allow", ...anyCall },
    { Effect: "Deny", ...anyCall, Condition },
  ];
  return JSON.stringify({ Version: "2012-10-17", Statement });
}

/** Lets VPC endpoints lead to a private domain. */
export function createAccess(
  scope: Construct,
  domain: ApiGatewayDomainName,
  endpoints: VpcEndpointIds,
): void {
  for (const [name, accessAssociationSource] of endpoints) {
    new ApiGatewayDomainNameAccessAssociation(scope, idOf(name), {
      accessAssociationSource,
      accessAssociationSourceType: "VPCE",
      domainNameArn: domain.arn,
    });
  }
}
