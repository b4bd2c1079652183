import type { TriggerType } from "../props";
import { iotTrigger } from "./iot";
import type { SourceKind } from "./kind";
import { loadBalancerTrigger } from "./load-balancer";
import { logGroupTrigger } from "./log-group";
import { skillTrigger } from "./skill";

/** The services that may call a function. */
export const triggerKinds = {
  log_group: logGroupTrigger,
  load_balancer: loadBalancerTrigger,
  iot: iotTrigger,
  alexa_skill: skillTrigger,
  smart_home_skill: skillTrigger,
} satisfies Readonly<Record<TriggerType, SourceKind<never>>>;
