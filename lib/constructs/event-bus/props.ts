import type {
  CloudwatchEventBus,
  CloudwatchEventBusConfig,
} from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import type {
  CloudwatchLogGroup,
  CloudwatchLogGroupConfig,
} from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { DataAwsCloudwatchEventBus } from "@cdktf/provider-aws/lib/data-aws-cloudwatch-event-bus";
import type { DataAwsCloudwatchLogGroup } from "@cdktf/provider-aws/lib/data-aws-cloudwatch-log-group";
import type { EventPattern, MapOf, Override } from "../../kit/core";
import type { EventRuleOverride, EventTargetOverride } from "../../kit/events";
import type { ExistingFunction, FunctionProps, FunctionReference } from "../../kit/function";
import type { Queue } from "../queue";

/** The events of a rule: those that match all given parts. */
export interface EventBusPattern {
  /** Sender of the event. @default - any */
  readonly source?: readonly unknown[] | undefined;
  /** Type of the event. @default - any */
  readonly detailType?: readonly unknown[] | undefined;
  /** Content of the event, as an event pattern with lists of values or comparisons. @default - any */
  readonly detail?: EventPattern | undefined;
}

/** A target that is a function. */
export interface EventBusFunctionTargetProps {
  /** Sends the events to a function. @default "function" */
  readonly type?: "function" | undefined;
  /** The function that receives the events. @default - required, unless `cdk.function` is given */
  readonly function?: FunctionReference | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?:
    | {
        /** An existing function, alias or version, used instead of `function`. @default - none */
        readonly function?: ExistingFunction | undefined;
        /** Keys that override the target. @default - none */
        readonly target?: EventTargetOverride | undefined;
      }
    | undefined;
}

/** A target that is a queue. */
export interface EventBusQueueTargetProps {
  /** Optional. @default "queue" */
  readonly type?: "queue" | undefined;
  /** The queue. Its policy then allows the rule. */
  readonly queue: Queue;
  /** Configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Keys that override the target; a FIFO queue needs `messageGroupId`. @default - none */
        readonly target?: EventTargetOverride | undefined;
      }
    | undefined;
}

/** Keys of the log group of a target that the caller may override. */
export type EventBusLogGroupOverride = Override<CloudwatchLogGroupConfig>;

/** A target that writes the events to a log group. */
export interface EventBusLogGroupTargetProps {
  /** Writes the events to a log group. */
  readonly type: "log_group";
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?:
    | {
        /**
         * An existing log group, used unchanged, or keys that override the created one.
         *
         * @default - created as `/aws/events/<rule name>-<target>`, kept for one year
         */
        readonly logGroup?:
          | CloudwatchLogGroup
          | DataAwsCloudwatchLogGroup
          | EventBusLogGroupOverride
          | undefined;
        /** Keys that override the target. @default - none */
        readonly target?: EventTargetOverride | undefined;
      }
    | undefined;
}

/** The target of the events of a rule. */
export type EventBusTarget =
  | FunctionReference
  | Queue
  | EventBusFunctionTargetProps
  | EventBusQueueTargetProps
  | EventBusLogGroupTargetProps;

/** Keys that override a rule of a bus. */
export interface EventBusRuleOverride extends EventRuleOverride {
  /** The event pattern in the format of AWS, an object or JSON; the prop `pattern` replaces it. @default - the prop `pattern` */
  readonly eventPattern?: EventPattern | string | undefined;
}

/** A rule: events and their targets. */
export interface EventBusRuleProps {
  /** The events of the rule. @default - `cdk.rule.eventPattern`, or a schedule on the default bus */
  readonly pattern?: EventBusPattern | undefined;
  /** The targets of the events: up to five, by a name that you choose. @default {} */
  readonly targets?: MapOf<EventBusTarget> | undefined;
  /** Configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Keys that override the rule. @default - none */
        readonly rule?: EventBusRuleOverride | undefined;
      }
    | undefined;
}

/** Keys of the bus that the caller may override. */
export type EventBusOverride = Override<CloudwatchEventBusConfig>;

/** Props of an event bus. */
export interface EventBusProps {
  /** Rules, by a key that you choose. @default {} */
  readonly rules?: MapOf<EventBusRuleProps> | undefined;
  /** Defaults for all rules, also for those added later. @default - none */
  readonly defaults?:
    | {
        /** Props of the functions that are created for the targets. @default - none */
        readonly function?: Partial<FunctionProps> | undefined;
      }
    | undefined;
  /** Existing provider objects to use, or configs to override what is created. @default - none */
  readonly cdk?:
    | {
        /** Replaces the construct's id everywhere. @default - the id given to the constructor */
        readonly id?: string | undefined;
        /**
         * An existing bus, used unchanged, or keys that override the created one. For events of AWS services and
         * for schedules, write `{ name: "default" }`, the bus that each account has.
         *
         * @default - created
         */
        readonly eventBus?: CloudwatchEventBus | DataAwsCloudwatchEventBus | EventBusOverride | undefined;
      }
    | undefined;
}
