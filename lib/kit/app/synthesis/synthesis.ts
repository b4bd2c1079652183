import * as fs from "node:fs";
import * as path from "node:path";
import { type App as CdktfApp, Manifest, TerraformResource, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { regions } from "../../../facts/aws/regions";
import { isLibraryError, type ServerformError } from "../../../facts/errors/error";
import { failTogether, singleProblems } from "../../../facts/errors/problems";
import { didYouMean } from "../../../facts/errors/words";
import { constructsOfTree, noteChange, walkOnce } from "../../core/constructs-of-tree";
import { explainFaults } from "../../core/fault";
import { spreadProviders } from "../../core/terraform/companions";
import { resolveContent } from "../../core/tokens/resolve";
import { isUnresolved } from "../../core/tokens/unresolved";
import { addBindingParameters } from "../binding/environment";
import { writeBindingTypes } from "../binding/types";
import { fail, problem } from "../errors";
import { type ConstructMetadata, type ConstructMetadataEntry, isNamedConstruct } from "../metadata";
import { constructName } from "../names/construct-name";
import { checkIds, checkUniqueNames } from "../names/ids";
import { addNodeDependencies, keepOrder } from "../references/node-dependencies";
import { checkRegions } from "../references/same-region";
import { exceptionEntries } from "../rule-exceptions";
import { lifecycle } from "../scope/lifecycle";
import { type OwningApp, stackOf } from "../scope/owner";
import { checkStackElements } from "../settings/adopted";
import { explainOutdir } from "../settings/outdir";
import { environment } from "../settings/settings";
import { assetsFolder, bundleApp, planBundling, writePlaceholders } from "./artifacts";
import { checkCreated } from "./created-limits";
import { buildAll, finishAll, prepareBundling, writeAll } from "./finish";
import { checkFunctionPolicies } from "./function-policies";
import { createStaging, publish, unlockBuildFolders } from "./publish";
import { discardCachedContent } from "./stack-content";

/** The interface of `App` for its synthesis. */
interface SynthesizedApp extends OwningApp, Pick<CdktfApp, "hclOutput" | "manifest" | "skipValidation"> {
  readonly bindingParameters: boolean;
  readonly declarationProblems: readonly ServerformError[];
  completeLive(): void;
}

/**
 * Writes an app in these steps: finish, check, write binding types, generate, bundle, build sites, resolve, replace the previous
 * output.
 *
 * Binding types come before bundling, because an editor needs them while the code still has errors. Everything is first written
 * to a temporary folder of the process, so that a failed synthesis leaves the previous output unchanged.
 */
export function synthesize(app: SynthesizedApp): void {
  explainFaults(() => app[lifecycle].run(() => walkOnce(app, () => write(app))));
}

function write(app: SynthesizedApp): void {
  const staging = createStaging(app.outdir);
  try {
    const isSkipped = environment("SERVERFORM_SKIP_BUNDLING") !== undefined;
    const bundlesFile = environment("SERVERFORM_BUNDLES_FILE");
    const isBundled = !isSkipped && bundlesFile === undefined;
    const problems = [...app[lifecycle].finishOnce(() => findProblems(app))];
    if (problems.length === 0) writeBindingTypes(app);
    // Without the generated sources, every bundle would fail for the same reason.
    const generation = !isSkipped && problems.length === 0 ? prepareBundling(app) : [];
    problems.push(...generation);
    const bundled = isBundled && generation.length === 0 ? bundleApp(app, staging) : undefined;
    problems.push(...(bundled?.problems ?? []));
    const plan = bundlesFile === undefined ? undefined : planBundling(app, path.resolve(bundlesFile));
    problems.push(...(plan?.problems ?? []));
    // Builds take long, so they run after all other checks.
    if (!isSkipped && problems.length === 0) problems.push(...buildAll(app));
    failTogether(problems);
    writeAll(app, (construct) => {
      const assets = path.join(Manifest.stacksFolder, stackOf(construct).node.id, assetsFolder);
      return { folder: path.join(staging, assets), former: path.join(app.outdir, assets) };
    });
    writeConfiguration(app, staging);
    publish(staging, app.outdir, isBundled, bundled?.kept);
    if (!isBundled) writePlaceholders(app);
    plan?.write();
  } catch (error) {
    throw explainOutdir(app.outdir, error);
  } finally {
    unlockBuildFolders(app);
    fs.rmSync(staging, { recursive: true, force: true });
  }
}

function writeConfiguration(app: SynthesizedApp, staging: string): void {
  const stacks = stacksOf(app);
  for (const stack of stacks) stack.prepareStack();
  discardCachedContent(app);
  writeStacks(app, stacks, staging);
  // Aspects may have changed the tree.
  noteChange(app);
  writeMetadata(app, staging);
}

/**
 * Reads a stack. Outside `app.synth()`, as in unit tests, it first finishes the app and resolves references between the stacks,
 * without bundling.
 */
export function readStack<Result>(app: SynthesizedApp, read: () => Result): Result {
  const { isRunning } = app[lifecycle];
  return explainFaults(() =>
    app[lifecycle].run(() => {
      // A running synthesis has already prepared the stacks.
      if (!isRunning) {
        failTogether(app[lifecycle].finishOnce(() => findProblems(app)));
        for (const each of stacksOf(app)) each.prepareStack();
      }
      return read();
    }),
  );
}

/** Finds the problems of the stack functions, or otherwise those of the steps for the complete tree. */
function findProblems(app: SynthesizedApp): readonly ServerformError[] {
  const { declarationProblems: declared } = app;
  return declared.length > 0 ? declared : finishApp(app);
}

function finishApp(app: SynthesizedApp): ServerformError[] {
  addBindingParameters(app);
  app.completeLive();
  const problems = finishAll(app);
  problems.push(...app.movedConstructs.finish());
  noteChange(app);
  return [...problems, ...walkOnce(app, () => completeTree(app))];
}

function completeTree(app: SynthesizedApp): readonly ServerformError[] {
  keepOrder(app);
  const problems = addNodeDependencies(app);
  spreadProviders(app);
  noteLargeStacks(app);
  noteUnknownRegion(app);
  const sharedIds = checkIds(app);
  return [
    ...problems,
    ...sharedIds,
    ...checkStackElements(app),
    ...checkRegions(app),
    ...checkCreated(app),
    // Constructs with the same id also have the same name.
    ...(sharedIds.length === 0 ? checkUniqueNames(app) : []),
    ...checkFunctionPolicies(app),
  ];
}

function stacksOf(app: SynthesizedApp): TerraformStack[] {
  return constructsOfTree(app).filter((each): each is TerraformStack => TerraformStack.isStack(each));
}

function writeStacks(app: SynthesizedApp, stacks: readonly TerraformStack[], staging: string): void {
  fs.mkdirSync(staging, { recursive: true });
  const manifest = new Manifest(app.manifest.version, staging, app.hclOutput);
  const session = { outdir: staging, manifest, skipValidation: app.skipValidation };
  const problems: ServerformError[] = [];
  for (const stack of stacks) {
    try {
      stack.synthesizer.synthesize(session);
    } catch (thrown) {
      const error = explainValidation(thrown, stack);
      if (!isLibraryError(error)) throw error;
      problems.push(...singleProblems(error));
    }
  }
  failTogether(problems);
  if (!app.skipValidation) {
    const messages = app.node.validate();
    if (messages.length > 0) fail("app", "validation-failed", "synth()", { messages });
  }
  manifest.writeToFile();
}

/** CDKTF's error for failed validations as an error of this library; other errors are unchanged. */
function explainValidation(error: unknown, { node: { path: where } }: TerraformStack): unknown {
  const [first, ...messages] = error instanceof Error ? error.message.split(/\n\s*/) : [];
  if (first !== "Validation failed with the following errors:") return error;
  return problem(where, "validation-failed", "synth()", { messages });
}

/** Prints a notice for an unknown region. It may be newer than the library, so it is not refused. */
function noteUnknownRegion(app: OwningApp): void {
  for (const region of new Set(app.stacks.map((stack) => stack.region))) {
    if (isUnresolved(region) || regions.includes(region)) continue;
    app.addNotice(
      `serverform: region ${JSON.stringify(region)} is not among the regions that this version knows; if it is not a new one, every call to AWS fails.${didYouMean(region, regions)}`,
    );
  }
}

/** Above this, plans take minutes, since Terraform asks AWS about each resource. */
const mostResources = 1500;

/** Prints a notice for each stack with too many resources for a fast plan. */
function noteLargeStacks(app: OwningApp): void {
  if (resourcesIn(constructsOfTree(app)) <= mostResources) return;
  for (const stack of app.stacks) {
    const count = resourcesIn(stack.node.findAll());
    if (count <= mostResources) continue;
    app.addNotice(
      `serverform: the stack has ${count} resources, and with more than ${mostResources} a plan takes minutes; declare some of its constructs in another stack, and ` +
        'move their resources there with "terraform state mv", so that nothing is replaced (docs/deploying.md, Large stacks)',
      stack,
    );
  }
}

function resourcesIn(constructs: readonly IConstruct[]): number {
  return constructs.filter((each) => TerraformResource.isTerraformResource(each)).length;
}

/** Writes the metadata of all constructs, for the command line and other tools. References are written as in Terraform. */
function writeMetadata(app: IConstruct, outdir: string): void {
  const entries = constructsOfTree(app)
    .filter(isNamedConstruct)
    .map((construct) => ({
      id: constructName(construct),
      addr: construct.node.addr,
      stack: stackOf(construct).node.id,
      ...(resolveContent(construct, construct.getConstructMetadata()) as ConstructMetadata),
    })) satisfies readonly ConstructMetadataEntry[];
  const all = [...entries, ...exceptionEntries(app)];
  fs.writeFileSync(path.join(outdir, "serverform.json"), `${JSON.stringify(all, null, 2)}\n`);
}
