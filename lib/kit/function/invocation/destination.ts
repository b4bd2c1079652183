import type { Construct, IConstruct } from "constructs";
import { parseArn } from "../../../facts/aws/arns";
import { isProviderObject } from "../../core/terraform/override";
import { findReferencedType } from "../../core/tokens/resolve";
import { hasPermissionTarget, type PermissionEntry, permissionTarget } from "../../iam/permissions";
import { fail } from "../errors";

/** Where invocation records are sent: a function, queue, topic or bus, or its ARN. */
export type DestinationTarget = IConstruct | string;

/** A destination of invocation records, checked. */
export interface ParsedDestination {
  readonly arn: string;
  /** The permission that the sender needs, as an entry of `permissions`. */
  readonly permission: PermissionEntry;
}

/** The access that a sender needs for one Terraform type, as a name in `permissions` and as an action. */
interface SenderAccess {
  /** The type in messages. */
  readonly word: string;
  readonly access: string;
  readonly action: string;
}

const accessOfType: Readonly<Record<string, SenderAccess>> = {
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

/**
 * The ARN of a destination and the permission to send there.
 *
 * @param scope - a construct of the sender's stack, to resolve references
 * @param types - the accepted Terraform types
 */
export function parseDestination(
  where: IConstruct | string,
  prop: string,
  target: DestinationTarget,
  scope: Construct,
  types: readonly string[] = Object.keys(accessOfType),
): ParsedDestination {
  const requireAccess = (type: string | undefined, value: unknown): SenderAccess => {
    const access = type !== undefined && types.includes(type) ? accessOfType[type] : undefined;
    return access ?? failDestination(where, prop, value, types);
  };
  if (typeof target === "string") {
    const service = parseArn(target)?.service ?? "";
    const { action } = requireAccess(findReferencedType(scope, target) ?? typeOfService[service], target);
    return { arn: target, permission: { actions: [action], resources: [target] } };
  }
  if (isProviderObject(target)) {
    const { terraformResourceType: type } = target;
    const { access } = requireAccess(type, type);
    const { arn } = target as unknown as { readonly arn: string };
    return { arn, permission: [target, access] };
  }
  if (!hasPermissionTarget(target)) return failDestination(where, prop, target, types);
  const { row, arn } = target[permissionTarget]();
  const { access } = requireAccess(row.types[0], row.name);
  return { arn, permission: [target, access] };
}

function failDestination(
  where: IConstruct | string,
  prop: string,
  value: unknown,
  types: readonly string[],
): never {
  const words = types.map((type) => accessOfType[type]?.word ?? type);
  const last = words.pop();
  const expected = `a ${words.join(", ")} or ${last}, or the ARN of one`;
  return fail(where, "prop-invalid", prop, { value, expected });
}
