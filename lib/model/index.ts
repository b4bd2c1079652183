export { callerNames, callersText, isOpen } from "./access/callers";
export type {
  AccessFacts,
  CallerFact,
  EndpointKind,
  FunctionFact,
  RouteFact,
  TargetFact,
} from "./access/facts";
export { nameInApp } from "./access/names";
export {
  type Ability,
  abilityOf,
  isHousekeeping,
  type Permission,
  permissionsOf,
  permissionText,
} from "./access/permissions";
export { accessFactsOf, readFacts } from "./access/read-facts";
export { throttleFinder } from "./access/routes/throttles";
export type {
  AuthorizationMode,
  AuthorizationWay,
  AuthorizingApi,
  DataSource,
  GraphqlApiConfig,
  Mapping,
  Resolver,
  ResolverStep,
} from "./gateways/app-sync/config";
export { type FieldCaller, FieldRules } from "./gateways/app-sync/field-rules";
export { readAuthModes } from "./gateways/app-sync/read-authorization";
export { readGraphqlApi } from "./gateways/app-sync/read-config";
export {
  type EventsApiConfig,
  type Integration,
  type Namespace,
  readEventsApi,
} from "./gateways/event-channels";
export {
  type BalancerConfig,
  type BalancerTarget,
  listenerResources,
  readListener,
} from "./gateways/load-balancer/config";
export { readPaths } from "./gateways/rest-paths";
export {
  methodKey,
  readLimits,
  readMethodLimits,
  routeLimits,
  type ThrottleLimits,
} from "./gateways/throttle-limits";
export { type AccessDecision, decideAccess, denialMessage } from "./iam/decide";
export { type Decision, evaluatePolicy } from "./iam/evaluate";
export {
  deniesEverything,
  type PolicyDocumentStatement,
  parsePolicyDocument,
  readPolicyDocument,
} from "./iam/policy-document";
export { anonymous, type Principal } from "./iam/principal";
export type { ConditionKeys } from "./iam/request-keys";
export {
  type IdentityPool,
  identityPoolsOf,
  type Login,
  type RoleMapping,
} from "./identities/identity-pools";
export {
  clientsOf,
  issuerOfPoolArn,
  poolOfIssuer,
  type UserPool,
  type UserPoolClient,
  userPoolsOf,
} from "./identities/user-pools";
export { grantsByType, type ResourceGrants } from "./permissions/grants";
export { policyProblems } from "./permissions/policy-problems";
export {
  apiOfConnection,
  connectionsOf,
  constructOfArn,
  nameOfResource,
  withoutExampleAccount,
} from "./permissions/resource-names";
export {
  constructPart,
  constructPathOf,
  type GrantedResource,
  resourceOfArn,
} from "./permissions/resource-of-arn";
export { ModelResourcePolicies } from "./permissions/resource-policies";
export { type LocalRole, ModelRoles, policyDocumentOf } from "./permissions/role-policies";
export { statementsOf } from "./permissions/statements-of";
export { type AppliedException, checkRules, type PolicyReport, readExceptions } from "./policy/check";
export { readPolicyFacts } from "./policy/facts";
export type { Policy } from "./policy/policy";
export type { PolicyFinding } from "./policy/rule";
export { ruleTexts } from "./policy/rule-texts";
export { compareAccess } from "./proof/compare";
export { laterAddress, type Pair, versionPairs } from "./proof/pairs";
export { type AccessTerm, orderedTerms, termOf } from "./proof/terms";
export { deployedAtSeconds, generateId, generateUuid } from "./resources/generated-id";
export type { Model, Resource, Values } from "./resources/model";
export { indexedModel } from "./resources/model";
export { declarationsOf } from "./resources/read/declarations";
export { DeployedState, modelOf, readModel } from "./resources/read/read-model";
export {
  block,
  blocks,
  flag,
  isValues,
  json,
  nameOf,
  number,
  requireText,
  tagsOf,
  text,
  textMap,
  texts,
} from "./resources/values";
