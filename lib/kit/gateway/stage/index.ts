export { checkIpAddressType, type IpAddressType } from "./ip-address-type";
export { addRouteThrottles, type SetRoutes, waitForRoutes } from "./route-settings";
export { planStageVariables, type StageVariables } from "./stage-variables";
export {
  type ApiThrottleProps,
  parseThrottle,
  planRouteThrottle,
  type RouteThrottle,
  type ThrottledStage,
} from "./throttle";
