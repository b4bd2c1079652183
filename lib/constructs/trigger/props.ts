import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { CloudwatchLogSubscriptionFilterConfig } from "@cdktf/provider-aws/lib/cloudwatch-log-subscription-filter";
import type { DataAwsCloudwatchLogGroup } from "@cdktf/provider-aws/lib/data-aws-cloudwatch-log-group";
import type { DataAwsLbListener } from "@cdktf/provider-aws/lib/data-aws-lb-listener";
import type { IotTopicRuleConfig } from "@cdktf/provider-aws/lib/iot-topic-rule";
import type { LbListener } from "@cdktf/provider-aws/lib/lb-listener";
import type { LbListenerRuleConfig } from "@cdktf/provider-aws/lib/lb-listener-rule";
import type { LbTargetGroupConfig } from "@cdktf/provider-aws/lib/lb-target-group";
import type { MapOf, Override } from "../../kit/core";
import type { Function, FunctionReference } from "../../kit/function";

/** The common props of all triggers. */
interface TriggerBase {
  /** The function that is called. */
  readonly function: FunctionReference;
}

/** Keys of a subscription filter that the caller may override. */
export type TriggerSubscriptionFilterOverride = Override<
  Omit<CloudwatchLogSubscriptionFilterConfig, "destinationArn" | "filterPattern" | "logGroupName" | "roleArn">
>;

/** Lines of a log group. */
export interface LogGroupTriggerProps extends TriggerBase {
  /** Invokes the function with new lines of a log group. */
  readonly type: "log_group";
  /** The log group: that of a function, or the provider's object. */
  readonly logGroup: Function | CloudwatchLogGroup | DataAwsCloudwatchLogGroup;
  /** The lines of the trigger, in the filter syntax of CloudWatch: `ERROR`, `{ $.level = "error" }`. @default "" - all lines */
  readonly filterPattern?: string | undefined;
  /** Existing provider objects to use, or configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /** Keys that override the created subscription filter. @default - none */
        readonly subscriptionFilter?: TriggerSubscriptionFilterOverride | undefined;
      }
    | undefined;
}

/** The requests that a load balancer passes on. All conditions must hold. */
export interface LoadBalancerConditions {
  /** Paths, with `*` and `?`: `/notes/*`. @default - any */
  readonly paths?: readonly string[] | undefined;
  /** Hosts, with `*` and `?`: `*.example.com`. @default - any */
  readonly hosts?: readonly string[] | undefined;
  /** HTTP methods, in capitals. @default - any */
  readonly methods?: readonly string[] | undefined;
  /** Values of headers, by name. @default - any */
  readonly headers?: MapOf<readonly string[]> | undefined;
  /** Addresses of clients: `203.0.113.0/24`. @default - any */
  readonly sourceIps?: readonly string[] | undefined;
}

/** Keys of a target group that the caller may override. */
export type TriggerTargetGroupOverride = Override<
  Omit<LbTargetGroupConfig, "targetType" | "lambdaMultiValueHeadersEnabled">
>;

/** Keys of a rule of a listener that the caller may override. */
export type TriggerListenerRuleOverride = Override<
  Omit<LbListenerRuleConfig, "action" | "condition" | "listenerArn" | "priority">
>;

/** Requests to an Application Load Balancer. */
export interface LoadBalancerTriggerProps extends TriggerBase {
  /** Invokes the function with requests to an Application Load Balancer. */
  readonly type: "load_balancer";
  /** The listener, as the provider's object or its ARN. */
  readonly listener: LbListener | DataAwsLbListener | string;
  /** The requests for the function: at least one condition, at most 5 values in all. */
  readonly conditions: LoadBalancerConditions;
  /** Priority among the rules of the listener, 1 to 50000; the lowest is evaluated first. @default - after the existing rules */
  readonly priority?: number | undefined;
  /** Whether headers and query strings have lists of values in the event. @default false */
  readonly multiValueHeaders?: boolean | undefined;
  /** Existing provider objects to use, or configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /** Keys that override the created target group, such as `healthCheck`. @default - none */
        readonly targetGroup?: TriggerTargetGroupOverride | undefined;
        /** Keys that override the created rule of the listener. @default - none */
        readonly listenerRule?: TriggerListenerRuleOverride | undefined;
      }
    | undefined;
}

/** Keys of a topic rule that the caller may override. */
export type TriggerTopicRuleOverride = Override<Omit<IotTopicRuleConfig, "lambda" | "sql" | "enabled">>;

/** MQTT messages of devices. */
export interface IotTriggerProps extends TriggerBase {
  /** Invokes the function with messages of AWS IoT Core. */
  readonly type: "iot";
  /** Selects the messages, and the fields that the function gets: `SELECT * FROM 'devices/+/readings'`. */
  readonly sql: string;
  /** With `false`, the rule exists but calls nothing. @default true */
  readonly enabled?: boolean | undefined;
  /** Existing provider objects to use, or configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /** Keys that override the created rule, such as `errorAction` and `sqlVersion`. @default - none */
        readonly topicRule?: TriggerTopicRuleOverride | undefined;
      }
    | undefined;
}

/** Requests of a skill of the voice assistant Alexa. */
export interface SkillTriggerProps extends TriggerBase {
  /** `alexa_skill`: a custom skill. `smart_home_skill`: a skill that controls devices. */
  readonly type: "alexa_skill" | "smart_home_skill";
  /** Id of the skill in Alexa's console: `amzn1.ask.skill....`. No other skill may call the function. */
  readonly skillId: string;
  /** Configs of the created resources. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
      }
    | undefined;
}

/** Props of a trigger; `type` says what calls the function. */
export type TriggerProps =
  | LogGroupTriggerProps
  | LoadBalancerTriggerProps
  | IotTriggerProps
  | SkillTriggerProps;

/** The services that may call a function through a `Trigger`. */
export type TriggerType = TriggerProps["type"];
