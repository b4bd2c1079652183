import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";
import type { IConstruct } from "constructs";
import { run } from "../../bundle";
import type { App } from "../../kit/app";
import { hasDigest, rememberDigest } from "../../kit/app/synthesis/input-digests";
import { fail } from "./errors";

/** File types of schemas, documents and configurations, and of generated code. */
const sources = /\.(graphqls?|gql|json|ya?ml|toml|[cm]?[jt]sx?|vue|svelte|astro)$/;

/**
 * Runs GraphQL Code Generator, unless nothing has changed since it last ran.
 *
 * Only its configuration, which may be a program, determines which files it reads. So the whole project counts, including the
 * generated files, which are generated again when they were removed.
 */
export function generateCode(api: IConstruct, { appPath, outdir }: App, codegen: string): void {
  const key = `codegen ${codegen}`;
  const canSkip = !readsElsewhere(path.resolve(appPath, codegen));
  if (canSkip && hasDigest(appPath, key, projectDigest(appPath, outdir))) return;
  // If the generator is not installed, npx would install any package of this name.
  const env = { npm_config_yes: "false" };
  const outcome = run("npx", ["graphql-codegen", "-c", codegen], { cwd: appPath, env });
  if (!outcome.ok) fail(api, "hook-failed", "codegen", outcome);
  if (canSkip) rememberDigest(appPath, key, projectDigest(appPath, outdir));
}

/** Whether a configuration names a source whose changes cannot be detected. */
function readsElsewhere(configuration: string): boolean {
  return /https?:\/\/|\.\.\//.test(fs.readFileSync(configuration, "utf8"));
}

function projectDigest(appPath: string, outdir: string): string {
  const digest = createHash("sha256");
  for (const file of sourceFiles(appPath, path.resolve(appPath, outdir))) {
    const content = createHash("sha256").update(fs.readFileSync(file)).digest("hex");
    digest.update(`${path.relative(appPath, file)}\n${content}\n`);
  }
  return digest.digest("hex");
}

function sourceFiles(folder: string, outdir: string): readonly string[] {
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isFile()) return sources.test(entry.name) ? [file] : [];
      const isOurs = !entry.name.startsWith(".") && entry.name !== "node_modules" && file !== outdir;
      return entry.isDirectory() && isOurs ? sourceFiles(file, outdir) : [];
    });
}
