import type { IConstruct } from "constructs";
import { formatArn } from "../../../facts/aws/arns";
import type { ServerformError } from "../../../facts/errors/error";
import { constructsOfTree } from "../../core/constructs-of-tree";
import { quotas } from "../../core/quotas";
import { isProviderObject } from "../../core/terraform/override";
import { resolveValue } from "../../core/tokens/resolve";
import { isUnresolved } from "../../core/tokens/unresolved";
import { problem } from "../errors";

interface FunctionPolicy {
  readonly owner: IConstruct;
  statements: number;
  bytes: number;
}

/** A statement without its ARNs, with the provider's generated id. */
const frame = JSON.stringify({
  Sid: "terraform-20250101000000000000000000",
  Effect: "Allow",
  Principal: { Service: "" },
  Action: "lambda:InvokeFunction",
  Resource: formatArn({ partition: "aws" }, "lambda", "function:"),
  Condition: { ArnLike: { "AWS:SourceArn": "" } },
}).length;

/** The minimum length of ARNs and other texts that are known only at deployment. */
const shortest = { arn: 30, executionArn: 54, other: 1 };

/**
 * Functions whose policy is too large: each source that invokes a function adds a statement.
 *
 * Measures the minimum size of the policy, so that no valid one is refused.
 */
export function checkFunctionPolicies(root: IConstruct): ServerformError[] {
  const policies = new Map<string, FunctionPolicy>();
  for (const construct of constructsOfTree(root)) {
    if (!isProviderObject(construct, "aws_lambda_permission")) continue;
    const { functionNameInput, qualifierInput, principalInput, sourceArnInput } =
      construct as object as Record<string, unknown>;
    const name = String(resolveValue(construct, functionNameInput));
    const key = JSON.stringify([name, resolveValue(construct, qualifierInput)]);
    const policy = policies.get(key) ?? { owner: construct, statements: 0, bytes: 0 };
    policy.statements += 1;
    policy.bytes +=
      frame +
      [name, principalInput, sourceArnInput].reduce<number>(
        (sum, each) => sum + shortestLength(construct, each),
        0,
      );
    policies.set(key, policy);
  }
  return [...policies.values()].flatMap(({ owner, statements, bytes }) => {
    const { functionPolicyBytes: limit } = quotas;
    if (bytes <= limit) return [];
    return [problem(owner, "function-policy-too-large", "functionName", { statements, bytes, limit })];
  });
}

function shortestLength(scope: IConstruct, value: unknown): number {
  if (value === undefined) return 0;
  const text = isUnresolved(value) ? String(resolveValue(scope, value)) : String(value);
  const parts = text.split(/(\$\{[^}]*\})/);
  return parts.reduce((sum, part) => sum + (part.startsWith("${") ? shortestOf(part) : part.length), 0);
}

function shortestOf(reference: string): number {
  if (reference.endsWith("execution_arn}")) return shortest.executionArn;
  return reference.endsWith("arn}") ? shortest.arn : shortest.other;
}
