import * as fs from "node:fs";
import * as path from "node:path";
import { Manifest, TerraformStack } from "cdktf";
import { failTogether, type ServerformError } from "../errors/error";
import type { App } from "./app";
import { bundleApp, placeStandIns, planBundling } from "./artifacts";
import { addBindingParameters } from "./binding/parameters";
import { writeBindingTypes } from "./binding/types-file";
import { finishAll, prepareBundling } from "./finish";
import { checkIds } from "./ids";
import { lifecycle } from "./lifecycle";
import { writeMetadata } from "./metadata-file";
import { environment } from "./settings";

/**
 * Writes an app: finish, check, generate, bundle, resolve, and only then replace the previous output. The types of bindings are
 * there before the bundles: an editor needs them most while the code is not right yet.
 *
 * Everything is written into a folder beside the output first. What fails half-way leaves nothing behind that a later
 * deployment would pick up.
 */
export function synthesize(app: App): void {
  app[lifecycle].run(() => write(app));
}

function write(app: App): void {
  const staging = path.join(app.outdir, ".staging");
  fs.rmSync(staging, { recursive: true, force: true });
  try {
    const problems = [...app[lifecycle].finishOnce(() => finishApp(app))];
    if (problems.length === 0) writeBindingTypes(app);
    const isSkipped = environment("SERVERFORM_SKIP_BUNDLING") !== undefined;
    const bundlesFile = environment("SERVERFORM_BUNDLES_FILE");
    const isBundled = !isSkipped && bundlesFile === undefined;
    // Sources that could not be written would only be missed by every bundle.
    const generation = !isSkipped && problems.length === 0 ? prepareBundling(app) : [];
    problems.push(...generation);
    if (isBundled && generation.length === 0) problems.push(...bundleApp(app, staging));
    const plan = bundlesFile === undefined ? undefined : planBundling(app, path.resolve(bundlesFile));
    problems.push(...(plan?.problems ?? []));
    failTogether(problems);
    const stacks = stacksOf(app);
    for (const stack of stacks) stack.prepareStack();
    writeStacks(app, stacks, staging);
    writeMetadata(app, staging);
    publish(staging, app.outdir, isBundled);
    if (!isBundled) placeStandIns(app);
    plan?.write();
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * Reads a stack, also outside of `app.synth()`, as unit tests do: the app is finished, and references between its stacks
 * are in place. Bundles nothing.
 */
export function readStack<Result>(app: App, read: () => Result): Result {
  const { isRunning } = app[lifecycle];
  return app[lifecycle].run(() => {
    // Within a synthesis, that one prepares all stacks.
    if (!isRunning) {
      failTogether(app[lifecycle].finishOnce(() => finishApp(app)));
      for (const each of stacksOf(app)) each.prepareStack();
    }
    return read();
  });
}

/** Everything that only the whole tree tells; returns all that is wrong. */
function finishApp(app: App): ServerformError[] {
  addBindingParameters(app);
  return [...finishAll(app), ...checkIds(app)];
}

function stacksOf(app: App): TerraformStack[] {
  return app.node.findAll().filter((each): each is TerraformStack => TerraformStack.isStack(each));
}

function writeStacks(app: App, stacks: readonly TerraformStack[], staging: string): void {
  fs.mkdirSync(staging, { recursive: true });
  const manifest = new Manifest(app.manifest.version, staging, app.hclOutput);
  const session = { outdir: staging, manifest, skipValidation: app.skipValidation };
  for (const stack of stacks) stack.synthesizer.synthesize(session);
  if (!app.skipValidation) {
    const messages = app.node.validate();
    if (messages.length > 0) throw new Error(`App validation failed:\n  ${messages.join("\n  ")}`);
  }
  manifest.writeToFile();
}

/** What an earlier synthesis may have left in the folder of a stack, in the other format too. */
const generatedFiles = ["cdk.tf.json", "cdk.tf", "metadata.json"];

/** Moves what was written into the output, file by file; what Terraform keeps beside it (`.terraform`) stays. */
function publish(staging: string, outdir: string, isBundled: boolean): void {
  const stacksFolder = path.join(staging, Manifest.stacksFolder);
  for (const stack of fs.readdirSync(stacksFolder)) {
    const from = path.join(stacksFolder, stack);
    const to = path.join(outdir, Manifest.stacksFolder, stack);
    fs.mkdirSync(to, { recursive: true });
    const outdated = isBundled ? [...generatedFiles, "assets"] : generatedFiles;
    for (const entry of outdated) fs.rmSync(path.join(to, entry), { recursive: true, force: true });
    for (const entry of fs.readdirSync(from)) replace(path.join(from, entry), path.join(to, entry));
  }
  for (const file of fs.readdirSync(staging)) {
    if (file !== Manifest.stacksFolder) replace(path.join(staging, file), path.join(outdir, file));
  }
}

function replace(from: string, to: string): void {
  fs.rmSync(to, { recursive: true, force: true });
  fs.renameSync(from, to);
}
