import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { gzipSync } from "node:zlib";
import { Terminal } from "../../../lib/cli";
import type { InitOptions } from "../../../lib/cli/init/choices";
import { initProject } from "../../../lib/cli/init/init";
import { templates } from "../../../lib/cli/init/templates";
import type { TerminalStreams } from "../../../lib/cli/ui/terminal";
import { expectOutputOf } from "../../support/output-schema";
import { temporaryFolder } from "../../support/stack";

/** Runs the command, with a user who gives these answers or in a pipeline without one. Returns what it prints. */
async function init(
  folder: string | undefined,
  options: InitOptions = {},
  answers?: readonly string[],
): Promise<string> {
  const isTTY = answers !== undefined;
  const left = [...(answers ?? [])];
  const input = Object.assign(new PassThrough(), { isTTY });
  let printed = "";
  const output = Object.assign(new PassThrough(), { isTTY, columns: 100 });
  output.on("data", (data: Buffer) => {
    printed += data.toString();
    // A question ends with its default.
    if (/\([\w.:-]+\) $/.test(data.toString())) setImmediate(() => input.write(`${left.shift() ?? ""}\n`));
  });
  const streams = { input, output, errors: output } as unknown as TerminalStreams;
  const terminal = new Terminal({ color: false }, streams, {});
  expectOutputOf("init", await initProject(terminal, folder, { install: false, ...options }));
  await new Promise((done) => setImmediate(done));
  return printed;
}

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(), "shop");
  mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const read = (folder: string, path: string) => readFileSync(join(folder, path), "utf8");
const packageOf = (folder: string) => JSON.parse(read(folder, "package.json"));
const contentOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => [
      join(entry.parentPath, entry.name),
      entry.isFile() ? read(entry.parentPath, entry.name) : "a folder",
    ]),
  );

describe("serverform init", () => {
  test("writes the files of a template into a new folder, and says what to do next", async () => {
    const folder = join(temporaryFolder(), "shop");
    const printed = await init(folder);
    expect(readdirSync(folder).sort()).toEqual(
      [".github", ".gitignore", "AGENTS.md", "README.md", "cdktf.json", "functions", "main.ts"].concat([
        "package.json",
        "stacks",
        "test",
        "tsconfig.json",
      ]),
    );
    expect(read(folder, "main.ts")).toContain('new App({ name: "shop" })');
    expect(packageOf(folder)).toMatchObject({
      name: "shop",
      type: "module",
      scripts: { dev: "serverform local" },
    });
    expect(printed).toMatch(/npm install\n.*npm run dev\n.*http:\/\/127\.0\.0\.1:4000/);
  });

  test.each([
    ["vitest", 'from "vitest"', "vitest run"],
    ["jest", 'from "@jest/globals"', "jest"],
    ["node:test", 'from "node:test"', "node --import tsx --test test/*.test.ts"],
  ])("writes the tests for %s", async (testRunner, imports, script) => {
    const folder = join(temporaryFolder(), "shop");
    await init(folder, { testRunner });
    expect(read(folder, "test/hello.test.ts")).toContain(imports);
    expect(packageOf(folder).scripts.test).toBe(script);
    expect("jest" in packageOf(folder)).toBe(testRunner === "jest");
  });

  test("writes the packages and imports of CDK Terrain", async () => {
    const folder = join(temporaryFolder(), "shop");
    await init(folder, { cdk: "cdktn" });
    expect(Object.keys(packageOf(folder).dependencies)).toEqual(
      expect.arrayContaining(["serverform-cdktn", "cdktn", "@cdktn/provider-aws"]),
    );
    expect(read(folder, "main.ts")).toContain('from "serverform-cdktn"');
    expect(read(folder, "test/stack.test.ts")).toContain('from "cdktn"');
  });

  test.each([
    ["npm", "npx serverform diff", "      - run: npm ci\n", "npm run deploy -- --stage"],
    [
      "pnpm",
      "pnpm exec serverform diff",
      "      - run: pnpm install --frozen-lockfile\n",
      "pnpm run deploy --stage",
    ],
    ["yarn", "yarn serverform diff", "      - run: yarn install --immutable\n", "yarn run deploy --stage"],
    ["bun", "bunx serverform diff", "      - run: bun install --frozen-lockfile\n", "bun run deploy --stage"],
  ])("writes the commands of %s", async (packageManager, diff, install, deploy) => {
    const folder = join(temporaryFolder(), "shop");
    await init(folder, { packageManager });
    const pipeline = read(folder, ".github/workflows/deploy.yml");
    expect(pipeline).toContain(diff);
    expect(pipeline).toContain(install);
    expect(read(folder, "AGENTS.md")).toContain(deploy);
    expect(existsSync(join(folder, ".yarnrc.yml"))).toBe(packageManager === "yarn");
  });

  test.each([
    ["github", ".github/workflows/deploy.yml", ".gitlab-ci.yml"],
    ["gitlab", ".gitlab-ci.yml", ".github"],
    ["none", "AGENTS.md", ".github"],
  ])("writes the pipeline for %s", async (ci, present, absent) => {
    const folder = join(temporaryFolder(), "shop");
    await init(folder, { ci });
    expect([existsSync(join(folder, present)), existsSync(join(folder, absent))]).toEqual([true, false]);
  });

  test("asks in a terminal for missing values, and again after an answer that it does not know", async () => {
    const folder = join(temporaryFolder(), "shop");
    const printed = await init(folder, { cdk: "cdktf" }, ["apis", "api", "jest", "", "none"]);
    expect(printed).toContain("Write one of hello, api, web, events, database.");
    expect(existsSync(join(folder, "functions/notes.ts"))).toBe(true);
    expect(packageOf(folder).scripts.test).toBe("jest");
    expect(existsSync(join(folder, ".github"))).toBe(false);
  });

  test("does not ask with --yes", async () => {
    const folder = join(temporaryFolder(), "shop");
    expect(await init(folder, { yes: true }, [])).not.toContain("Template (");
    expect(existsSync(join(folder, "functions/hello.ts"))).toBe(true);
  });
});

describe("serverform init in a folder with a package.json", () => {
  const manifest = {
    name: "old",
    scripts: { dev: "vite", test: 'echo "Error: no test specified" && exit 1' },
    dependencies: { constructs: "10.4.2" },
  };

  test("adds to it, and keeps the existing content", async () => {
    const text = `${JSON.stringify(manifest, null, 4)}\n`;
    const folder = folderWith({
      "package.json": text,
      "tsconfig.json": "{}",
      ".gitignore": "node_modules\n",
    });
    await init(folder);
    expect(packageOf(folder)).toMatchObject({
      name: "old",
      scripts: { dev: "vite", test: "vitest run", deploy: "serverform deploy" },
      dependencies: { constructs: "10.4.2", cdktf: "^0.21.0" },
    });
    expect(read(folder, "package.json")).toContain('\n    "name"');
    expect(read(folder, "tsconfig.json")).toBe("{}");
    expect(packageOf(folder).scripts.typecheck).toBe("serverform build && tsc -p tsconfig.serverform.json");
    expect(read(folder, ".gitignore").split("\n").slice(0, 3)).toEqual([
      "node_modules",
      "cdktf.out/",
      ".serverform/",
    ]);
  });

  test.each([
    ["module", 'from "./stacks/hello.js"', '"verbatimModuleSyntax": true'],
    ["commonjs", 'from "./stacks/hello"', '"isolatedModules": true'],
    [undefined, 'from "./stacks/hello"', '"isolatedModules": true'],
  ])("writes imports and settings for the type %s", async (type, imports, setting) => {
    const folder = folderWith({ "package.json": JSON.stringify({ name: "old", type }) });
    await init(folder);
    expect(read(folder, "main.ts")).toContain(imports);
    expect(read(folder, "tsconfig.json")).toContain(setting);
    expect(read(folder, "AGENTS.md")).toContain(type === "module" ? "end in `.js`" : "have no extension");
  });

  test("uses the existing test runner and its settings", async () => {
    const settings = JSON.stringify({ name: "old", devDependencies: { jest: "^29.7.0" } });
    const folder = folderWith({ "package.json": settings, "jest.config.js": "module.exports = {};\n" });
    await init(folder);
    expect(read(folder, "test/hello.test.ts")).toContain('from "@jest/globals"');
    expect(packageOf(folder)).not.toHaveProperty("jest");
    expect(packageOf(folder).devDependencies).toMatchObject({ jest: "^29.7.0", "@jest/globals": "^29.7.0" });
  });

  test("refuses to overwrite a file, and writes nothing", async () => {
    const folder = folderWith({ "package.json": "{}", "main.ts": "// mine\n" });
    const before = contentOf(folder);
    await expect(init(folder)).rejects.toThrow(
      /which has main\.ts already\. Nothing was written.*init-files-exist/s,
    );
    expect(contentOf(folder)).toEqual(before);
  });

  test("refuses one that is not JSON, and writes nothing", async () => {
    const folder = folderWith({ "package.json": "{" });
    await expect(init(folder)).rejects.toThrow(/package\.json.*json-invalid/s);
    expect(contentOf(folder)).toEqual({ [join(folder, "package.json")]: "{" });
  });
});

describe("serverform init in a CDKTF project", () => {
  const files = {
    "package.json": '{ "name": "infra", "scripts": { "test": "jest" } }',
    "cdktf.json": '{ "language": "typescript", "app": "npx ts-node main.ts" }',
    "tsconfig.json": '{ "compilerOptions": { "module": "CommonJS" } }',
    "main.ts": "// mine\n",
  };

  test("adds stacks and functions, and prints the lines for the app", async () => {
    const folder = folderWith(files);
    const printed = await init(folder, { template: "api" });
    expect(read(folder, "main.ts")).toBe("// mine\n");
    expect(read(folder, "cdktf.json")).toBe(files["cdktf.json"]);
    expect(readdirSync(folder).sort()).toEqual(
      [".gitignore", "cdktf.json", "functions", "main.ts", "package.json", "stacks", "tsconfig.json"].sort(),
    );
    expect(packageOf(folder).scripts).toMatchObject({ test: "jest", dev: "serverform local" });
    expect(printed).toContain('import { Service } from "./stacks/service";');
    expect(packageOf(folder).scripts.typecheck).toBe("serverform build && tsc --noEmit");
    expect(printed).toContain("app.stack(Data).stack(Users).stack(Service);");
  });

  test("refuses another language", async () => {
    const folder = folderWith({ "cdktf.json": '{ "language": "python" }' });
    await expect(init(folder)).rejects.toThrow(/has the language "python".*init-language/s);
  });
});

describe("serverform init in a workspace", () => {
  const workspaces: readonly (readonly [manager: string, files: Readonly<Record<string, string>>])[] = [
    ["npm", { "package.json": '{ "workspaces": ["packages/*"] }', "package-lock.json": "{}" }],
    [
      "pnpm",
      {
        "package.json": "{}",
        "pnpm-workspace.yaml": 'packages:\n  # all\n  - "packages/**"\n',
        "pnpm-lock.yaml": "",
      },
    ],
    [
      "yarn",
      {
        "package.json": '{ "workspaces": { "packages": ["packages/infra"] } }',
        "yarn.lock": "",
        ".yarnrc.yml": "",
      },
    ],
    ["bun", { "package.json": '{ "workspaces": ["./packages/*/"] }', "bun.lock": "" }],
  ];

  test.each(workspaces)("of %s adds a package without the files of the root", async (manager, files) => {
    const folder = join(folderWith(files), "packages/infra");
    const printed = await init(folder);
    expect(printed).toContain(`${manager} install`);
    expect([".github", ".yarnrc.yml"].filter((path) => existsSync(join(folder, path)))).toEqual([]);
    expect(read(folder, "README.md")).toContain(`${manager} run dev`);
  });

  test.each(workspaces)("of %s is refused at its root, with a folder to name", async (_manager, files) => {
    const folder = folderWith(files);
    const before = contentOf(folder);
    await expect(init(folder)).rejects.toThrow(
      /\[folder\] is ".*shop".*serverform init packages\/infra.*init-workspace-root/s,
    );
    expect(contentOf(folder)).toEqual(before);
  });

  test("of other folders is not that of the app", async () => {
    const folder = join(folderWith({ "package.json": '{ "workspaces": ["packages/*"] }' }), "infra");
    await init(folder);
    expect(existsSync(join(folder, ".github"))).toBe(true);
  });

  test("has its pipeline at the root", async () => {
    const folder = join(folderWith({ "package.json": '{ "workspaces": ["packages/*"] }' }), "packages/infra");
    await expect(init(folder, { ci: "github" })).rejects.toThrow(
      /--ci is "github".*docs\/pipelines\.md.*init-ci-in-workspace/s,
    );
    expect(existsSync(folder)).toBe(false);
  });
});

describe("documents of a new app", () => {
  test.each(Object.keys(templates))(
    "of the template %s name what it has, and nothing else",
    async (template) => {
      const folder = join(temporaryFolder(), "shop");
      await init(folder, { template });
      for (const page of ["README.md", "AGENTS.md"]) {
        const text = read(folder, page);
        expect(text).not.toMatch(/[{}]{2}/);
        const stacks = [...text.matchAll(/^- `(stacks\/\S+)` declares (.+)\.$/gm)];
        expect(stacks.map(([, path = ""]) => path)).toEqual(
          readdirSync(join(folder, "stacks"))
            .map((file) => `stacks/${file}`)
            .sort(),
        );
        for (const [, path = "", constructs = ""] of stacks)
          for (const [, kind = "", id = ""] of constructs.matchAll(/the (\w+) `(\w+)`/g))
            expect(read(folder, path)).toContain(`new ${kind}(stack, "${id}"`);
        const folders = [...text.matchAll(/^- `(\w+)\/` has (.+)\.$/gm)];
        for (const [, top = "", names = ""] of folders)
          for (const [, file = ""] of names.matchAll(/`([^`]+)`/g))
            expect(existsSync(join(folder, top, file))).toBe(true);
      }
    },
  );
});

describe("serverform init refuses", () => {
  test.each<[what: string, folder: string, options: InitOptions, message: RegExp]>([
    [
      "a template that does not exist",
      "shop",
      { template: "hallo" },
      /--template is "hallo".*Did you mean "hello"/s,
    ],
    ["an unknown test runner", "shop", { testRunner: "mocha" }, /"vitest", "jest" or "node:test"/],
    ["a name that npm refuses", "My Shop", {}, /\[folder\] is "My Shop".*--name my-shop/s],
    ["the name of a module of Node", "shop", { name: "http" }, /--name is "http".*--name http-app/s],
    ["the name of a package that it needs", "cdktf", {}, /\[folder\] is "cdktf"/],
    ["a name that is too long", "shop", { name: "a".repeat(215) }, /more than 214 characters/],
    ["a missing tarball", "shop", { from: "none.tgz" }, /--from is "none\.tgz", but there is no such file/],
    ["a file that is not the package", "shop", { from: __filename }, /but it is not a package of serverform/],
  ])("%s", async (_what, name, options, message) => {
    const parent = temporaryFolder();
    await expect(init(join(parent, name), options)).rejects.toThrow(message);
    expect(readdirSync(parent)).toEqual([]);
  });

  test("a folder that belongs to something else", async () => {
    const folder = folderWith({ "a.py": "", "README.md": "" });
    await expect(init(folder)).rejects.toThrow(/is not empty: it has a\.py\..*init-folder-not-empty/s);
    expect(readdirSync(folder).sort()).toEqual(["README.md", "a.py"]);
  });

  test("a folder that cannot be written, and leaves nothing", async () => {
    const folder = folderWith({ file: "" });
    await expect(init(join(folder, "file/app"))).rejects.toThrow(/cannot be written: .*Nothing was written/);
    await expect(init(join(folder, "file"))).rejects.toThrow(/it is a file/);
    // A file where the template has a folder: some of its files are written before.
    writeFileSync(join(folder, "stacks"), "");
    writeFileSync(join(folder, "package.json"), "{}");
    const before = contentOf(folder);
    await expect(init(folder)).rejects.toThrow(/init-folder-unusable/);
    expect(contentOf(folder)).toEqual(before);
  });

  test("a package for the other CDK", async () => {
    const file = join(temporaryFolder(), "serverform-cdktn-0.1.0.tgz");
    writeFileSync(file, gzipSync(tarOf("package/package.json", '{"name":"serverform-cdktn"}')));
    const folder = join(temporaryFolder(), "shop");
    await expect(init(folder, { from: file, cdk: "cdktf" })).rejects.toThrow(
      /--cdk is "cdktf", but the package of/,
    );
    await init(folder, { from: file });
    expect(packageOf(folder).dependencies["serverform-cdktn"]).toMatch(
      /^file:\.\.\/.*serverform-cdktn-0\.1\.0\.tgz$/,
    );
  });
});

/** An archive with one file. */
function tarOf(name: string, text: string): Buffer {
  const archive = Buffer.alloc(2048);
  archive.write(name);
  archive.write(text.length.toString(8).padStart(11, "0"), 124);
  archive.write(text, 512);
  return archive;
}
