import { resolve } from "node:path";
import type { Command } from "commander";
import type { GlobalOptions } from "../project";

/** `serverform build`: writes the Terraform configuration, lists its contents, and checks the policy. */
export function declareBuild(program: Command): void {
  program
    .command("build")
    .description("write the Terraform configuration and list what is in it")
    .option("--json", "print a JSON object; other text goes to stderr")
    .action(async (_options: object, command: Command) => {
      process.exitCode = await build(command.optsWithGlobals());
    });
}

async function build(options: GlobalOptions): Promise<number> {
  const { describeBuild, printBuild, runInContext } = await import("../project/index.js");
  const { checkAppPolicy } = await import("../policy/run-policy.js");
  const { generateSchemas } = await import("../schemagen/generate.js");
  return runInContext(options, { command: "build", account: false }, async (context) => {
    const { terminal, project, stage } = context;
    const stacks = await context.synthesize();
    await generateSchemas(context);
    const output = resolve(project.root, project.output);
    if (options.json !== true) printBuild(terminal, stacks, project.root, output);
    const policy = await checkAppPolicy(context);
    if (options.json === true)
      terminal.data(
        JSON.stringify({ ...describeBuild(stacks, stage, project.root), ...(policy && { policy }) }),
      );
    return policy === undefined || policy.errors.length === 0 ? 0 : 1;
  });
}
