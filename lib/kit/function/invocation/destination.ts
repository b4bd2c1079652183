import type { Construct, IConstruct } from "constructs";
import { parseArn } from "../../../facts/aws/arns";
import { type Destination, resourceTypes } from "../../../facts/aws/resource-types";
import type { Where } from "../../../facts/errors/error";
import { refuseValue } from "../../core/errors";
import { isProviderObject } from "../../core/terraform/override";
import { findReferencedType } from "../../core/tokens/resolve";
import { hasPermissionTarget, type PermissionEntry, permissionTarget } from "../../iam/permissions";

/** Where invocation records are sent: a function, queue, topic or bus, or its ARN. */
export type DestinationTarget = IConstruct | string;

export interface ParsedDestination {
  readonly arn: string;
  /** The permission that the sender needs, as an entry of `permissions`. */
  readonly permission: PermissionEntry;
}

const asyncTypes = ["aws_lambda_function", "aws_sqs_queue", "aws_sns_topic", "aws_cloudwatch_event_bus"];

/** The resource type for an ARN of a service. */
const typeOfService = (types: readonly string[], service: string): string | undefined =>
  types.find((type) => resourceTypes[type]?.destination?.action.startsWith(`${service}:`));

/**
 * The ARN of a destination and the permission to send there.
 *
 * @param scope - a construct of the sender's stack, to resolve references
 * @param types - the accepted Terraform types
 */
export function parseDestination(
  where: Where,
  prop: string,
  target: DestinationTarget,
  scope: Construct,
  types: readonly string[] = asyncTypes,
): ParsedDestination {
  const requireAccess = (type: string | undefined, value: unknown): Destination => {
    const access = type !== undefined && types.includes(type) ? resourceTypes[type]?.destination : undefined;
    return access ?? failDestination(where, prop, value, types);
  };
  if (typeof target === "string") {
    const named = typeOfService(types, parseArn(target)?.service ?? "");
    const { action } = requireAccess(findReferencedType(scope, target) ?? named, target);
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

function failDestination(where: Where, prop: string, value: unknown, types: readonly string[]): never {
  const words = types.map((type) => resourceTypes[type]?.destination?.noun ?? type);
  const last = words.pop();
  const expected = `a ${words.join(", ")} or ${last}, or the ARN of one`;
  return refuseValue(where, prop, value, expected);
}
