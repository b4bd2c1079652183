import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { hasDigest, rememberDigest } from "../../kit/app/synthesis/input-digests";
import { fail } from "../errors";
import { runCaptured } from "../processes/captured-run";
import type { CommandContext } from "../project/command-context";
import { readSynthesizedStacks } from "../project/synthesized-stack";
import { bundleSchemaModule } from "./bundle";
import { placeholderVariables } from "./placeholders";
import { printSchemaOf } from "./print";
import { readSchemagenRoutes, type SchemagenRoute } from "./routes";

/**
 * Writes the schema of each `graphql` route with `schemagen` whose inputs have changed, and runs its commands.
 *
 * The inputs are the schema module and its imports, the versions of its packages, the settings of the route, and the
 * output file. Files that the module reads at run time are not tracked.
 */
export async function generateSchemas(context: CommandContext): Promise<void> {
  const { project } = context;
  const output = resolve(project.root, project.output);
  const routes = readSchemagenRoutes(output);
  if (routes.length === 0) return;
  const variables = placeholderVariables(readSynthesizedStacks(output));
  for (const route of routes) await generateSchema(context, route, variables);
}

async function generateSchema(
  context: CommandContext,
  route: SchemagenRoute,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const { terminal, project } = context;
  const { schema, output, commands, internalPackages } = route;
  const bundle = await bundleSchemaModule(project.root, route);
  const key = `schemagen ${JSON.stringify([schema, output, commands, internalPackages])}`;
  const digest = (): string => {
    const written = output === undefined ? "" : textOf(resolve(project.root, output));
    return createHash("sha256")
      .update(JSON.stringify([bundle, written]))
      .digest("hex");
  };
  if (hasDigest(project.root, key, digest())) return;
  terminal.status(`Generating ${output ?? schema}`);
  try {
    const text = await printSchemaOf(context, route, bundle.code, variables);
    if (output !== undefined) write(project.root, route, output, text);
    for (const each of commands) await runCommand(context, route, each);
  } finally {
    terminal.status(undefined);
  }
  // After the commands, because they may change the file, and because a failed command must run again.
  rememberDigest(project.root, key, digest());
  if (output !== undefined) terminal.print(`Generated ${output} from ${schema}.`);
}

function write(root: string, route: SchemagenRoute, output: string, text: string): void {
  const file = resolve(root, output);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    const reason = (error as Error).message;
    fail(route.where, "schemagen-not-written", `${route.prop}.output`, { value: output, reason });
  }
}

async function runCommand(
  { terminal, project, interrupt }: CommandContext,
  route: SchemagenRoute,
  command: string,
) {
  terminal.status(`Running ${command}`);
  const { problem, output } = await runCaptured(command, [], {
    cwd: project.root,
    shell: true,
    interrupt,
    onLine: terminal.verbose ? (line) => terminal.print(line) : undefined,
  });
  if (problem === undefined) return;
  fail(route.where, "hook-failed", `${route.prop}.commands`, { command, reason: problem, output });
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The file does not exist yet. Other problems are reported when it is written.
    return undefined;
  }
}
