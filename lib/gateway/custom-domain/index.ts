export { checkCustomDomain } from "./check";
export { checkApiDomainFree, claimApiDomain, type MappedKind } from "./claims";
export { CustomDomain, type PlannedCustomDomain, planCustomDomain } from "./custom-domain";
export { type ApiDomain, type DomainRules, domainTypes, type HostedApiDomain, usesMutualTls } from "./domain";
export { type DomainUrlParts, domainUrl } from "./domain-url";
export type { ApiDomainProps } from "./props";
