import { CloudwatchLogSubscriptionFilter } from "@cdktf/provider-aws/lib/cloudwatch-log-subscription-filter";
import { servicePrincipal } from "../../../facts/aws/principals";
import { prefixedName, Stack } from "../../../kit/app";
import {
  checkLimit,
  checkOverride,
  escapeTemplate,
  isProviderObject,
  limits,
  overlay,
  propKeys,
  refuseValue,
  requireProp,
} from "../../../kit/core";
import { isFunction } from "../../../kit/function";
import { fail } from "../errors";
import type { LogGroupTriggerProps } from "../props";
import type { SourceKind } from "./kind";
import { allow, triggerKeys } from "./kind";

const rejected = {
  destinationArn: "It is the function.",
  filterPattern: "Use the prop filterPattern.",
  logGroupName: "Use the prop logGroup.",
  roleArn: "A function needs no role: it has a permission.",
};

/** Source: https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/SubscriptionFilters.html */
export const logGroupTrigger: SourceKind<LogGroupTriggerProps> = {
  keys: propKeys<LogGroupTriggerProps>()({ ...triggerKeys, logGroup: true, filterPattern: "text" }),
  waits: false,
  cdkKeys: ["subscriptionFilter"],
  plan(trigger, { logGroup: given, function: reference, filterPattern = "", cdk }) {
    const logGroup = groupOf(given);
    if (logGroup === undefined) {
      const remedy = "Pass a Function, or the provider's log group: logGroup: api.cdk.accessLogGroup.";
      requireProp(trigger, "logGroup", given, remedy);
      const expected = "a Function or an object of type aws_cloudwatch_log_group";
      return refuseValue(trigger, "logGroup", given, expected);
    }
    if (isFunction(reference) && reference.cdk.logGroup === logGroup) {
      fail(trigger, "trigger-log-loop", "logGroup", {});
    }
    const { filterPattern: limit } = limits.aws_cloudwatch_log_subscription_filter;
    checkLimit(trigger, "filterPattern", filterPattern, limit);
    const override = cdk?.subscriptionFilter ?? {};
    checkOverride(trigger, "cdk.subscriptionFilter", override, CloudwatchLogSubscriptionFilter, { rejected });
    return (fn) => {
      const permission = allow(trigger, fn, {
        principal: servicePrincipal("logs"),
        sourceArn: `${logGroup.arn}:*`,
        sourceAccount: Stack.of(trigger).account,
      });
      const config = {
        name: prefixedName(trigger),
        logGroupName: logGroup.name,
        filterPattern: escapeTemplate(filterPattern),
        destinationArn: fn.functionArn,
        // The service calls the function when the filter is created.
        dependsOn: [permission],
      };
      const subscriptionFilter = new CloudwatchLogSubscriptionFilter(
        trigger,
        "Filter",
        overlay(config, override),
      );
      return { permission, subscriptionFilter };
    };
  },
};

function groupOf(given: unknown): { readonly arn: string; readonly name: string } | undefined {
  if (isFunction(given)) return given.cdk.logGroup;
  if (!isProviderObject(given, "aws_cloudwatch_log_group")) return undefined;
  return given as unknown as { readonly arn: string; readonly name: string };
}
