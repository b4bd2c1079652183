import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import { recordOutputs } from "../outputs";
import { configurationFile, packagesFolder, terraformJson, writtenZips } from "./digests";
import type { StackInputs } from "./inputs";

/**
 * The record of the last deployment: two outputs in the state of a stack, which only `serverform deploy` writes.
 *
 * They are not part of the synthesized configuration: people who deploy with plain Terraform or cdktf get no outputs that they did not
 * declare, and an apply without them takes them away, so that the next deployment plans. Terraform computes both values itself, from the
 * files that it applies: they are true even if this file stays in the folder.
 *
 * Terraform writes an output whose value is known in the plan even if the resources in its `depends_on` fail. So `started` is known in the
 * plan, and `complete` is not: it is written only after every resource has succeeded. After a failure they differ.
 */
const recordFile = "serverform-record.tf.json";

/** The run of Terraform that the files of a stack are written for. */
interface RecordRun {
  /** Random, so that a run that fails differs from an earlier one with the same digests. */
  readonly id: string;
  /** Puts back what was there before. */
  restore(): void;
}

/** Writes the outputs for a run of `terraform plan` or `apply`. Takes away the file of a stack whose inputs are not known. */
export function writeRecord(
  stack: SynthesizedStack,
  inputs: StackInputs,
  facts: readonly string[],
): RecordRun {
  const file = join(stack.folder, recordFile);
  const former = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  const id = randomBytes(8).toString("hex");
  const value = `${id} ${digestExpression(stack, inputs, facts)}`;
  if (inputs.unknown === undefined) {
    // "timestamp" is not known before the apply.
    write(
      file,
      { started: value, complete: `${value}\${substr(timestamp(), 0, 0)}` },
      declaredResources(stack),
    );
  } else rmSync(file, { force: true });
  return {
    id,
    restore: () => {
      if (former === undefined) rmSync(file, { force: true });
      else writeFileSync(file, former);
    },
  };
}

/** Writes what the state has now, so that a plan of plain Terraform in this folder is empty. */
export function settleRecord(
  stack: SynthesizedStack,
  inputs: StackInputs,
  facts: readonly string[],
  { id, digest }: { readonly id: string; readonly digest: string },
): void {
  if (inputs.unknown !== undefined) return;
  const started = `${id} ${digestExpression(stack, inputs, facts)}`;
  write(join(stack.folder, recordFile), { started, complete: `${id} ${digest}` }, []);
}

/** Makes the next run of plain Terraform take the outputs away. */
export function removeRecord({ folder }: Pick<SynthesizedStack, "folder">): void {
  rmSync(join(folder, recordFile), { force: true });
}

/** The addresses of the resources that a stack declares. */
export function declaredResources({ template }: SynthesizedStack): readonly string[] {
  return Object.entries(Object(template.resource) as Record<string, object>).flatMap(([type, blocks]) =>
    Object.keys(blocks).map((name) => `${type}.${name}`),
  );
}

function write(
  file: string,
  { started, complete }: Readonly<Record<"started" | "complete", string>>,
  after: readonly string[],
): void {
  const content = {
    "//": "Written by serverform deploy. The record of the last deployment; it may be deleted.",
    output: {
      [recordOutputs.started]: {
        description: "What serverform deploy has begun to apply last.",
        sensitive: true,
        value: started,
      },
      [recordOutputs.complete]: {
        description:
          "What serverform deploy has applied last. If both are equal and nothing has changed since, it does not plan.",
        sensitive: true,
        value: complete,
        ...(after.length > 0 && { depends_on: after }),
      },
    },
  };
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
}

/** The digest that `LastDeployments` computes, as an expression of Terraform. */
function digestExpression(
  { folder }: SynthesizedStack,
  { outputs }: StackInputs,
  facts: readonly string[],
): string {
  const zips = JSON.stringify(writtenZips(folder));
  const files = existsSync(join(folder, packagesFolder))
    ? `[for f in sort(fileset("\${path.module}/${packagesFolder}", "**")) : [f, filesha256("\${path.module}/${packagesFolder}/\${f}")] if !contains(${zips}, f)]`
    : "[]";
  const parts = [
    `filesha256("\${path.module}/${configurationFile}")`,
    `sha256(jsonencode(${files}))`,
    `[${outputs.map(({ reference }) => reference).join(", ")}]`,
    terraformJson(facts),
  ];
  return `\${sha256(jsonencode([${parts.join(", ")}]))}`;
}
