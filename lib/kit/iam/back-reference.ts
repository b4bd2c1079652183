import { Lazy, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../app/stack";
import { fail } from "./errors";

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
