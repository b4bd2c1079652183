import { ApiGatewayDomainName } from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { checkLiteral, isPlainObject } from "../../core/check";
import { cdnRegion } from "../../dns";
import {
  type ApiDomain,
  checkApiDomainFree,
  checkCustomDomain,
  checkIpAddressType,
  domainTypes,
  type IpAddressType,
} from "../../gateway";
import { type RestV1ApiCustomDomainProps, restDomainCdkKeys, restDomainKeys } from "./domain-props";
import { fail } from "./errors";

type EndpointType = NonNullable<RestV1ApiCustomDomainProps["endpointType"]>;
type SecurityPolicy = NonNullable<RestV1ApiCustomDomainProps["securityPolicy"]>;

const endpointTypes = ["edge", "regional", "private"] as const satisfies readonly EndpointType[];
const securityPolicies = ["TLS 1.0", "TLS 1.2"] as const satisfies readonly SecurityPolicy[];

/** The `customDomain` of a REST API, checked. */
export interface RestDomain {
  readonly domain: ApiDomain;
  readonly endpointType: EndpointType;
  readonly securityPolicy: SecurityPolicy;
  readonly ipAddressType: IpAddressType | undefined;
  /** Whether the caller has chosen the security policy. */
  readonly choseSecurityPolicy: boolean;
}

const rules = {
  keys: restDomainKeys,
  cdkKeys: restDomainCdkKeys,
  resource: ApiGatewayDomainName,
  shares: [domainTypes.v1, domainTypes.v2],
  // Several levels need mappings of the newer generation, which edge domains do not support.
  pathLevels: false,
};

/** Refuses a custom domain that cannot work. Creates nothing. */
export function planRestDomain(
  api: Construct,
  given: string | RestV1ApiCustomDomainProps | undefined,
  ipAddressType: IpAddressType | undefined,
): RestDomain | undefined {
  if (given === undefined) return undefined;
  const prop = "customDomain";
  const props: RestV1ApiCustomDomainProps = isPlainObject(given) ? given : {};
  const region = props.endpointType === "edge" ? cdnRegion : undefined;
  const domain = checkCustomDomain(api, prop, given, rules, region);
  const { endpointType = "regional", mtls, cdk } = props;
  checkLiteral(api, `${prop}.endpointType`, endpointType, endpointTypes);
  if (props.securityPolicy !== undefined) {
    checkLiteral(api, `${prop}.securityPolicy`, props.securityPolicy, securityPolicies);
  }
  if (props.hostedZone !== undefined && cdk?.hostedZone !== undefined) {
    fail(api, "props-exclude", `${prop}.hostedZone`, { other: `${prop}.cdk.hostedZone` });
  }
  if (domain.kind === "shared") checkShared(api, prop, props);
  else {
    const { endpointConfiguration } = domain.override as { readonly endpointConfiguration?: unknown };
    checkIpAddressType(api, ipAddressType, {
      [`${prop}.cdk.domainName.endpointConfiguration`]: endpointConfiguration,
    });
  }
  checkEndpoint(api, prop, props, endpointType);
  checkApiDomainFree(api, prop, domain, "rest");
  const needsTls12 = mtls !== undefined || endpointType === "private";
  return {
    domain,
    endpointType,
    ipAddressType,
    securityPolicy: props.securityPolicy ?? (needsTls12 ? "TLS 1.2" : "TLS 1.0"),
    choseSecurityPolicy: props.securityPolicy !== undefined,
  };
}

/** Refuses props that an existing domain name already has. */
function checkShared(api: Construct, prop: string, props: RestV1ApiCustomDomainProps): void {
  const { endpointType, securityPolicy } = props;
  for (const [name, value] of Object.entries({ endpointType, securityPolicy })) {
    if (value !== undefined) fail(api, "domain-shared-with", `${prop}.${name}`, { prop });
  }
}

// Sources: https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-mutual-tls.html
// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-private-custom-domains.html
function checkEndpoint(
  api: Construct,
  prop: string,
  { mtls, securityPolicy }: RestV1ApiCustomDomainProps,
  endpointType: EndpointType,
): void {
  if (mtls !== undefined && endpointType !== "regional") {
    const reason = "mutual TLS exists for regional domains only";
    fail(api, "rest-endpoint-refused", `${prop}.mtls`, { endpointType, reason });
  }
  if (securityPolicy !== "TLS 1.0") return;
  if (mtls !== undefined) fail(api, "rest-mtls-tls", `${prop}.securityPolicy`, {});
  if (endpointType === "private") {
    const reason = 'private domains take "TLS 1.2" only';
    fail(api, "rest-endpoint-refused", `${prop}.securityPolicy`, { endpointType, reason });
  }
}

/** Refuses a private domain for a public API and the reverse, and a private API that AWS would not deploy. */
export function checkEndpoints(
  api: Construct,
  restApi: {
    readonly endpointConfiguration?: unknown | undefined;
    readonly policy?: unknown | undefined;
    readonly body?: unknown | undefined;
  },
  domain: RestDomain | undefined,
  ipAddressType: IpAddressType | undefined,
): void {
  const prop = "cdk.restApi.endpointConfiguration";
  const given = restApi.endpointConfiguration;
  if (Token.isUnresolved(given)) {
    if (ipAddressType !== undefined) fail(api, "props-exclude", "ipAddressType", { other: prop });
    return;
  }
  const { types = [], vpcEndpointIds } = (given ?? {}) as {
    readonly types?: readonly string[] | undefined;
    readonly vpcEndpointIds?: readonly string[] | undefined;
  };
  if (types.length > 1) fail(api, "rest-endpoints-mixed", `${prop}.types`, { value: types });
  const isPrivate = types.includes("PRIVATE");
  if (isPrivate && ipAddressType === "ipv4") fail(api, "rest-private-addresses", "ipAddressType", {});
  if (vpcEndpointIds !== undefined && !isPrivate) {
    fail(api, "rest-vpc-endpoints", `${prop}.vpcEndpointIds`, { value: types });
  }
  if (isPrivate && restApi.policy === undefined && restApi.body === undefined) {
    fail(api, "rest-private-policy", "cdk.restApi.policy", {});
  }
  if (domain === undefined || domain.domain.kind === "shared") return;
  const { endpointType } = domain;
  if ((endpointType === "private") !== isPrivate) {
    fail(api, "rest-domain-private", "customDomain.endpointType", { endpointType, isPrivate });
  }
}
