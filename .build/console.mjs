// Bundles the page of the console: `page.js` and `page.css` in a folder.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const source = fileURLToPath(new URL("../lib/local/console/page", import.meta.url));
const [folder = fileURLToPath(new URL("../dist/local/console", import.meta.url))] = process.argv.slice(2);

await build({
  entryPoints: [
    { in: join(source, "main.tsx"), out: "page" },
    { in: join(source, "page.css"), out: "page" },
  ],
  outdir: folder,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "inline",
  logLevel: "warning",
});
