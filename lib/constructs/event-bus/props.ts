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
import type { EventPattern } from "../../core/event-pattern";
import type { Override } from "../../core/override";
import type { EventRuleOverride } from "../../events/rule";
import type { EventTargetOverride } from "../../events/target";
import type { ExistingFunction, FunctionProps, FunctionReference } from "../../function";
import type { Queue } from "../queue";

/** Which events a rule hands over: those that match every part that is given. */
export interface EventBusPattern {
  /** Who sent it. @default - anybody */
  readonly source?: readonly unknown[];
  /** What kind of event it is. @default - any */
  readonly detailType?: readonly unknown[];
  /** What the event says, in the form of event patterns: lists of values or comparisons. @default - anything */
  readonly detail?: EventPattern;
}

/** A target that is a function. */
export interface EventBusFunctionTargetProps {
  /** @default "function" */
  readonly type?: "function";
  /** What gets the events. @default - required, unless `cdk.function` names one */
  readonly function?: FunctionReference;
  /** Provider objects that are used, or configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** An existing function, alias or version, used in place of `function`. @default - none */
    readonly function?: ExistingFunction;
    /** Keys laid over the target. @default - nothing */
    readonly target?: EventTargetOverride;
  };
}

/** A target that is a queue. */
export interface EventBusQueueTargetProps {
  /** May be left out. @default "queue" */
  readonly type?: "queue";
  /** The queue, which then lets the rule send there. */
  readonly queue: Queue;
  /** Configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Keys laid over the target; a FIFO queue needs `messageGroupId`. @default - nothing */
    readonly target?: EventTargetOverride;
  };
}

/** A target that keeps the events as logs. */
export interface EventBusLogGroupTargetProps {
  readonly type: "log_group";
  /** Provider objects that are used, or configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /**
     * An existing log group, used as it is, or keys laid over the created one.
     *
     * @default - created as `/aws/events/<rule name>-<target>`, kept for one year
     */
    readonly logGroup?: CloudwatchLogGroup | DataAwsCloudwatchLogGroup | Override<CloudwatchLogGroupConfig>;
    /** Keys laid over the target. @default - nothing */
    readonly target?: EventTargetOverride;
  };
}

/** What gets the events of a rule. */
export type EventBusTarget =
  | FunctionReference
  | Queue
  | EventBusFunctionTargetProps
  | EventBusQueueTargetProps
  | EventBusLogGroupTargetProps;

/** Keys laid over a rule of a bus. */
export interface EventBusRuleOverride extends EventRuleOverride {
  /** Which events, as AWS writes it, an object or JSON; the prop `pattern` replaces it. @default - the prop `pattern` */
  readonly eventPattern?: EventPattern | string;
}

/** A rule: which events go where. */
export interface EventBusRuleProps {
  /** Which events. @default - `cdk.rule.eventPattern`, or those of a schedule on the default bus */
  readonly pattern?: EventBusPattern;
  /** What gets them, up to five, by a name of yours. @default {} */
  readonly targets?: Readonly<Record<string, EventBusTarget>>;
  /** Configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Keys laid over the rule. @default - nothing */
    readonly rule?: EventBusRuleOverride;
  };
}

/** Props of an event bus. */
export interface EventBusProps {
  /** Which events go where, by a key of yours. @default {} */
  readonly rules?: Readonly<Record<string, EventBusRuleProps>>;
  /** What holds for all rules, those added later too. @default - nothing */
  readonly defaults?: {
    /** Props of the functions that the targets make. @default - none */
    readonly function?: Partial<FunctionProps>;
  };
  /** Provider objects that are used, or configs that are laid over what is created. @default - nothing */
  readonly cdk?: {
    /** Replaces the construct's id everywhere. @default - the id given to the constructor */
    readonly id?: string;
    /**
     * An existing bus, used as it is, or keys laid over the created one. For events of AWS itself and for schedules
     * pass the data source of the bus `default`.
     *
     * @default - created
     */
    readonly eventBus?: CloudwatchEventBus | DataAwsCloudwatchEventBus | Override<CloudwatchEventBusConfig>;
  };
}
