import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Artifact } from "../artifact";

/**
 * Relative to the root of the deployed folder. It is a module, so that it can wait for the deployed code before it exports
 * its kind of handler. The extension makes it a module in every package.
 */
const wrapperFile = "_serverform/live.mjs";

/** The wrapper in this package: JavaScript when it is published, TypeScript in a checkout. */
const source = resolve(__dirname, "../../runtime/live/wrapper/main");

let bundled: Uint8Array | undefined;

/** Writes the wrapper of `serverform start` beside the code. */
export function writeWrapper({ outDir, hasWrapper = false }: Artifact): void {
  if (!hasWrapper) return;
  bundled ??= bundleWrapper();
  const file = join(outDir, wrapperFile);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bundled);
}

function bundleWrapper(): Uint8Array {
  const { buildSync } = require("esbuild") as typeof import("esbuild");
  const { outputFiles } = buildSync({
    stdin: {
      contents: `import { createHandler } from ${JSON.stringify(existsSync(`${source}.js`) ? `${source}.js` : `${source}.ts`)};
        export const handler = await createHandler();`,
      resolveDir: dirname(source),
    },
    // Packages in it are CommonJS.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    bundle: true,
    platform: "node",
    target: "node16",
    format: "esm",
    minify: true,
    write: false,
    // Optional parts of `ws`, which works without them.
    external: ["bufferutil", "utf-8-validate"],
    logLevel: "error",
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
