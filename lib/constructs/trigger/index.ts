export type {
  IotTriggerProps,
  LoadBalancerConditions,
  LoadBalancerTriggerProps,
  LogGroupTriggerProps,
  SkillTriggerProps,
  TriggerProps,
  TriggerType,
} from "./props";
export { Trigger, type TriggerResources } from "./trigger";
