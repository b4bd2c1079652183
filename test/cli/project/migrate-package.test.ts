import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadMigration } from "../../../lib/cli/project/migrate-package";
import { temporaryFolder } from "../../support/stack";

const cwd = process.cwd();
afterEach(() => process.chdir(cwd));

/** A folder with these files, in which commands run. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  process.chdir(folder);
  return folder;
}

describe("The package serverform-migrate", () => {
  test.each([
    ["npm", {}, "npm install --save-dev serverform-migrate", "npx serverform-migrate"],
    [
      "pnpm",
      { "pnpm-lock.yaml": "" },
      "pnpm add --save-dev serverform-migrate",
      "pnpm dlx serverform-migrate",
    ],
    ["bun", { "bun.lock": "" }, "bun add --dev serverform-migrate", "bunx serverform-migrate"],
    ["Yarn 1", { "yarn.lock": "" }, "yarn add --dev serverform-migrate", "npx serverform-migrate"],
    [
      "Yarn",
      { "yarn.lock": "", ".yarnrc.yml": "" },
      "yarn add --dev serverform-migrate",
      "yarn dlx serverform-migrate",
    ],
  ])("is named with the install command of %s if it is missing", (_, files, install, run) => {
    folderWith({ "package.json": "{}", ...files });
    expect(() => loadMigration("sam", "./orders", [])).toThrow(
      `serverform migrate: the command needs the package serverform-migrate, and it is not installed.\n  Run it without installing (${run} sam ./orders), or install it: ${install}.\n  [migrate-package-missing]`,
    );
  });
});
