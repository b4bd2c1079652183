import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
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

async function update(packageJson: string, wanted = "latest", root = temporaryFolder()) {
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
  const error = await updateProject(terminal, join(root, "below"), wanted).then(
    (output) => expectOutputOf("update", output),
    (reason: unknown) => reason,
  );
  return { lines, error, installed, after: readFileSync(file, "utf8") };
}

let problem: string | undefined;
beforeEach(() => {
  problem = undefined;
  jest.mocked(viewPackage).mockClear().mockResolvedValue(publishedManifest);
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

test("an interrupted installation leaves the former versions", async () => {
  const root = temporaryFolder();
  const file = join(root, "package.json");
  writeFileSync(file, before);
  const terminal = { print: () => {}, status: () => {} } as unknown as Terminal;
  jest.mocked(installPackages).mockImplementation(async (_manager, _folder, interrupt) => {
    process.emit("SIGINT");
    return interrupt?.aborted === true ? "npm was ended" : undefined;
  });
  await expect(updateProject(terminal, root, "latest")).rejects.toThrow("Interrupted.");
  expect(readFileSync(file, "utf8")).toBe(before);
});

test.each([
  ["is not JSON", "{", "json-invalid"],
  ["is empty", "", "json-invalid"],
  ["is a list", "[]", "json-invalid"],
])("a package.json that %s is refused by its name", async (_, text, code) => {
  const { error, after } = await update(text);
  expect(error).toMatchObject({ code, prop: expect.stringMatching(/package\.json$/) });
  expect(after).toBe(text);
});

test("a section of another form, and a mark at the beginning of the file, are replaced", async () => {
  const { error, after } = await update('\uFEFF{ "dependencies": ["serverform"] }');
  expect(error).toBeUndefined();
  expect(Object.keys(JSON.parse(after).dependencies)).toContain("serverform");
  expect(JSON.parse(after).dependencies).not.toHaveProperty("0");
});

describe("a file that npm pack made", () => {
  /** A folder with a packed package. The project is in it, too. */
  function folderWithPacked(name: string): string {
    const root = temporaryFolder();
    const manifest = Buffer.from(JSON.stringify({ ...publishedManifest, name }));
    const header = Buffer.alloc(512);
    header.write("package/package.json");
    header.write(`${manifest.length.toString(8).padStart(11, "0")}\0`, 124);
    const content = Buffer.concat([manifest, Buffer.alloc(512 - (manifest.length % 512))]);
    writeFileSync(join(root, "packed.tgz"), gzipSync(Buffer.concat([header, content, Buffer.alloc(1024)])));
    return root;
  }

  test("is the version that is written, also in place of another file, with the peers of its manifest", async () => {
    const given = before.replace("~1.0.0", "file:old.tgz");
    const { after, error } = await update(given, "../packed.tgz", folderWithPacked("serverform"));
    expect(error).toBeUndefined();
    expect(JSON.parse(after).devDependencies).toMatchObject({
      serverform: "file:packed.tgz",
      cdktf: "^0.22.0",
    });
    expect(viewPackage).not.toHaveBeenCalled();
  });

  test.each([
    ["of another package", "../packed.tgz", 'contains the package "other"'],
    ["that is missing", "../none.tgz", "contains no package"],
  ])("%s is refused", async (_, wanted, says) => {
    const { error, after } = await update(before, wanted, folderWithPacked("other"));
    expect(error).toMatchObject({ code: "update-file-unusable" });
    expect((error as Error).message).toContain(says);
    expect((error as Error).message).toContain("Name the file of serverform that npm pack made");
    expect(after).toBe(before);
  });
});
