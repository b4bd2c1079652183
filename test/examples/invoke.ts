import { execFile } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "../support/stack";
import { type Block, cleanEnvironment, packageFolder, root, template } from "./support";

/** The function to invoke, and its event. */
export interface Invocation {
  readonly outdir: string;
  readonly stack: string;
  readonly fn: Block;
  readonly event: object;
  /** Variables in place of those of the function, or beside them. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Invokes a function from its package alone: copied to a place where Node finds neither this repository's modules nor its
 * sources, in a process that has the variables of the Terraform JSON.
 *
 * The `nodejs22.x` runtime ships the AWS SDK, so the bundles leave it out. A folder `node_modules` above the package
 * stands for the runtime's: it holds links to `@aws-sdk` and `@smithy`, and nothing else.
 */
export async function invokePackage({ outdir, stack, fn, event, environment }: Invocation) {
  const place = temporaryFolder();
  mkdirSync(join(place, "node_modules"));
  for (const scope of ["@aws-sdk", "@smithy"])
    symlinkSync(join(root, "node_modules", scope), join(place, "node_modules", scope));
  const folder = packageFolder(outdir, stack, template(outdir, stack), fn);
  cpSync(folder, join(place, "task"), { recursive: true });
  writeFileSync(join(place, "invoke.js"), runner);
  const { variables } = fn.environment as { variables: Record<string, string> };
  const credentials = { AWS_REGION: "us-east-1", AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(place, "invoke.js"), String(fn.handler), JSON.stringify(event)],
    { cwd: place, env: { ...cleanEnvironment(), ...variables, ...credentials, ...environment } },
  );
  // The output of the function itself comes before.
  return JSON.parse(stdout.split("\n").at(-1) ?? "");
}

/** Finds the handler as the service does: the file up to the last dot, then the export. */
const runner = `
const { join } = require("node:path");
const [handler, event] = process.argv.slice(2);
const dot = handler.lastIndexOf(".");
const run = require(join(__dirname, "task", handler.slice(0, dot)))[handler.slice(dot + 1)];
run(JSON.parse(event)).then((answer) => process.stdout.write("\\n" + JSON.stringify(answer ?? null)));
`;
