// Bundles the page: what `vite build` does, in a few lines.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { buildSync } from "esbuild";

// The environment of the site, in stacks/web.ts.
const names = [
  "SIGN_IN_URL",
  "CLIENT_ID",
  "USER_POOL_ID",
  "IDENTITY_POOL_ID",
  "BUCKET",
  "REGION",
  "IDENTITY_URL",
  "S3_URL",
];
const { outputFiles } = buildSync({
  entryPoints: ["src/main.ts"],
  bundle: true,
  minify: true,
  write: false,
  format: "esm",
  define: Object.fromEntries(names.map((name) => [name, JSON.stringify(process.env[name] ?? "")])),
});
const script = outputFiles[0].text;
// Browsers keep the file for a year: another content has another name.
const hashOf = (text) => createHash("sha256").update(text).digest("hex").slice(0, 8);
const name = `app-${hashOf(script)}.js`;
const style = readFileSync("style.css", "utf8");
const styleName = `style-${hashOf(style)}.css`;
rmSync("dist", { recursive: true, force: true });
mkdirSync("dist/assets", { recursive: true });
writeFileSync(`dist/assets/${name}`, script);
writeFileSync(`dist/assets/${styleName}`, style);
writeFileSync(
  "dist/index.html",
  readFileSync("index.html", "utf8")
    .replace("/src/main.ts", `/assets/${name}`)
    .replace("/style.css", `/assets/${styleName}`),
);
