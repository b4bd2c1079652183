export { CustomDomain, checkApiDomain, createCustomDomain } from "../gateway/custom-domain";
export { type DomainUrlParts, domainUrl } from "../gateway/domain-url";
export { type AliasTarget, createAliasRecords } from "./alias-records";
export { createValidatedCertificate, type ValidatedCertificate } from "./certificate";
export {
  type CheckedDomain,
  checkCustomDomain,
  type DomainNameObject,
  type DomainRules,
  type ExternalDomain,
  type HostedDomain,
  type SharedDomain,
} from "./check";
export { claimDomain, claimPath, type MappedKind } from "./claims";
export { createZoneLookup } from "./hosted-zone";
export {
  type ApiDomainCdkProps,
  type ApiDomainCertificate,
  type ApiDomainHostedZone,
  type ApiDomainProps,
  domainCdkKeys,
  domainKeys,
} from "./props";
