import { isAllowed, type PolicyStatement } from "../iam-policy";

const everything: PolicyStatement = {
  effect: "Allow",
  actions: ["*"],
  notActions: false,
  resources: ["*"],
  notResources: false,
  hasCondition: false,
};

/** Whether a policy refuses something in so many words. */
export function isDenied(policy: readonly PolicyStatement[], resource: string): boolean {
  return !isAllowed([everything, ...policy], resource);
}
