export { EventBus } from "./event-bus";
export type {
  EventBusFunctionTargetProps,
  EventBusLogGroupTargetProps,
  EventBusPattern,
  EventBusProps,
  EventBusQueueTargetProps,
  EventBusRuleOverride,
  EventBusRuleProps,
  EventBusTarget,
} from "./props";
