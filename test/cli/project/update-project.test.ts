import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installPackages, viewPackage } from "../../../lib/cli/project/package-manager";
import { updateProject } from "../../../lib/cli/project/update";
import type { Terminal } from "../../../lib/cli/ui/terminal";
import { expectOutputOf } from "../../support/output-schema";
import { temporaryFolder } from "../../support/stack";
import { publishedManifest } from "../support/published-manifest";

jest.mock("../../../lib/cli/project/package-manager", () => ({
  binaryOf: (name: string) => name,
  detectPackageManager: () => "npm",
  viewPackage: jest.fn(),
  installPackages: jest.fn(),
}));

async function update(packageJson: string) {
  const root = temporaryFolder();
  const file = join(root, "package.json");
  writeFileSync(file, packageJson);
  mkdirSync(join(root, "below"));
  const lines: string[] = [];
  const terminal = {
    print: (line: string) => lines.push(line),
    status: (text?: string) => lines.push(text === undefined ? "(end)" : `(${text})`),
  } as unknown as Terminal;
  let installed = "";
  jest.mocked(installPackages).mockImplementation(async () => {
    installed = readFileSync(file, "utf8");
    return problem;
  });
  const error = await updateProject(terminal, join(root, "below"), "latest").then(
    (output) => expectOutputOf("update", output),
    (reason: unknown) => reason,
  );
  return { lines, error, installed, after: readFileSync(file, "utf8") };
}

let problem: string | undefined;
beforeEach(() => {
  problem = undefined;
  jest.mocked(viewPackage).mockResolvedValue(publishedManifest);
});

const before = '{\n\t"name": "notes",\n\t"devDependencies": {\n\t\t"serverform": "~1.0.0"\n\t}\n}';

test("writes all versions, sorted and with the indentation of the file, and then installs", async () => {
  const { after, installed, lines, error } = await update(before);
  expect(error).toBeUndefined();
  expect(installed).toBe(after);
  expect(after).toBe(
    '{\n\t"name": "notes",\n\t"devDependencies": {\n' +
      '\t\t"@cdktf/provider-aws": "^22.0.0",\n\t\t"cdktf": "^0.22.0",\n\t\t"constructs": "^10.5.0",\n' +
      '\t\t"serverform": "~2.1.0"\n\t}\n}',
  );
  expect(lines).toEqual([
    "(Looking for serverform@latest)",
    "(end)",
    "  serverform: ~1.0.0 -> ~2.1.0",
    "  cdktf: (none) -> ^0.22.0",
    "  constructs: (none) -> ^10.5.0",
    "  @cdktf/provider-aws: (none) -> ^22.0.0",
    "(npm install)",
    "(end)",
    "Updated serverform to 2.1.0.",
  ]);
});

test("a package in another section stays there, and a last line end stays", async () => {
  const { after } = await update(
    '{"dependencies":{"serverform":"1.0.0"},"optionalDependencies":{"cdktf":"^0.1"}}\n',
  );
  expect(JSON.parse(after)).toMatchObject({
    dependencies: { serverform: "2.1.0" },
    optionalDependencies: { cdktf: "^0.22.0" },
  });
  expect(after.endsWith("}\n")).toBe(true);
  expect(after).toContain('\n  "dependencies"');
});

test("changes nothing where all versions are set", async () => {
  const { peerDependencies, version } = publishedManifest;
  const set = JSON.stringify({ dependencies: { ...peerDependencies, serverform: `^${version}` } });
  const { after, installed, lines } = await update(set);
  expect([after, installed]).toEqual([set, ""]);
  expect(lines.at(-1)).toBe("serverform 2.1.0 and its peer dependencies are already set.");
});

test("puts the file back if the installation fails", async () => {
  problem = "no network";
  const { after, installed, error, lines } = await update(before);
  expect(installed).not.toBe(before);
  expect(after).toBe(before);
  expect(error).toMatchObject({
    code: "install-of-update-failed",
    message: expect.stringContaining("no network"),
  });
  expect(lines.at(-1)).toBe("(end)");
});

test("a project without package.json is refused", async () => {
  await expect(updateProject({} as Terminal, "/", "latest")).rejects.toMatchObject({
    code: "package-file-not-found",
  });
});
