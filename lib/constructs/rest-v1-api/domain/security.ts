import type { Construct } from "constructs";
import { Stack } from "../../../kit/app";
import { checkLiteral, isUnresolved } from "../../../kit/core";
import { fail } from "../errors";
import type { RestV1ApiCustomDomainProps, RestV1ApiEnhancedSecurityPolicy } from "./props";

export type EndpointType = NonNullable<RestV1ApiCustomDomainProps["endpointType"]>;
export type SecurityPolicy = NonNullable<RestV1ApiCustomDomainProps["securityPolicy"]>;

const enhanced = [
  "SecurityPolicy_TLS13_1_3_2025_09",
  "SecurityPolicy_TLS13_1_3_FIPS_2025_09",
  "SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09",
  "SecurityPolicy_TLS13_1_2_FIPS_PFS_PQ_2025_09",
  "SecurityPolicy_TLS13_1_2_PQ_2025_09",
  "SecurityPolicy_TLS13_1_2_FIPS_PQ_2025_09",
  "SecurityPolicy_TLS13_1_2_2021_06",
] as const satisfies readonly RestV1ApiEnhancedSecurityPolicy[];
const enhancedAtEdge = [
  "SecurityPolicy_TLS13_2025_EDGE",
  "SecurityPolicy_TLS12_PFS_2025_EDGE",
  "SecurityPolicy_TLS12_2018_EDGE",
] as const satisfies readonly RestV1ApiEnhancedSecurityPolicy[];

/**
 * AWS's names of the policies, by endpoint type.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies-list.html
 */
const policies: Readonly<Record<EndpointType, Readonly<Record<string, string>>>> = {
  regional: {
    "TLS 1.0": "TLS_1_0",
    "TLS 1.2": "TLS_1_2",
    "TLS 1.3": "SecurityPolicy_TLS13_1_3_2025_09",
    ...asThemselves(enhanced),
  },
  private: {
    "TLS 1.2": "TLS_1_2",
    "TLS 1.3": "SecurityPolicy_TLS13_1_3_2025_09",
    ...asThemselves(enhanced),
  },
  edge: {
    "TLS 1.0": "TLS_1_0",
    "TLS 1.2": "TLS_1_2",
    "TLS 1.3": "SecurityPolicy_TLS13_2025_EDGE",
    ...asThemselves(enhancedAtEdge),
  },
};

function asThemselves(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

/** The first version of the provider with `endpoint_access_mode`. */
const providerVersion = "6.28";

/** The checked security settings of a domain. */
export interface DomainSecurity {
  /** In AWS's words: `TLS_1_2`. */
  readonly policy: string;
  /** Whether the caller has chosen the policy. */
  readonly isChosen: boolean;
  readonly accessMode: "STRICT" | "BASIC" | undefined;
}

/** Refuses a security policy that AWS does not have, or not together with the other props. */
export function checkSecurity(
  api: Construct,
  prop: string,
  { securityPolicy, endpointAccessMode, mtls }: RestV1ApiCustomDomainProps,
  endpointType: EndpointType,
): DomainSecurity {
  if (mtls !== undefined && endpointType !== "regional") {
    const reason = "mutual TLS exists for regional domains only";
    fail(api, "rest-endpoint-refused", `${prop}.mtls`, { endpointType, reason });
  }
  const at = `${prop}.securityPolicy`;
  const isTls12 = mtls !== undefined || endpointType === "private";
  const written: string = securityPolicy ?? (isTls12 ? "TLS 1.2" : "TLS 1.0");
  if (securityPolicy !== undefined) checkPolicy(api, at, securityPolicy, endpointType);
  const policy = policies[endpointType][written] ?? written;
  const isEnhanced = policy.startsWith("SecurityPolicy_");
  if (mtls !== undefined && (policy === "TLS_1_0" || isEnhanced)) {
    fail(api, "rest-mtls-tls", at, { value: written });
  }
  if (isEnhanced && !Stack.of(api).hasProvider(providerVersion)) {
    fail(api, "rest-provider-older", at, { value: written, version: providerVersion });
  }
  if (endpointAccessMode !== undefined && !isEnhanced && !isUnresolved(securityPolicy)) {
    const value = endpointAccessMode;
    fail(api, "rest-access-mode", `${prop}.endpointAccessMode`, { value, securityPolicy: written });
  }
  const mode = endpointAccessMode ?? (isEnhanced ? "strict" : undefined);
  const accessMode = mode && (mode === "strict" ? "STRICT" : "BASIC");
  return { policy, isChosen: securityPolicy !== undefined, accessMode };
}

function checkPolicy(api: Construct, prop: string, value: SecurityPolicy, endpointType: EndpointType): void {
  if (value === "TLS 1.0" && endpointType === "private") {
    const reason = 'private domains take "TLS 1.2" and newer ones';
    fail(api, "rest-endpoint-refused", prop, { endpointType, reason });
  }
  checkLiteral(api, prop, value, Object.keys(policies[endpointType]));
}
