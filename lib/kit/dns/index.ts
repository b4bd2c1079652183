export { checkDomainFree, checkDomainName, checkZoneContains, claimDomain } from "./domain-name";
export {
  certificateArnOf,
  checkCertificateRegion,
  checkDomainByName,
  checkHostedDomain,
  type HostedDomainProps,
} from "./hosted-domain";
export type * from "./props";
export {
  type AliasTarget,
  createAliasRecords,
  createCertificate,
  createZoneLookup,
} from "./resources";
