/** @group processes */

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cleanEnvironment } from "../examples/support";
import { fastStartOfModules } from "../support/compiled";
import { packagesOf } from "../support/packages";
import { temporaryFolder } from "../support/stack";
import { hasPackages, NewProjects } from "./new-projects";
import { packed, packedCodeCache, run } from "./packed";

/* Adds an app to projects that exist, as `serverform init` does there, and runs the scripts that it writes. */

const base = temporaryFolder();
const compiler5 = packagesOf("compiler-api");
let projects: NewProjects;

beforeAll(() => {
  projects = new NewProjects(base, packed());
}, 300_000);

interface Existing {
  readonly files: Readonly<Record<string, string>>;
  /** The folder of the app in the project. @default - the project */
  readonly app?: string;
  readonly runner: string;
  /** Whether the settings of the project itself are checked with TypeScript 5. */
  readonly hasOwnSettings?: boolean;
}

const oldSettings = {
  compilerOptions: {
    target: "es2020",
    module: "commonjs",
    strict: true,
    esModuleInterop: true,
    skipLibCheck: true,
  },
};
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

const existing: Readonly<Record<string, Existing>> = {
  "without a type, tested with jest": {
    files: {
      "package.json": json({ name: "shop", devDependencies: { jest: "^30.0.0", typescript: "^5.8.0" } }),
    },
    runner: "jest",
  },
  "of CommonJS, with settings of TypeScript 5, tested with vitest": {
    files: {
      "package.json": json({ name: "shop", type: "commonjs", devDependencies: { vitest: "^4.0.0" } }),
      "tsconfig.json": json(oldSettings),
      "src/old.ts": "export const old = 1;\n",
    },
    runner: "vitest",
    hasOwnSettings: true,
  },
  "of ES modules, with settings for other files, tested with node:test": {
    files: {
      "package.json": json({ name: "shop", type: "module" }),
      "tsconfig.json": json({ compilerOptions: { module: "nodenext", outDir: "out" }, include: ["src"] }),
      "src/old.ts": "export const old = 1;\n",
    },
    runner: "node:test",
  },
  "that is a package of a workspace, with a jest.config.cjs": {
    files: {
      "package.json": json({ private: true, workspaces: ["packages/*"] }),
      "package-lock.json": "{}\n",
      "packages/infra/package.json": json({ name: "@shop/infra", devDependencies: { jest: "^30.0.0" } }),
      "packages/infra/jest.config.cjs":
        'module.exports = { transform: { "\\\\.ts$": ["@swc/jest", { module: { type: "commonjs" } }] } };\n',
    },
    app: "packages/infra",
    runner: "jest",
  },
};

/** Runs a script of the app's `package.json`, or what it has behind a separator. */
function script(app: string, name: string, after = ""): string {
  const { scripts } = JSON.parse(readFileSync(join(app, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const environment = {
    ...projects.environment(cleanEnvironment()),
    ...fastStartOfModules(packedCodeCache()),
  };
  return run(app, "sh", ["-c", scripts[name]?.split(after || "\n").at(-1) ?? "false"], environment);
}

let count = 0;
function create({ files, app: place = "", runner }: Existing): string {
  count += 1;
  const project = join(base, `project-${count}`);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }
  symlinkSync(projects.modules, join(project, "node_modules"));
  const app = join(project, place);
  // A runner among the packages of the project is taken without the option.
  const named = runner === "node:test" ? ["--test-runner", runner] : [];
  const creator = join(base, "creator/node_modules/create-serverform/create-serverform.js");
  run(app, process.execPath, [creator, ".", "--no-install", "--from", packed().tarball, ...named]);
  return app;
}

describe.each(Object.entries(existing))("A project %s", (_name, each) => {
  const canRun = hasPackages(each.runner);
  let app: string;

  beforeAll(() => {
    if (canRun) app = create(each);
  });

  (canRun ? test : test.skip)("is built, type-checked and tested with the scripts that init adds", () => {
    expect(script(app, "typecheck")).toContain("Built 1 stack");
    expect(() => script(app, "test")).not.toThrow();
    writeFileSync(join(app, "stacks/wrong.ts"), 'export const wrong: number = "1";\n');
    expect(() => script(app, "typecheck", " && ")).toThrow(/^stacks\/wrong\.ts\(1,14\): error/m);
    run(app, "rm", ["stacks/wrong.ts"]);
  });

  const has5 = canRun && each.hasOwnSettings === true && compiler5 !== undefined;
  (has5 ? test : test.skip)("is type-checked with its own settings and TypeScript 5", () => {
    const tsc = join(compiler5 ?? "", "typescript/bin/tsc");
    expect(run(app, process.execPath, [tsc, "--noEmit"])).toBe("");
    expect(run(app, process.execPath, [tsc, "-p", "tsconfig.serverform.json"])).toBe("");
  });
});
