import { Lazy, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../app/stack";
import { fail } from "./errors";

/**
 * How other stacks name a construct: by reference, but written out where the construct's own stack refers to that stack.
 *
 * A function that is handed the events of a topic of another stack and is bound to that topic would otherwise make the
 * two stacks wait for each other.
 */
export class BackReferences {
  /** Stacks that resources of the construct's own stack refer to, and the prop that makes them. */
  private readonly stacks = new Map<TerraformStack, string>();

  constructor(
    private readonly owner: Construct,
    /** The prop that gives the construct a name of the caller's, for messages. */
    private readonly nameProp: string,
  ) {}

  /** Remembers that a resource below `scope` names something of `stack`. */
  note(scope: Construct, stack: TerraformStack | undefined, prop: string): void {
    const home = TerraformStack.of(this.owner);
    if (stack !== undefined && stack !== home && TerraformStack.of(scope) === home)
      this.stacks.set(stack, prop);
  }

  /** @param written - the value from names that are known, as another stack writes it; undefined when one is not known */
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
