import type { CloudwatchLogSubscriptionFilter } from "@cdktf/provider-aws/lib/cloudwatch-log-subscription-filter";
import type { IotTopicRule } from "@cdktf/provider-aws/lib/iot-topic-rule";
import { LambdaPermission, type LambdaPermissionConfig } from "@cdktf/provider-aws/lib/lambda-permission";
import type { LbListenerRule } from "@cdktf/provider-aws/lib/lb-listener-rule";
import type { LbTargetGroup } from "@cdktf/provider-aws/lib/lb-target-group";
import type { Construct } from "constructs";
import type { Function } from "../../../kit/function";

/** The provider's objects of a trigger. */
export interface TriggerResources {
  /** Lets the source invoke the function. */
  readonly permission: LambdaPermission;
  /** Sends the lines of the log group; only with `log_group`. */
  readonly subscriptionFilter?: CloudwatchLogSubscriptionFilter | undefined;
  /** The group with the function as its target; only with `load_balancer`. */
  readonly targetGroup?: LbTargetGroup | undefined;
  /** Chooses the requests for the function; only with `load_balancer`. */
  readonly listenerRule?: LbListenerRule | undefined;
  /** Chooses the messages for the function; only with `iot`. */
  readonly topicRule?: IotTopicRule | undefined;
}

/** The keys of triggers of every kind. */
export const triggerKeys = { type: true, function: true, cdk: "map" } as const;

/** One kind of trigger: its keys, and how it is checked and created. */
export interface SourceKind<Props> {
  readonly keys: readonly string[];
  /** Keys of `cdk` beside `id`. */
  readonly cdkKeys: readonly string[];
  /** Whether the source waits for the result of the function. */
  readonly waits: boolean;
  /** Checks everything and creates nothing; what it returns creates. */
  plan(trigger: Construct, props: Props): (fn: Function) => TriggerResources;
}

/** Lets the source of a trigger invoke the function. */
export function allow(
  trigger: Construct,
  fn: Function,
  source: Pick<LambdaPermissionConfig, "principal" | "sourceArn" | "sourceAccount" | "eventSourceToken">,
): LambdaPermission {
  return new LambdaPermission(trigger, "Permission", {
    action: "lambda:InvokeFunction",
    ...fn.invoked,
    ...source,
  });
}
