import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { hasDigest, rememberDigest } from "../../app/input-digests";
import { fail } from "../../errors/error";
import { runCaptured } from "../processes/captured-run";
import type { Prepared } from "../project/command-context";
import { bundleSchemaModule } from "./bundle";
import { printSchemaOf } from "./print";
import { readSchemagenRoutes, type SchemagenRoute } from "./routes";

/**
 * Writes the schema of every `graphql` route with `schemagen` whose inputs have changed, and runs its commands.
 *
 * Inputs are the schema module with all that it imports, the versions of its packages, the settings of the route, and
 * the file that was written. What the module reads by itself is not seen.
 */
export async function generateSchemas(command: Prepared): Promise<void> {
  const { project } = command;
  for (const route of readSchemagenRoutes(resolve(project.root, project.output))) {
    await generateSchema(command, route);
  }
}

async function generateSchema(command: Prepared, route: SchemagenRoute): Promise<void> {
  const { terminal, project } = command;
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
    const text = await printSchemaOf(command, route, bundle.code);
    if (output !== undefined) write(project.root, route, output, text);
    for (const each of commands) await runCommand(command, route, each);
  } finally {
    terminal.status(undefined);
  }
  // Last, so that what the commands have made of the file counts, and so that a failure is tried again.
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
  { terminal, project, interrupt }: Prepared,
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
    // Not there yet; what else is wrong with it shows when it is written.
    return undefined;
  }
}
