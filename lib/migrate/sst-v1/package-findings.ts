import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ownValue } from "../../facts/errors/own-value";
import type { Findings } from "../model/place";
import { lineAt } from "./edited-text";

/** Commands of SST, and those of this library. */
const commands: Readonly<Record<string, string>> = {
  bind: "serverform bind --",
  build: "serverform build",
  console: "serverform local",
  deploy: "serverform deploy",
  dev: "serverform local",
  diff: "serverform diff",
  env: "serverform env --",
  "load-config": "serverform bind",
  remove: "serverform remove",
  secrets: "serverform secrets",
  start: "serverform start",
};

/** Reports the scripts of `package.json` that call SST. */
export function packageFindings(folder: string, findings: Findings): void {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return;
  const text = readFileSync(file, "utf8");
  for (const { index, 1: name = "", 2: command = "" } of text.matchAll(
    /"([^"]+)"\s*:\s*"(?:[^"]*&&\s*)?(?:npx )?sst ([a-z-]+)/g,
  )) {
    const here = ownValue(commands, command);
    if (here !== undefined)
      findings.note(
        { file: "package.json", line: lineAt(text, index) },
        `The script \`${name}\` calls \`sst ${command}\`: write \`${here}\`.`,
      );
  }
}
