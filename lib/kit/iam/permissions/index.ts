export { keyStatement, objectKeyStatements } from "./keys";
export { isLink, splitLinks } from "./link";
export { parseStatement } from "./parse-statement";
export {
  type GrantName,
  hasPermissionTarget,
  libraryConstructs,
  mergePermissions,
  type PermissionEntry,
  type Permissions,
  permissionTarget,
} from "./permissions";
export { lazyPolicyJson, policyJson, resolveStatements } from "./policy-json";
export { measurePolicy, type PackedPolicy, packPolicies } from "./policy-size";
export { PolicyStatement } from "./policy-statement";
export { providerTarget } from "./provider-target";
export { resolvePermission, resolvePermissions } from "./resolve";
export { decrypt, decryptAndEncrypt, encrypt, type PermissionRow, type PermissionTarget } from "./row";
export {
  type Conditions,
  completeStatements,
  type IamPrincipals,
  type IamResourceStatement,
  type IamStatement,
  type PolicyStatementProps,
  type ProviderResourceStatement,
  type ResourceStatement,
  type ResourceStatementProps,
  type Statement,
} from "./statement";
