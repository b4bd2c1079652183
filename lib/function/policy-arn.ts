import { Lazy, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { Stack } from "../app";
import { waitsFor } from "../app/stack-references";
import { literalName } from "../core/literal-name";

/**
 * The ARN of a function, as policies of other functions name it.
 *
 * By default they refer to the function, and their stack waits for its stack. Where its stack waits for theirs, they contain the
 * literal ARN instead: so functions of two stacks may be bound to each other.
 */
export class PolicyArn {
  /** What policies contain; decided when everything is declared. */
  readonly arn: string;
  private readonly stack: Stack;
  /** By the stack of the policy; undefined where it refers to the function. */
  private readonly literals = new Map<TerraformStack, string | undefined>();
  private readonly functionName: string | undefined;

  constructor(
    fn: IConstruct,
    { arn, functionName }: { readonly arn: string; readonly functionName: string },
  ) {
    this.stack = Stack.of(fn);
    this.functionName = literalName(functionName);
    this.arn = Lazy.stringValue({
      produce: ({ scope }) => this.literals.get(TerraformStack.of(scope)) ?? arn,
    });
  }

  /** Decides what policies of a stack contain, before they are created. */
  decideFor(stack: Stack): void {
    const isForeign = this.functionName !== undefined && stack !== this.stack;
    if (!isForeign || this.literals.has(stack)) return;
    this.literals.set(stack, waitsFor(this.stack, stack) ? this.literalFor(stack) : undefined);
  }

  private literalFor({ partition, account }: Stack): string {
    return `arn:${partition}:lambda:${this.stack.region}:${account}:function:${this.functionName}`;
  }
}
