import type { TerraformStack } from "cdktf";
import { formatArn } from "../../facts/aws/arns";
import type { Stack } from "../app";
import { waitsFor } from "../app/references/stack-references";
import { literalName } from "../core/tokens/literal-name";

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
