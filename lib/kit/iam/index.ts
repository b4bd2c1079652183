export {
  decrypt,
  decryptAndEncrypt,
  encrypt,
  type GrantName,
  hasPermissionTarget,
  type IamPrincipals,
  type IamResourceStatement,
  type IamStatement,
  lazyPolicyJson,
  objectKeyStatements,
  type PermissionEntry,
  type Permissions,
  type PermissionTarget,
  PolicyStatement,
  type PolicyStatementProps,
  type ProviderResourceStatement,
  permissionTarget,
  policyJson,
  providerTarget,
  type ResourceStatement,
  type ResourceStatementProps,
  resolvePermissions,
  type Statement,
} from "./permissions";
export { attribute, configValue } from "./permissions/provider-values";
export { access, actionsOf, type Grant, grant, keyed, type PermissionRow } from "./permissions/row";
export type { PolicySource } from "./policy-source";
export { BackReferences } from "./policy-source";
export { policyTextParts } from "./policy-text";
export { type HasResourcePolicy, ResourcePolicy, resourcePolicy, tlsOnly } from "./resource-policy";
export { jsonTemplate, partOf } from "./template-text";
export { federatedTrust, resourceTrust, serviceTrust } from "./trust";
