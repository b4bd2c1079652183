export type {
  IotTriggerProps,
  LoadBalancerConditions,
  LoadBalancerTriggerProps,
  LogGroupTriggerProps,
  SkillTriggerProps,
  TriggerProps,
  TriggerSubscriptionFilterOverride,
  TriggerType,
} from "./props";
export { Trigger, type TriggerResources } from "./trigger";
