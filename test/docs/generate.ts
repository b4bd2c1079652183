import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documents, read, render, root } from "./documents";
import { mistakeExamples } from "./error-examples";
import { errorTextsFile, errorTextsPath } from "./error-texts";
import { grantsFile, grantsPath } from "./grants-file";

/** `npm run docs`: makes the generated parts of all documents anew. */
for (const path of documents) {
  if (!existsSync(join(root, path))) continue;
  const before = read(path);
  const after = render(before);
  if (after === before) continue;
  writeFileSync(join(root, path), after);
  process.stdout.write(`${path} written\n`);
}

writeFileSync(join(root, errorTextsPath), errorTextsFile(mistakeExamples()));
execFileSync("npx", ["biome", "format", "--write", errorTextsPath], { cwd: root, stdio: "ignore" });

writeFileSync(join(root, grantsPath), grantsFile());
execFileSync("npx", ["biome", "format", "--write", grantsPath], { cwd: root, stdio: "ignore" });
