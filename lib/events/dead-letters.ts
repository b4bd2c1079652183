import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { Stack } from "../app/stack";
import { isProviderObject } from "../core/override";
import { type HasPermissionTarget, hasPermissionTarget, permissionTarget } from "../iam/permissions";
import { type HasResourcePolicy, resourcePolicy, type ServiceAccess } from "../iam/resource-policy";
import { fail } from "./errors";

/** A queue of the library, or the ARN of one. */
export type DeadLetterQueue = string | (HasPermissionTarget & HasResourcePolicy);

/** ARN of the queue for what could not be delivered; a queue of the library lets the service send there. */
export function deadLetterArn(
  where: IConstruct,
  prop: string,
  queue: unknown,
  access: Omit<ServiceAccess, "action">,
): string {
  const own = typeof queue === "string" ? findQueue(where, queue) : queue;
  if (hasPermissionTarget(own) && resourcePolicy in own && own[permissionTarget]().row.name === "Queue") {
    (own as unknown as HasResourcePolicy)[resourcePolicy].allow({ ...access, action: "sqs:SendMessage" });
    return own[permissionTarget]().arn;
  }
  // Others have a policy of their own, which is not the library's.
  if (isProviderObject(queue, "aws_sqs_queue")) return (queue as unknown as { readonly arn: string }).arn;
  if (typeof queue === "string" && (Token.isUnresolved(queue) || /^arn:[^:]+:sqs:/.test(queue))) return queue;
  return fail(where, "prop-invalid", prop, {
    value: queue,
    expected: "a Queue of this library, or the ARN of a queue",
  });
}

/** The queue of the library that a reference `queue.queueArn` means. */
function findQueue(where: IConstruct, arn: string): IConstruct | undefined {
  if (!Token.isUnresolved(arn)) return undefined;
  const all = Stack.of(where).app.node.findAll().filter(hasPermissionTarget);
  return all.find((each) => resourcePolicy in each && each[permissionTarget]().arn === arn);
}
