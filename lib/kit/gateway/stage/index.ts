export { checkIpAddressType, type IpAddressType } from "./ip-address-type";
export { addRouteThrottles, waitForRoutes } from "./route-settings";
export { planStageVariables, type StageVariables } from "./stage-variables";
export {
  type ApiThrottleProps,
  parseThrottle,
  planRouteThrottle,
  type RouteThrottle,
  type ThrottledStage,
} from "./throttle";
