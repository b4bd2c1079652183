import { DataAwsCloudwatchEventBus } from "@cdktf/provider-aws/lib/data-aws-cloudwatch-event-bus";
import { EventBus, type EventBusProps, type EventBusRuleProps } from "../../../lib/constructs/event-bus";
import type { Stack } from "../../../lib/kit/app";
import { testStack } from "../../support/stack";

export const fn = "functions/notes.get";
export const pattern = { source: ["shop"] };

export function bus(props: EventBusProps = {}): { stack: Stack; bus: EventBus } {
  const stack = testStack({ account: "111122223333" });
  return { stack, bus: new EventBus(stack, "Bus", props) };
}

/** A bus with one rule. */
export function withRule(rule: EventBusRuleProps): Stack {
  return bus({ rules: { paid: rule } }).stack;
}

/** The bus that each account has already. */
export function defaultBus(stack: Stack): DataAwsCloudwatchEventBus {
  return new DataAwsCloudwatchEventBus(stack, "DefaultBus", { name: "default" });
}
