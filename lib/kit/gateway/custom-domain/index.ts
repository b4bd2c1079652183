export { checkCustomDomain } from "./check";
export { checkApiDomainFree, claimApiDomain, type DomainUse, usesMutualTls } from "./claims";
export { CustomDomain, type PlannedCustomDomain, planCustomDomain } from "./custom-domain";
export {
  type ApiDomain,
  type DomainRules,
  domainSettings,
  domainTypes,
  type HostedApiDomain,
} from "./domain";
export { domainUrl } from "./domain-url";
export { createMutualTls } from "./mutual-tls";
export type * from "./mutual-tls-props";
export type * from "./props";
