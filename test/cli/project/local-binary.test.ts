import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLocalBinary } from "../../../lib/cli/project/local-binary";
import { temporaryFolder } from "../../support/stack";

const root = temporaryFolder();
const app = join(root, "services/notes");
const tsx = join(root, "node_modules/.bin/tsx");
mkdirSync(app, { recursive: true });
mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
writeFileSync(tsx, "");

test.each([
  ["npx tsx main.ts", `"${tsx}" main.ts`],
  ["npx tsx", `"${tsx}"`],
  ["npx tsx a.ts && node b.js", `"${tsx}" a.ts && node b.js`],
])("%s runs the binary of a folder above, without npx", (command, expected) => {
  expect(withLocalBinary(command, app)).toBe(expected);
});

test.each(["npx ts-node main.ts", "npx tsx@4 main.ts", "npx --yes tsx main.ts", "node main.js", "npx"])(
  "%s stays as it is",
  (command) => {
    expect(withLocalBinary(command, app)).toBe(command);
  },
);
