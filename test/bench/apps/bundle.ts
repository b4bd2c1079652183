import { join } from "node:path";
import { buildSync } from "esbuild";
import { routesOf, settings } from "./settings";

/** Where the code of a route lies, below the output folder of the stack. */
export function assetOf(file: string): string {
  return `assets/${file.replaceAll("/", "-")}`;
}

/** Bundles every handler in one call of esbuild, with the options that the library chooses. */
export function bundleHandlers(outdir: string): void {
  const files = Array.from({ length: settings.apis }, (_, api) =>
    routesOf(api).map(({ file }) => file),
  ).flat();
  buildSync({
    entryPoints: files.map((file) => ({ in: `./${file}.ts`, out: join(assetOf(file), file) })),
    outdir,
    bundle: true,
    platform: "node",
    target: "node22",
    format: "cjs",
    mainFields: ["main", "module"],
    minify: true,
    external: ["@aws-sdk/*"],
    logLevel: "silent",
  });
}
