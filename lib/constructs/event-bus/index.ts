export { EventBus } from "./event-bus";
export type {
  EventBusFunctionTargetProps,
  EventBusLogGroupOverride,
  EventBusLogGroupTargetProps,
  EventBusOverride,
  EventBusPattern,
  EventBusProps,
  EventBusQueueTargetProps,
  EventBusRuleOverride,
  EventBusRuleProps,
  EventBusTarget,
} from "./props";
