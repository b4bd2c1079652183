import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../errors";
import { runCaptured } from "../processes/captured-run";
import type { CommandContext } from "../project/command-context";
import { isObject } from "../project/json";
import { answerDescriptor } from "./bundle";
import type { SchemagenRoute } from "./routes";

/** Runs a bundled schema module in a separate process, and returns its schema in the GraphQL schema language. */
export async function printSchemaOf(
  { project, interrupt }: CommandContext,
  route: SchemagenRoute,
  code: string,
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = join(project.root, ".serverform");
  const file = join(folder, `schemagen-${process.pid}.mjs`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, code);
  try {
    const run = await runCaptured(process.execPath, ["--enable-source-maps", file], {
      cwd: project.root,
      interrupt,
      answerDescriptor,
      variables,
    });
    if (run.problem !== undefined) failToLoad(route, run.output);
    const answer: unknown = run.answer === "" ? undefined : JSON.parse(run.answer);
    // The module ended the process before the schema was printed.
    if (!isObject(answer)) return failToLoad(route, run.output);
    if (typeof answer.text === "string") return answer.text;
    const exports = Array.isArray(answer.exports) ? answer.exports.map(String) : [];
    return fail(route.where, "schemagen-no-schema", `${route.prop}.schema`, { value: route.schema, exports });
  } finally {
    rmSync(file, { force: true });
  }
}

function failToLoad(route: SchemagenRoute, output: string): never {
  return fail(route.where, "schemagen-module-failed", `${route.prop}.schema`, {
    value: route.schema,
    output,
  });
}
