import { ApiGatewayDomainName } from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import type { Construct } from "constructs";
import { cdnRegion } from "../../../facts/aws/regions";
import { isPlainObject, isReference, isUnresolved } from "../../../kit/core";
import {
  type ApiDomain,
  checkApiDomainFree,
  checkCustomDomain,
  checkIpAddressType,
  domainSettings,
  domainTypes,
  type IpAddressType,
} from "../../../kit/gateway";
import { fail } from "../errors";
import { checkVpcEndpoints, type VpcEndpointIds } from "./private-access";
import { type RestV1ApiCustomDomainProps, restDomainCdkKeys, restDomainKeys } from "./props";
import { checkRoutingRules, prioritiesOf, type RoutingRules } from "./routing-rules";
import { checkSecurity, type DomainSecurity, type EndpointType } from "./security";

/** The `customDomain` of a REST API, checked. */
export interface RestDomain {
  readonly domain: ApiDomain;
  /** The type of a domain that is created here. */
  readonly endpointType: EndpointType;
  readonly security: DomainSecurity;
  readonly vpcEndpoints: VpcEndpointIds;
  readonly rules: RoutingRules;
  /** Whether the API has a path of the domain, or the root. An API on a shared domain may have rules only. */
  readonly isMapped: boolean;
  readonly ipAddressType: IpAddressType | undefined;
  /** Whether the API, and so the domain, is private. */
  readonly isPrivate: boolean;
}

const domainRules = {
  keys: restDomainKeys,
  cdkKeys: restDomainCdkKeys,
  resource: ApiGatewayDomainName,
  shares: [domainTypes.v1, domainTypes.v2],
  // `checkLevels` says where.
  pathLevels: true,
};

/** The endpoints of the API itself. */
interface RestEndpoint {
  /** Undefined when it is known only at deploy time. */
  readonly isPrivate: boolean | undefined;
  readonly ipAddressType: IpAddressType | undefined;
}

/** Refuses a custom domain that cannot work. Creates nothing. */
export function planRestDomain(
  api: Construct,
  given: string | RestV1ApiCustomDomainProps | undefined,
  { isPrivate, ipAddressType }: RestEndpoint,
): RestDomain | undefined {
  if (given === undefined) return undefined;
  const prop = "customDomain";
  const props: RestV1ApiCustomDomainProps = isPlainObject(given) ? given : {};
  const region = props.endpointType === "edge" ? cdnRegion : undefined;
  const domain = checkCustomDomain(api, prop, given, domainRules, region);
  const { endpointType = "regional", cdk } = props;
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
  const security = checkSecurity(api, prop, props, endpointType);
  const vpcEndpoints = checkVpcEndpoints(api, `${prop}.vpcEndpoints`, props.vpcEndpoints, endpointType);
  checkLevels(api, `${prop}.path`, domain, { endpointType, policy: security.policy });
  if (isPrivate !== undefined) checkPrivate(api, prop, domain, { endpointType, isPrivate });
  const rules = checkRoutingRules(api, `${prop}.rules`, props.rules);
  const isPrivateDomain = isPrivate ?? endpointType === "private";
  if (rules.size > 0 && isPrivateDomain) fail(api, "rest-rules-private", `${prop}.rules`, {});
  const isMapped = domain.kind !== "shared" || domain.path !== undefined || rules.size === 0;
  checkApiDomainFree(api, prop, domain, { kind: "rest", isMapped, priorities: prioritiesOf(rules) });
  return {
    domain,
    endpointType,
    ipAddressType,
    security,
    vpcEndpoints,
    rules,
    isMapped,
    isPrivate: isPrivateDomain,
  };
}

/** Refuses props that an existing domain name already has. */
function checkShared(api: Construct, prop: string, props: RestV1ApiCustomDomainProps): void {
  const { endpointType, securityPolicy, endpointAccessMode, vpcEndpoints } = props;
  for (const [name, value] of Object.entries({
    endpointType,
    securityPolicy,
    endpointAccessMode,
    vpcEndpoints,
  })) {
    if (value !== undefined) fail(api, "domain-shared-with", `${prop}.${name}`, { prop });
  }
}

/**
 * Refuses a path of several levels on a domain that has none, as far as this is known.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-mappings.html
 */
function checkLevels(
  api: Construct,
  prop: string,
  domain: ApiDomain,
  created: { readonly endpointType: EndpointType; readonly policy: string },
): void {
  const { path: value } = domain;
  if (value === undefined || !hasLevels(value)) return;
  const { endpointType, policy } =
    domain.kind === "shared" ? domainSettings(domain.object) : { ...created, ...overridden(domain) };
  if (endpointType !== undefined && endpointType !== "regional") {
    fail(api, "rest-path-levels", prop, { value, remedy: "Write one level." });
  }
  if (policy === "TLS_1_0") {
    const remedy = 'Write securityPolicy: "TLS 1.2" where the domain is created, or one level.';
    fail(api, "rest-path-levels", prop, { value, remedy });
  }
}

/** A plain `cdk.domainName` may have a policy of its own. */
function overridden({ override }: Exclude<ApiDomain, { readonly kind: "shared" }>) {
  const { securityPolicy } = override as { readonly securityPolicy?: string | undefined };
  return securityPolicy === undefined ? {} : { policy: securityPolicy };
}

/** Whether a path has several levels, for which base path mappings have no place. */
export const hasLevels = (path: string): boolean => !isReference(path) && path.includes("/");

/** Refuses a private domain for a public API and the reverse, as far as this is known. */
function checkPrivate(
  api: Construct,
  prop: string,
  domain: ApiDomain,
  { endpointType, isPrivate }: { readonly endpointType: EndpointType; readonly isPrivate: boolean },
): void {
  if (domain.kind !== "shared") {
    if ((endpointType === "private") === isPrivate) return;
    fail(api, "rest-domain-private", `${prop}.endpointType`, { endpointType, isPrivate });
  }
  const at = `${prop}.cdk.domainName`;
  if (domain.object === undefined && isPrivate) fail(api, "rest-domain-private-name", at, {});
  const shared = domainSettings(domain.object).endpointType;
  if (shared === undefined || (shared === "private") === isPrivate) return;
  fail(api, "rest-domain-private-shared", at, { endpointType: shared, isPrivate });
}

/** Refuses endpoints that AWS would not deploy. Returns whether the API is private; undefined if that is known only at deploy time. */
export function checkEndpoints(
  api: Construct,
  restApi: {
    readonly endpointConfiguration?: unknown | undefined;
    readonly policy?: unknown | undefined;
    readonly body?: unknown | undefined;
  },
  ipAddressType: IpAddressType | undefined,
): boolean | undefined {
  const prop = "cdk.restApi.endpointConfiguration";
  const given = restApi.endpointConfiguration;
  if (isUnresolved(given)) {
    if (ipAddressType !== undefined) fail(api, "props-exclude", "ipAddressType", { other: prop });
    return undefined;
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
  return isPrivate;
}
