import type { IConstruct } from "constructs";
import { Stack } from "../app/stack";
import { fail } from "./errors";

/** What sends to a resource, and so is named in the resource's policy: a topic, a rule, a bucket. */
export interface PolicySource {
  /** The construct that sends; messages name it, and its stack is the source's. */
  readonly construct: IConstruct;
  /** The prop by which the caller connected the two, for messages: `subscribers["orders"]`. */
  readonly prop: string;
  /** ARN, as a reference. */
  readonly arn: string;
  /**
   * ARN written out from name, region and account, as another stack writes it; undefined when AWS chooses the name.
   *
   * It has to be built of the given stack's `partition`, `region` and `account`.
   */
  readonly writtenArn: (stack: Stack) => string | undefined;
  /** The prop that gives the source a name of the caller's, for messages: `name`. */
  readonly nameProp: string;
  /** The resource that names the target: the subscription, the rule's target, the notification; or where it will be. */
  readonly link: IConstruct;
}

/**
 * The ARN of a source, as the policy of a resource in `stack` names it.
 *
 * A source of another stack is written out: that stack mostly refers to the resource itself, and a reference back would
 * make the two stacks wait for each other.
 */
export function sourceArn(stack: Stack, source: PolicySource): string {
  const { construct, prop, arn, writtenArn, nameProp, link } = source;
  const home = Stack.of(construct);
  if (home === stack) return arn;
  const written = writtenArn(stack);
  if (written !== undefined) return written;
  if (Stack.of(link) === home) {
    fail(construct, "policy-source-unnamed", prop, { stack: home.node.id, other: stack.node.id, nameProp });
  }
  return arn;
}
