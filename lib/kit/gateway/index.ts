export {
  type AccessLogProps,
  type CheckedAccessLog,
  checkAccessLog,
  checkArnRegion,
  checkFormat,
  createAccessLog,
} from "./access-log";
export { createGatewayAccount, findGatewayAccount, noteLogRole } from "./account";
export { checkAuthorizerFunction, parseResultsCacheTtl } from "./authorizer-function";
export {
  type AuthorizerDeclaration,
  type AuthorizerKind,
  type AuthorizerKinds,
  type AuthorizerPlan,
  authorizerKeys,
  isPartial,
} from "./authorizer-kind";
export {
  type AuthorizerFamily,
  type CreatedAuthorizer,
  createAuthorizers,
  type Declared,
  type Named,
  type PlannedAuthorizer,
  planAuthorizer,
  planAuthorizers,
} from "./authorizers";
export { type BehindCdn, type CdnOrigin, cdnOrigin, isBehindCdn, whyUnreachable } from "./cdn-origin";
export { ConstructWithRoutes, executeApiHost, executeApiTarget } from "./construct-with-routes";
export { type ContractRoutesOptions, contractRoutes } from "./contract-routes";
export { checkOrigins } from "./cors-origins";
export {
  type ApiDomain,
  type ApiDomainCdkProps,
  type ApiDomainNameOverride,
  type ApiDomainProps,
  type ApiMtlsProps,
  type ApiTruststoreBucket,
  CustomDomain,
  checkApiDomainFree,
  checkCustomDomain,
  claimApiDomain,
  createMutualTls,
  type DomainRules,
  type DomainUse,
  domainSettings,
  domainTypes,
  domainUrl,
  type HostedApiDomain,
  type PlannedCustomDomain,
  planCustomDomain,
  usesMutualTls,
} from "./custom-domain";
export { machineClientIds } from "./directory/clients";
export {
  type AddedRoute,
  checkManyRoutes,
  GatewayRoutes,
  type GivenRoute,
  type KeyForm,
  type PlannedRoutes,
} from "./gateway-routes";
export { invokedThrough } from "./invoked-through";
export {
  type BalancerListener,
  checkListener,
  checkServerName,
  checkVpcLink,
  type LoadBalancerType,
  loadBalancerOf,
  vpcLinkFor,
} from "./load-balancer";
export type { MovedRoute } from "./moved-routes";
export { apiRow } from "./permission-row";
export { readRoute } from "./read-route";
export {
  countAuthorizers,
  type PlannedAuthorization,
  planAuthorization,
  type RouteAuthorizers,
  routeAuthorization,
  routeAuthorizers,
  waitForAuthorizer,
} from "./route-authorization";
export {
  checkPathVariables,
  type HttpRouteKey,
  hasPathVariable,
  parseMethodRouteKey,
  type RouteMethod,
  routeMethods,
} from "./route-key";
export {
  type RouteDeclaration,
  type RouteKind,
  type RoutePermission,
  type RouteTarget,
  routeKeys,
} from "./route-kind";
export { planInScope } from "./routes-scope";
export {
  type ApiThrottleProps,
  addRouteThrottles,
  checkIpAddressType,
  type IpAddressType,
  parseThrottle,
  planRouteThrottle,
  planStageVariables,
  type RouteThrottle,
  type ThrottledStage,
  waitForRoutes,
} from "./stage";
export { gatewayTimeouts } from "./time-out";
export { type AcceptedTokens, planJwt } from "./tokens/jwt";
export type * from "./tokens/props";
export {
  clientIdsOf,
  isDirectory,
  type PlannedPool,
  planUserPool,
  poolRegionOf,
  tokensOfPool,
} from "./tokens/user-pool";
