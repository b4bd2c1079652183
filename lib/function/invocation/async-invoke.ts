import { LambdaFunctionEventInvokeConfig } from "@cdktf/provider-aws/lib/lambda-function-event-invoke-config";
import type { Construct, IConstruct } from "constructs";
import { checkInteger } from "../../core/check";
import { parseDuration } from "../../core/duration";
import { isProviderObject } from "../../core/override";
import { findReferencedType } from "../../core/resolve";
import { hasPermissionTarget, type PermissionEntry, permissionTarget } from "../../iam/permissions";
import { fail } from "../errors";
import type { AsyncInvokeProps } from "../props";

/** Where a record of an invocation can be sent: a function, queue, topic or bus, or its ARN. */
export type DestinationTarget = IConstruct | string;

/** A Terraform type: its word, and what a sender may do, as an access name of the permissions and as an action. */
interface Sender {
  readonly word: string;
  readonly access: string;
  readonly action: string;
}

const senders: Readonly<Record<string, Sender>> = {
  aws_lambda_function: { word: "function", access: "grantInvoke", action: "lambda:InvokeFunction" },
  aws_sqs_queue: { word: "queue", access: "grantSendMessages", action: "sqs:SendMessage" },
  aws_sns_topic: { word: "topic", access: "grantPublish", action: "sns:Publish" },
  aws_cloudwatch_event_bus: {
    word: "event bus",
    access: "grantPutEventsTo",
    action: "events:PutEvents",
  },
};
const typeOfService: Readonly<Record<string, string>> = {
  lambda: "aws_lambda_function",
  sqs: "aws_sqs_queue",
  sns: "aws_sns_topic",
  events: "aws_cloudwatch_event_bus",
};
const typeOfRow: Readonly<Record<string, string>> = {
  Function: "aws_lambda_function",
  Queue: "aws_sqs_queue",
  Topic: "aws_sns_topic",
  EventBus: "aws_cloudwatch_event_bus",
};

/**
 * The ARN of a destination and the permission to send there.
 *
 * @param types - the Terraform types that are accepted
 */
export function parseDestination(
  where: IConstruct,
  prop: string,
  target: DestinationTarget,
  types: readonly string[] = Object.keys(senders),
): { readonly arn: string; readonly permission: PermissionEntry } {
  const requireSender = (type: string | undefined, value: unknown): Sender => {
    const sender = type !== undefined && types.includes(type) ? senders[type] : undefined;
    return sender ?? failDestination(where, prop, value, types);
  };
  if (typeof target === "string") {
    const service = /^arn:[^:]+:([a-z-]+):/.exec(target)?.[1] ?? "";
    const { action } = requireSender(findReferencedType(where, target) ?? typeOfService[service], target);
    return { arn: target, permission: { actions: [action], resources: [target] } };
  }
  if (isProviderObject(target)) {
    const { terraformResourceType: type } = target;
    const { access } = requireSender(type, type);
    const { arn } = target as unknown as { readonly arn: string };
    return { arn, permission: [target, access] };
  }
  if (!hasPermissionTarget(target)) return failDestination(where, prop, target, types);
  const { row, arn } = target[permissionTarget]();
  const { access } = requireSender(typeOfRow[row], row);
  return { arn, permission: [target, access] };
}

function failDestination(where: IConstruct, prop: string, value: unknown, types: readonly string[]): never {
  const words = types.map((type) => senders[type]?.word ?? type);
  const last = words.pop();
  const expected = `a ${words.join(", ")} or ${last}, or the ARN of one`;
  return fail(where, "prop-invalid", prop, { value, expected });
}

/** Refuses numbers outside of the service's bounds. */
export function checkAsyncInvoke(fn: IConstruct, prefix: string, props: AsyncInvokeProps): void {
  const { retryAttempts, maxEventAge } = props;
  if (retryAttempts !== undefined) checkInteger(fn, `${prefix}retryAttempts`, retryAttempts, 0, 2);
  const seconds = maxEventAge && parseDuration(fn, `${prefix}maxEventAge`, maxEventAge);
  if (seconds !== undefined && (seconds < 60 || seconds > 21_600)) {
    fail(fn, "out-of-range", `${prefix}maxEventAge`, { value: maxEventAge, range: "60 seconds to 6 hours" });
  }
}

/** Whose asynchronous invocations are configured. */
export interface InvokeTarget {
  /** The construct that errors name. */
  readonly fn: IConstruct;
  /** What its props begin with, for errors: `currentVersionOptions.`. */
  readonly prefix: string;
  readonly functionName: string;
  readonly qualifier?: string;
}

/** What of the asynchronous options goes to the provider, and what the role must be able to do for it. */
export function addInvokeConfig(
  scope: Construct,
  id: string,
  props: AsyncInvokeProps,
  { fn, prefix, functionName, qualifier }: InvokeTarget,
): {
  readonly config: LambdaFunctionEventInvokeConfig | undefined;
  readonly permissions: readonly PermissionEntry[];
} {
  const { retryAttempts, maxEventAge, onSuccess, onFailure } = props;
  if ([retryAttempts, maxEventAge, onSuccess, onFailure].every((value) => value === undefined)) {
    return { config: undefined, permissions: [] };
  }
  const destination = (prop: "onSuccess" | "onFailure") => {
    const target = props[prop];
    return target === undefined ? undefined : parseDestination(fn, `${prefix}${prop}`, target);
  };
  const success = destination("onSuccess");
  const failure = destination("onFailure");
  const hasDestination = success !== undefined || failure !== undefined;
  const config = new LambdaFunctionEventInvokeConfig(scope, id, {
    functionName,
    qualifier,
    maximumRetryAttempts: retryAttempts,
    maximumEventAgeInSeconds: maxEventAge && parseDuration(fn, `${prefix}maxEventAge`, maxEventAge),
    destinationConfig: hasDestination
      ? {
          onSuccess: success && { destination: success.arn },
          onFailure: failure && { destination: failure.arn },
        }
      : undefined,
  });
  const permissions = [success, failure].flatMap((each) => (each === undefined ? [] : [each.permission]));
  return { config, permissions };
}
