export type {
  IotTriggerProps,
  LoadBalancerConditions,
  LoadBalancerTriggerProps,
  LogGroupTriggerProps,
  SkillTriggerProps,
  TriggerListenerRuleOverride,
  TriggerProps,
  TriggerSubscriptionFilterOverride,
  TriggerTargetGroupOverride,
  TriggerTopicRuleOverride,
  TriggerType,
} from "./props";
export { Trigger, type TriggerResources } from "./trigger";
