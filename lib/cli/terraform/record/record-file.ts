import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import { recordOutputs } from "../outputs";
import { digestLength } from "./configuration-parts";
import {
  configurationFile,
  packagesFolder,
  type StackDigests,
  sha256,
  terraformJson,
  writtenZips,
} from "./digests";
import type { StackInputs } from "./inputs";

/** The content of the record, beside what Terraform computes itself. */
export interface RecordContent {
  readonly inputs: StackInputs;
  /** Versions of this library and of the providers. */
  readonly versions: readonly string[];
  readonly digests: StackDigests;
  /** Digests of the parts of the configuration. */
  readonly parts: readonly string[];
}

/**
 * The record of the last deployment: outputs in the state of a stack, which only `serverform deploy` writes.
 *
 * They are not part of the synthesized configuration: people who deploy with plain Terraform or cdktf get no outputs that they did not
 * declare, and an apply without them takes them away, so that the next deployment plans. Terraform computes the values itself, from the
 * files that it applies: they are true even if this file stays in the folder.
 *
 * Terraform writes an output whose value is known in the plan even if the resources in its `depends_on` fail. So `started` is known in the
 * plan, and `complete` is not: it is written only after every resource has succeeded. After a failure they differ.
 *
 * `parts` has digests of the parts of the configuration. They are not Terraform's own. So they begin with the digest that Terraform computes
 * of the files that it applies, and with the digest of the files that they describe: they hold if both are equal.
 */
const recordFile = "serverform-record.tf.json";

/** The run of Terraform that the files of a stack are written for. */
interface RecordRun {
  /** Random, so that a run that fails differs from an earlier one with the same digests. */
  readonly id: string;
  /** Puts back what was there before. */
  restore(): void;
}

/**
 * Writes the outputs for a run of `terraform plan` or `apply`. Takes away the file of a stack whose inputs are not known.
 *
 * @param after - the blocks that the run is about
 */
export function writeRecord(
  stack: SynthesizedStack,
  content: RecordContent,
  after: readonly string[] = declaredResources(stack),
): RecordRun {
  const file = join(stack.folder, recordFile);
  const former = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  const id = randomBytes(8).toString("hex");
  const started = `${id} ${digestExpression(stack, content)}`;
  // "timestamp" is not known before the apply.
  const complete = `${started}\${substr(timestamp(), 0, 0)}`;
  if (content.inputs.unknown === undefined)
    write(file, { started, complete, parts: partsExpression(stack, content) }, after);
  else rmSync(file, { force: true });
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
  content: RecordContent,
  { id, digest }: { readonly id: string; readonly digest: string },
): void {
  if (content.inputs.unknown !== undefined) return;
  const started = `${id} ${digestExpression(stack, content)}`;
  const parts = partsExpression(stack, content);
  write(join(stack.folder, recordFile), { started, complete: `${id} ${digest}`, parts }, []);
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
  { started, complete, parts }: Readonly<Record<keyof typeof recordOutputs, string>>,
  after: readonly string[],
): void {
  // A plan with targets writes only the outputs of its targets.
  const order = after.length > 0 ? { depends_on: after } : {};
  const content = {
    "//": "Written by serverform deploy. The record of the last deployment; it may be deleted.",
    output: {
      [recordOutputs.started]: {
        description: "What serverform deploy has begun to apply last.",
        sensitive: true,
        value: started,
        ...order,
      },
      [recordOutputs.complete]: {
        description:
          "What serverform deploy has applied last. If both are equal and nothing has changed since, it does not plan.",
        sensitive: true,
        value: complete,
        ...order,
      },
      [recordOutputs.parts]: {
        description:
          "Digests of the blocks that were applied last, by which --only-changed finds what has changed.",
        sensitive: true,
        value: parts,
        ...order,
      },
    },
  };
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
}

/** The digest that `LastDeployments` computes, as an expression of Terraform. */
function digestExpression(
  { folder }: SynthesizedStack,
  { inputs: { outputs }, versions }: RecordContent,
): string {
  const parts = [
    ...contentExpressions(folder),
    `[${outputs.map(({ reference }) => reference).join(", ")}]`,
    terraformJson(versions),
  ];
  return `\${sha256(jsonencode([${parts.join(", ")}]))}`;
}

/** The digest of what Terraform has applied, the digest of what the rest describes, and the digests of the parts. */
function partsExpression(
  { folder }: SynthesizedStack,
  { inputs: { outputs }, digests, parts }: RecordContent,
): string {
  const applied = `\${sha256(jsonencode([${contentExpressions(folder).join(", ")}]))}`;
  const read = outputs.map(
    ({ reference }) =>
      `\${substr(base64sha256(jsonencode([${JSON.stringify(reference)}, ${reference}])), 0, ${digestLength})}`,
  );
  return [applied, contentDigest(digests), ...parts, ...read].join(" ");
}

const contentDigest = ({ configuration, packages }: StackDigests): string =>
  sha256(terraformJson([configuration, packages]));

/** The digests of the parts in an output, if they describe what was applied. */
export function partsIn(value: unknown): ReadonlySet<string> | undefined {
  const [applied, described, ...parts] = String(value).split(" ");
  return parts.length > 0 && applied === described ? new Set(parts) : undefined;
}

/** `StackDigests`, as expressions of Terraform. */
function contentExpressions(folder: string): readonly string[] {
  const zips = JSON.stringify(writtenZips(folder));
  const files = existsSync(join(folder, packagesFolder))
    ? `[for f in sort(fileset("\${path.module}/${packagesFolder}", "**")) : [f, filesha256("\${path.module}/${packagesFolder}/\${f}")] if !contains(${zips}, f)]`
    : "[]";
  return [`filesha256("\${path.module}/${configurationFile}")`, `sha256(jsonencode(${files}))`];
}
