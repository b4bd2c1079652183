import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

export interface ProgramFile {
  /** JavaScript file that this version of Node can run. */
  readonly path: string;
  remove(): void;
}

/**
 * Makes a module of this library runnable by Node.
 *
 * In the published package the module is JavaScript already. In a checkout it is TypeScript, which not every version of Node
 * runs, so esbuild compiles it.
 *
 * @param programs - modules that this one starts as programs; they are placed in the same folder
 */
export function programFile(module: string, programs: readonly string[] = []): ProgramFile {
  if (module.endsWith(".js")) return { path: module, remove: () => {} };
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "serverform-"));
  const modules = [module, ...programs];
  const files = known.get(modules.join()) ?? compile(modules);
  known.set(modules.join(), files);
  for (const { name, contents } of files) writeFileSync(join(folder, name), contents);
  const path = join(folder, `${nameOf(module)}.js`);
  return { path, remove: () => existsSync(folder) && rmSync(folder, { recursive: true, force: true }) };
}

interface CompiledFile {
  readonly name: string;
  readonly contents: Uint8Array;
}

/** All servers of the process start the same programs: each is compiled once. */
const known = new Map<string, readonly CompiledFile[]>();

const nameOf = (module: string): string => basename(module).replace(/\.ts$/, "");

function compile(modules: readonly string[]): readonly CompiledFile[] {
  const { buildSync } = require("esbuild") as typeof import("esbuild");
  const { outputFiles } = buildSync({
    entryPoints: Object.fromEntries(modules.map((file) => [nameOf(file), file])),
    outdir: "programs",
    write: false,
    bundle: true,
    platform: "node",
    target: "node20",
    // Node does not find packages from the temporary folder, so the import contains the path.
    alias: { esbuild: require.resolve("esbuild") },
    external: [`${dirname(require.resolve("esbuild"))}/*`],
    logOverride: { "require-resolve-not-external": "silent" },
    logLevel: "error",
  });
  return outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
}
