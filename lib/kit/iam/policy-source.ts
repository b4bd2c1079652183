import type { IConstruct } from "constructs";
import { Stack } from "../app/stack";
import { fail } from "./errors";

/** A topic, rule or bucket that sends to a resource, and that the resource's policy names. */
export interface PolicySource {
  /** The construct that sends, for messages. The source is in its stack, unless `home` says otherwise. */
  readonly construct: IConstruct;
  /** A scope in the stack of the source: a rule may be in another stack than its bus. */
  readonly home?: IConstruct | undefined;
  /** The prop by which the caller connected the two, for messages: `subscribers["orders"]`. */
  readonly prop: string;
  /** ARN as a reference. Called when the policy names it: while it is checked, the source does not exist yet. */
  readonly arn: () => string;
  /**
   * ARN as a literal, from the name and the `partition`, `region` and `account` of the given stack; undefined if AWS chooses the
   * name.
   */
  readonly writtenArn: (stack: Stack) => string | undefined;
  /** The prop that sets the name of the source, for messages: `name`. */
  readonly nameProp: string;
  /** The resource that names the target (subscription, rule target, notification), or the scope in which it will be created. */
  readonly link: IConstruct;
}

/**
 * The ARN of a source for the policy of a resource in `stack`.
 *
 * For a source of another stack it is a literal: that stack usually refers to the resource already, and a reference back would
 * make the two stacks depend on each other.
 */
export function sourceArn(stack: Stack, source: PolicySource): () => string {
  const { construct, prop, arn, writtenArn, nameProp, link } = source;
  const home = Stack.of(source.home ?? construct);
  if (home === stack) return arn;
  const written = writtenArn(stack);
  if (written !== undefined) return () => written;
  if (Stack.of(link) === home) {
    fail(construct, "policy-source-unnamed", prop, { stack: home.node.id, other: stack.node.id, nameProp });
  }
  return arn;
}
