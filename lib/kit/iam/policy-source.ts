import { Lazy, TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
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

/**
 * The way in which other stacks refer to a construct: by a reference, or by a literal if the construct's stack already refers to them.
 *
 * Example: a topic invokes a function of another stack, and the function is bound to the topic. With two references the
 * stacks would depend on each other.
 */
export class BackReferences {
  /** Stacks to which the construct's stack refers, and the prop that causes it. */
  private readonly stacks = new Map<TerraformStack, string>();

  constructor(
    private readonly owner: Construct,
    /** The prop that sets the name of the construct, for messages. */
    private readonly nameProp: string,
  ) {}

  /** Records that a resource below `scope` refers to `stack`. */
  note(scope: Construct, stack: TerraformStack | undefined, prop: string): void {
    const home = TerraformStack.of(this.owner);
    if (stack !== undefined && stack !== home && TerraformStack.of(scope) === home)
      this.stacks.set(stack, prop);
  }

  /** @param written - the value as a literal for another stack; undefined if a name is not known at synthesis */
  refer(reference: string, written: (stack: Stack) => string | undefined): string {
    return Lazy.stringValue({
      produce: ({ scope }) => {
        const stack = TerraformStack.of(scope);
        const prop = this.stacks.get(stack);
        if (prop === undefined) return reference;
        const { owner, nameProp } = this;
        const facts = { stack: TerraformStack.of(owner).node.id, other: stack.node.id, nameProp };
        return written(Stack.of(stack)) ?? fail(owner, "policy-source-unnamed", prop, facts);
      },
    });
  }
}
