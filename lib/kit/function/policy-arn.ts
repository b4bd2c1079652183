import { Lazy, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import type { Stack } from "../app";
import { literalArnFor, type NameableFunction } from "./literal-arn";

/**
 * The ARN of a function, as policies of other functions name it: by a reference, or written out where the stacks would wait for
 * each other. So functions of two stacks may be bound to each other.
 */
export class PolicyArn {
  /** The ARN that policies contain; decided when everything is declared. */
  readonly arn: string;
  /** By the stack of the policy; undefined where it refers to the function. */
  private readonly literals = new Map<TerraformStack, string | undefined>();
  private readonly fn: NameableFunction;

  constructor(
    fn: IConstruct,
    { arn, functionName }: { readonly arn: string; readonly functionName: string },
  ) {
    this.fn = { stack: TerraformStack.of(fn), functionName };
    this.arn = Lazy.stringValue({
      produce: ({ scope }) => this.literals.get(TerraformStack.of(scope)) ?? arn,
    });
  }

  /** Decides what policies of a stack contain, before they are created. */
  decideFor(stack: Stack): void {
    if (!this.literals.has(stack)) this.literals.set(stack, literalArnFor(stack, this.fn));
  }
}
