import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agentFiles, oldPages } from "./agents/agent-files";
import { pagesFolder } from "./agents/pages";
import { docstringFiles } from "./docstring-samples";
import { documents, read, render, root } from "./documents";
import { errorTextsFile, errorTextsPath } from "./error-texts";
import { grantsFile, grantsPath } from "./grants-file";
import { leftOutFiles } from "./recorded-table";
import { schemaFiles } from "./schemas";
import { modelFiles, modelsFolder } from "./service-models";

/** `npm run docs`: writes the generated parts of all documents again. */
for (const path of documents) {
  if (existsSync(join(root, path))) write(path, render(read(path), path));
}

mkdirSync(join(root, pagesFolder), { recursive: true });
for (const path of oldPages()) rmSync(join(root, path));
const files = { ...agentFiles(), ...leftOutFiles() };
for (const [path, text] of Object.entries(files)) write(path, text);

for (const [path, text] of Object.entries(schemaFiles() ?? {})) writeFileSync(join(root, path), text);
execFileSync("npx", ["biome", "format", "--write", "schemas"], { cwd: root, stdio: "ignore" });

for (const [path, text] of Object.entries(docstringFiles())) writeFileSync(join(root, path), text);

writeFileSync(join(root, errorTextsPath), errorTextsFile());
execFileSync("npx", ["biome", "format", "--write", errorTextsPath], { cwd: root, stdio: "ignore" });

writeFileSync(join(root, grantsPath), grantsFile());
execFileSync("npx", ["biome", "format", "--write", grantsPath], { cwd: root, stdio: "ignore" });

for (const [path, text] of Object.entries(modelFiles())) writeFileSync(join(root, path), text);
execFileSync("npx", ["biome", "format", "--write", modelsFolder], { cwd: root, stdio: "ignore" });

/** Writes a file if its text is another one. */
function write(path: string, text: string): void {
  const file = join(root, path);
  if (existsSync(file) && read(path) === text) return;
  writeFileSync(file, text);
  process.stdout.write(`${path} written\n`);
}
