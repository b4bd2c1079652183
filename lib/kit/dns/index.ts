export { checkDomainFree, checkDomainName, checkZoneContains, claimDomain } from "./domain-name";
export {
  certificateArnOf,
  checkCertificateRegion,
  checkDomainByName,
  checkHostedDomain,
} from "./hosted-domain";
export type * from "./props";
export {
  createAliasRecords,
  createCertificate,
  createZoneLookup,
} from "./resources";
