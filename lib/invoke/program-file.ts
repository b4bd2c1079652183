import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** A module of this library that runs as a program. */
export interface ProgramFile {
  /** JavaScript file that this version of Node can run. */
  readonly path: string;
  remove(): void;
}

/**
 * Makes a module of this library runnable by Node.
 *
 * In the published package the module is JavaScript already. In a checkout it is TypeScript, which not every version of
 * Node runs, so esbuild compiles it.
 *
 * @param programs - modules that this one starts as programs; they are placed in the same folder
 */
export function programFile(module: string, programs: readonly string[] = []): ProgramFile {
  if (module.endsWith(".js")) return { path: module, remove: () => {} };
  const { buildSync } = require("esbuild") as typeof import("esbuild");
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "serverform-"));
  const outputs = Object.fromEntries(
    [module, ...programs].map((file) => [basename(file).replace(/\.ts$/, ""), file]),
  );
  buildSync({
    entryPoints: outputs,
    outdir: folder,
    bundle: true,
    platform: "node",
    target: "node20",
    // Node does not find packages from the temporary folder, so the import names the path.
    alias: { esbuild: require.resolve("esbuild") },
    external: [`${dirname(require.resolve("esbuild"))}/*`],
    logOverride: { "require-resolve-not-external": "silent" },
    logLevel: "error",
  });
  const path = join(folder, `${basename(module).replace(/\.ts$/, "")}.js`);
  return { path, remove: () => existsSync(folder) && rmSync(folder, { recursive: true, force: true }) };
}
