import { Lazy, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import type { Stack } from "../app";
import { waitsFor } from "../app/references/stack-references";
import { literalName } from "../core/tokens/unresolved";

export function toArn(value: string | { readonly arn: string }): string {
  return typeof value === "string" ? value : value.arn;
}

/** The parts of a function that other stacks need to name it without a reference. */
export interface NameableFunction {
  readonly stack: TerraformStack;
  /** May be a reference. */
  readonly functionName: string | undefined;
  readonly qualifier?: string | undefined;
}

/** Whether another stack can name a function without a reference to it. */
export function isNameableFrom(
  stack: TerraformStack,
  { stack: home, functionName, qualifier = "latest" }: NameableFunction,
): boolean {
  return home !== stack && literalName(functionName) !== undefined && literalName(qualifier) !== undefined;
}

/**
 * The literal ARN of a function of another stack; undefined if the stack refers to the function.
 *
 * By default a stack refers to a function, and waits for its stack. If that stack already waits for this one, only the literal
 * ARN is possible: only one of two stacks may wait for the other.
 */
export function literalArnFor(stack: Stack, fn: NameableFunction): string | undefined {
  if (!isNameableFrom(stack, fn) || !waitsFor(fn.stack, stack)) return undefined;
  const { partition, account } = stack;
  const { region = stack.region } = fn.stack as Partial<Stack>;
  const { functionName, qualifier } = fn;
  const name = qualifier === undefined ? functionName : `${functionName}:${qualifier}`;
  return formatArn({ partition, region, account }, "lambda", `function:${name}`);
}

/**
 * The ARN of a function for policies of other functions: a reference, or literal if the stacks would wait for each other. So
 * functions of two stacks may be bound to each other.
 */
export class PolicyArn {
  /** The ARN in policies; decided after all declarations. */
  readonly arn: string;
  /** By the stack of the policy; undefined for a reference. */
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

  /** Decides the form for policies of a stack, before they are created. */
  decideFor(stack: Stack): void {
    if (!this.literals.has(stack)) this.literals.set(stack, literalArnFor(stack, this.fn));
  }
}
