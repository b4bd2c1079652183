// Bundles the page: what `vite build` does, in a few lines.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { buildSync } from "esbuild";

const { SIGN_IN_URL = "", CLIENT_ID = "" } = process.env;
const { outputFiles } = buildSync({
  entryPoints: ["src/main.ts"],
  bundle: true,
  minify: true,
  write: false,
  format: "esm",
  define: { SIGN_IN_URL: JSON.stringify(SIGN_IN_URL), CLIENT_ID: JSON.stringify(CLIENT_ID) },
});
const script = outputFiles[0].text;
// Browsers keep the file for a year: another content has another name.
const name = `app-${createHash("sha256").update(script).digest("hex").slice(0, 8)}.js`;
rmSync("dist", { recursive: true, force: true });
mkdirSync("dist/assets", { recursive: true });
writeFileSync(`dist/assets/${name}`, script);
writeFileSync(
  "dist/index.html",
  readFileSync("index.html", "utf8").replace("/src/main.ts", `/assets/${name}`),
);
