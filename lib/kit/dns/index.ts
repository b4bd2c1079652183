export { type AliasTarget, createAliasRecords } from "./alias-records";
export { createValidatedCertificate, type ValidatedCertificate } from "./certificate";
export { checkCertificateRegion } from "./certificate-region";
export { checkDomainFree, claimDomain } from "./claims";
export { checkDomainName, checkZoneContains } from "./domain-name";
export {
  certificateArnOf,
  checkDomainByName,
  checkHostedDomain,
  type HostedDomainProps,
} from "./hosted-domain";
export { createZoneLookup } from "./hosted-zone";
export type { DomainCertificate, DomainCertificateOverride, DomainHostedZone, HostedDomain } from "./props";
