import { Lazy, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import type { Stack } from "../app";
import { waitsFor } from "../app/references/stack-references";
import { literalName } from "../core/tokens/unresolved";

/** The ARN of a value that is an ARN or an object with an ARN. */
export function toArn(value: string | { readonly arn: string }): string {
  return typeof value === "string" ? value : value.arn;
}

/** A function, as far as another stack can name it without a reference. */
export interface NameableFunction {
  readonly stack: TerraformStack;
  /** Its name, which may be a reference. */
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
 * The ARN with which a stack names a function of another stack, written out; undefined where it refers to the function.
 *
 * By default a stack refers to a function, and waits for its stack. Where that stack already waits for this one, only the
 * literal ARN is possible: only one of two stacks may wait for the other.
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
