// Bundles the page of the console: `page.js` and `page.css` in a folder. Beside it, `map/layout.js` gets the package that places the
// parts of the map, and a form that both Node and the page load.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const source = fileURLToPath(new URL("../lib/local/console/page", import.meta.url));
const [folder = fileURLToPath(new URL("../dist/local/console", import.meta.url))] = process.argv.slice(2);

const options = {
  bundle: true,
  minify: true,
  target: "es2022",
  legalComments: "inline",
  logLevel: "warning",
};

await build({
  ...options,
  entryPoints: [
    { in: join(source, "main.tsx"), out: "page" },
    { in: join(source, "page.css"), out: "page" },
  ],
  outdir: folder,
  format: "iife",
  jsx: "automatic",
  jsxImportSource: "preact",
});

await build({
  ...options,
  entryPoints: [join(source, "../../map/layout.ts")],
  outfile: join(folder, "../map/layout.js"),
  allowOverwrite: true,
  format: "iife",
  globalName: "mapLayout",
  footer: {
    js: 'if (typeof module === "object") module.exports = mapLayout; else globalThis.mapLayout = mapLayout;',
  },
});
