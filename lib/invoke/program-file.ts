import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** A module of this library that is run as a program of its own. */
export interface ProgramFile {
  /** JavaScript that this Node runs. */
  readonly path: string;
  remove(): void;
}

/**
 * Makes a module of this library runnable by Node.
 *
 * In the published package it is JavaScript already. In a checkout it is TypeScript, which not every Node runs, so
 * esbuild makes a script of it, and of the modules beside it that are looked up by path.
 */
export function programFile(module: string, beside: readonly string[] = []): ProgramFile {
  if (module.endsWith(".js")) return { path: module, remove: () => {} };
  const { buildSync } = require("esbuild") as typeof import("esbuild");
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "serverform-"));
  const outputs = Object.fromEntries(
    [module, ...beside].map((file) => [basename(file).replace(/\.ts$/, ""), file]),
  );
  buildSync({
    entryPoints: outputs,
    outdir: folder,
    bundle: true,
    platform: "node",
    target: "node20",
    // From another folder, packages are found by their path alone.
    alias: { esbuild: require.resolve("esbuild") },
    external: [`${dirname(require.resolve("esbuild"))}/*`],
    logOverride: { "require-resolve-not-external": "silent" },
    logLevel: "error",
  });
  const path = join(folder, `${basename(module).replace(/\.ts$/, "")}.js`);
  return { path, remove: () => existsSync(folder) && rmSync(folder, { recursive: true, force: true }) };
}
