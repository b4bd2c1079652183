import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildSync } from "esbuild";
import { bundleArtifacts } from "../../lib/bundle";

const root = resolve(__dirname, "../..");
const sources = join(root, "lib/runtime");

/**
 * Gives a project the package as it is published: CommonJS in `dist`, found through `exports`.
 *
 * @param packages - what else is installed
 */
export function installRuntime(project: string, packages: readonly string[] = []): void {
  const installed = join(project, "node_modules/serverform");
  mkdirSync(installed, { recursive: true });
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(
    join(installed, "package.json"),
    JSON.stringify({ name: "serverform", type: "commonjs", exports }),
  );
  const places = { outbase: join(root, "lib"), outdir: join(installed, "dist") };
  // The code of functions imports facts.
  buildSync({
    entryPoints: [...filesNamed(/\.ts$/), ...filesNamed(/\.ts$/, join(root, "lib/facts"))],
    ...places,
    format: "cjs",
    platform: "node",
  });
  buildSync({ entryPoints: filesNamed(/\.mts$/), ...places, format: "esm", outExtension: { ".js": ".mjs" } });
  for (const name of packages)
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
}

const filesNamed = (pattern: RegExp, folder = sources): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((file) =>
    pattern.test(file) ? join(folder, file) : [],
  );

/** Bundles `handler.ts` of a project as the library does; returns the problems. */
export function bundleHandler(project: string, format: "cjs" | "esm", outDir: string): readonly unknown[] {
  return bundleArtifacts([
    {
      kind: "node",
      appPath: project,
      srcPath: ".",
      runtime: "nodejs22.x",
      architecture: "x86_64",
      copyFiles: [],
      entry: "handler.ts",
      format,
      splitting: false,
      plugins: undefined,
      minify: true,
      sourcemap: false,
      loader: undefined,
      banner: undefined,
      externalModules: [],
      nodeModules: [],
      define: undefined,
      keepNames: false,
      functions: [{ owner: "Main/Api", handler: "handler.handler" }],
      outDir,
    },
  ]);
}
