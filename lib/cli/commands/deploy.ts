import type { Command } from "commander";
import { collect } from "../command-line";
import type { GlobalOptions } from "../project";

interface DeployOptions extends GlobalOptions {
  readonly yes?: boolean;
  readonly outputsFile?: string;
  readonly allowReplace?: readonly string[];
  readonly plan?: string;
  readonly codeOnly?: boolean;
}

/** `serverform deploy [stack]`: synthesizes the app, and applies each stack after its dependencies. */
export function declareDeploy(program: Command): void {
  program
    .command("deploy")
    .argument("[stack]", "one stack, without its dependencies; may contain *")
    .description("deploy the stacks in the order of their dependencies")
    .option("--outputs-file <file>", "write the outputs of the stacks to a JSON file")
    .option("--plan <file>", "apply the plans that serverform diff --out has saved, and nothing else")
    .option(
      "--allow-replace <address>",
      "let the deployment replace or delete this, although its data or address is lost; repeatable",
      collect,
    )
    .option(
      "--code-only",
      "only give functions new code, of which nothing else has changed, without Terraform's apply",
    )
    .option("-y, --yes", "deploy without asking")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (stack: string | undefined, _options: object, command: Command) => {
      process.exitCode = await deploy(stack, command.optsWithGlobals());
    });
}

async function deploy(pattern: string | undefined, options: DeployOptions): Promise<number> {
  const { runInContext, selectStacks } = await import("../project/index.js");
  const { generateSchemas } = await import("../schemagen/generate.js");
  const terraform = await import("../terraform/index.js");
  const start = performance.now();
  await checkOptions(options);
  const patterns = pattern === undefined ? [] : [pattern];
  return runInContext(options, { command: "deploy", patterns, account: true }, async (context) => {
    const { terminal, stage } = context;
    const approve = terraform.openApproval(terminal, {
      yes: options.yes ?? false,
      allowed: options.allowReplace ?? [],
    });
    const binary = await terraform.openTerraform(context);
    const stacks = await context.synthesize();
    await generateSchemas(context);
    const { checkAppPolicy, requirePolicy } = await import("../policy/run-policy.js");
    requirePolicy(await checkAppPolicy(context));
    const selected = selectStacks("deploy", stacks, patterns, stage);
    const { requireCaller } = await import("../stage/require-caller.js");
    await requireCaller("serverform deploy", selected);
    const engine = terraform.openEngine(context, binary, stacks, "Deploying", selected);
    if (options.codeOnly === true) {
      const { deployCode } = await import("../code-only/run.js");
      return deployCode(context, selected, engine, options);
    }
    const plans =
      options.plan === undefined
        ? undefined
        : terraform.readPlans(options.plan, {
            stage,
            commit: terraform.commitOf(context.project.root),
            stacks: selected,
          });
    const reports = await terraform.deployStacks(
      selected,
      engine,
      approve,
      () => terraform.unsharedStates(selected, stacks),
      { plans: plans?.stacks },
    );
    const exitCode = terraform.endRun(context, reports, { verb: "Deployed", start, json: options.json });
    // After the report, which a full disk must not withhold.
    if (options.outputsFile !== undefined) terraform.writeOutputsFile(options.outputsFile, reports);
    return exitCode;
  });
}

async function checkOptions(options: DeployOptions): Promise<void> {
  const { codeOnly, plan, allowReplace, outputsFile } = options;
  const { requireWritable } = await import("../writable-file.js");
  requireWritable("serverform deploy", "--outputs-file", outputsFile);
  if (codeOnly !== true) return;
  const { refuseCombination } = await import("../errors.js");
  // Terraform applies nothing.
  refuseCombination("serverform deploy", "--code-only", {
    "--plan": plan,
    "--allow-replace": allowReplace,
    "--outputs-file": outputsFile,
  });
}
