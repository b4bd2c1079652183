import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLocalBinary } from "../../../lib/cli/project/synthesis";
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

describe("with tsx as a package", () => {
  const own = join(root, "own");
  const installed = (version: string): void => {
    mkdirSync(join(own, "node_modules/.bin"), { recursive: true });
    mkdirSync(join(own, "node_modules/tsx"), { recursive: true });
    writeFileSync(join(own, "node_modules/.bin/tsx"), "");
    writeFileSync(join(own, "node_modules/tsx/package.json"), JSON.stringify({ version }));
  };
  const binary = join(own, "node_modules/.bin/tsx");
  const imported = `"${process.execPath}" --import tsx`;

  test.each([
    ["4.20.5", "npx tsx main.ts", `${imported} main.ts`],
    ["4.20.5", "npx tsx src/app.mts --flag", `${imported} src/app.mts --flag`],
    ["4.20.5", "npx tsx --tsconfig t.json main.ts", `"${binary}" --tsconfig t.json main.ts`],
    ["4.20.5", "npx tsx watch main.ts", `"${binary}" watch main.ts`],
    ["3.14.0", "npx tsx main.ts", `"${binary}" main.ts`],
  ])("tsx %s: %s is %s", (version, command, expected) => {
    installed(version);
    expect(withLocalBinary(command, own)).toBe(expected);
  });
});

test.each(["npx ts-node main.ts", "npx tsx@4 main.ts", "npx --yes tsx main.ts", "node main.js", "npx"])(
  "%s stays unchanged",
  (command) => {
    expect(withLocalBinary(command, app)).toBe(command);
  },
);

test.each([
  "a$(id)",
  "a`id`",
  'a"b',
  "a$HOME",
  "a!b",
  "a;b",
  "a&b",
  "a'b",
  "a%PATH%b",
  "a\\b",
  "a\nb",
  "a|b",
  "a>b",
  "a*",
])("a folder with the name %j is not written into a command, because a shell reads it", (name) => {
  const folder = join(root, name);
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(folder, "node_modules/.bin/tsx"), "");
  expect(withLocalBinary("npx tsx main.ts", folder)).toBe("npx tsx main.ts");
});

test.each(["my project", "größe", "日本", "a-b_c.d", "a (2)", "a+b@c"])(
  "a folder with the name %j is",
  (name) => {
    const folder = join(root, name);
    mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
    const binary = join(folder, "node_modules/.bin/tsx");
    writeFileSync(binary, "");
    expect(withLocalBinary("npx tsx main.ts", folder)).toBe(`"${binary}" main.ts`);
  },
);
