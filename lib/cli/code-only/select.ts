import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArn } from "../../facts/aws/arns";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { changedAttributesOf, codeAttributes } from "../terraform/review/api-terms";
import { labelOf } from "../terraform/review/losses";
import type { ChangedValues } from "../terraform/review/planned-changes";

export interface ChangedCode {
  /** The path of its construct in the stack. */
  readonly name: string;
  readonly functionName: string;
  readonly region: string | undefined;
  /** The zip file of the new code. */
  readonly zip: Buffer;
}

export interface CodeSelection {
  readonly functions: readonly ChangedCode[];
  /** Functions with new code that need a full deployment, with the reason: `Get: its settings change, too`. */
  readonly left: readonly string[];
  /** Addresses of all other changes. */
  readonly others: readonly string[];
}

/** Source: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html, the limit of an upload in a request */
const maxZipBytes = 50 * 1024 * 1024;

/** Divides the changes of a plan into functions whose code alone has changed, and the rest. */
export function selectCode(stack: SynthesizedStack, changes: readonly ChangedValues[]): CodeSelection {
  const functions: ChangedCode[] = [];
  const left: string[] = [];
  const others: string[] = [];
  for (const change of changes) {
    const { address, type, action, before, after } = change;
    if (action === undefined) continue;
    const changed = changedAttributesOf(change);
    if (type !== "aws_lambda_function" || action !== "update" || !changed.includes("source_code_hash")) {
      others.push(address);
      continue;
    }
    const name = labelOf(stack, address, before);
    const zip = resolve(stack.folder, String(after.filename));
    const problem = changed.some((attribute) => !codeAttributes.has(attribute))
      ? "its settings change, too"
      : after.publish === true
        ? "it publishes versions"
        : !existsSync(zip)
          ? "its package is not on this machine"
          : statSync(zip).size > maxZipBytes
            ? "its package has more than 50 MB"
            : undefined;
    if (problem === undefined)
      functions.push({
        name,
        functionName: String(before.function_name),
        region: parseArn(String(before.arn))?.region,
        zip: readFileSync(zip),
      });
    else left.push(`${name}: ${problem}`);
  }
  return { functions, left, others };
}
