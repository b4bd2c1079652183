/** @group processes */

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import {
  failureOf,
  type InstalledPackage,
  installPacked,
  installTarball,
  packageJson,
  packed,
  root,
} from "./packed";

const app = `
const { App, Api, Stack } = imported;
const app = new App({ name: "packed", stage: "dev", region: "eu-west-1" });
const stack = new Stack(app, "Main");
new Api(stack, "Api", { routes: { "GET /": "functions/home.handler" } });
app.synth();
`;

const typedApp = `import { Api, type ApiProps, App, Stack } from "serverform";

const props: ApiProps = { routes: { "GET /": "functions/home.handler" } };
const stack = new Stack(new App({ name: "packed" }), "Main");
export const url: string = new Api(stack, "Api", props).url;
// @ts-expect-error The types are those of the library, not any.
export const wrong: number = new Api(stack, "Other", props).url;
export const ids: readonly string[] = stack.getAllFunctions().map(({ id }) => id);
// @ts-expect-error The stack knows the props of functions, although its own declarations import none of them.
stack.setDefaultFunctionProps({ timeout: "10" });
// @ts-expect-error What is for the library's own use is not declared.
stack.getFunctionDefaults();
import { client, type Query } from "serverform/client";
import { definePolicy, openRoutes } from "serverform/policy";
interface Routes {
  "GET /": { path: object; query: Query; body: unknown; output: { id: string }; errors: unknown };
}
export const id: Promise<string> = client<Routes>("https://api.example.com")("GET /").then((each) => each.id);
// @ts-expect-error The id is a text.
export const count: Promise<number> = client<Routes>("https://api.example.com")("GET /").then((each) => each.id);
export const policy = definePolicy({ rules: [openRoutes()] });
import { Template } from "serverform/testing";
import { callerOf } from "serverform/node/caller";
export const others = { Template, callerOf };
`;

const files: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "packed-app", "private": true }\n',
  "cdktf.json": '{ "language": "typescript", "app": "node common.cjs" }\n',
  "functions/home.ts": 'export const handler = async () => ({ statusCode: 200, body: "home" });\n',
  "common.cjs": `const imported = require("serverform");\n${app}`,
  "module.mjs": `import { Api, App, Stack } from "serverform";\nconst imported = { Api, App, Stack };\n${app.replace(
    "const { App, Api, Stack } = imported;\n",
    "",
  )}`,
  "typed/common.cts": typedApp,
  "typed/module.mts": typedApp,
  "typed/tsconfig.json": JSON.stringify({
    compilerOptions: {
      module: "node16",
      moduleResolution: "node16",
      // As in a new project of CDKTF.
      target: "es2018",
      lib: ["es2018"],
      strict: true,
      declaration: true,
      noEmit: true,
      types: ["node"],
    },
    include: ["*.cts", "*.mts"],
  }),
  "classes.cjs": `const library = require("serverform");
const classesIn = (parent, path) =>
  Object.entries(parent).flatMap(([name, each]) =>
    typeof each === "object" && each !== null ? classesIn(each, [...path, name])
    : /^class\\b/.test(String(each)) ? [[...path, name].join(".")] : []);
console.log(JSON.stringify(classesIn(library, [])));
`,
};

let installed: InstalledPackage;

beforeAll(() => {
  installed = installPacked();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(installed.project, file)), { recursive: true });
    writeFileSync(join(installed.project, file), text);
  }
});

afterAll(() => installed?.remove());

describe("The published package", () => {
  test("holds the compiled sources, and no file of an earlier build", () => {
    const sources = list(join(root, "lib"));
    // The files of new apps, and the page of the console.
    const asTheyAre = /^cli\/init\/templates\//;
    const page = /^local\/console\/page\//;
    // A package of its own.
    const migrations = /^migrate\//;
    const compiled = sources.flatMap((file) =>
      asTheyAre.test(file)
        ? [file]
        : page.test(file) || migrations.test(file)
          ? []
          : /\.m?ts$/.test(file)
            ? [file.replace(/\.(m?)ts$/, ".$1js"), file.replace(/\.(m?)ts$/, ".d.$1ts")]
            : file.endsWith(".json") && file !== "tsconfig.json"
              ? [file]
              : [],
    );
    const joined = ["", "base-", "command-", "construct-", "model-", "server-"].map(
      (name) => `${name}modules.js`,
    );
    const bundled = ["local/console/page.css", "local/console/page.js"];
    // The client is an ES module, too.
    const modules = ["runtime/client.d.mts", "runtime/client.mjs"];
    expect(list(join(installed.folder, "dist"))).toEqual(
      [...compiled, ...bundled, ...modules, ...joined].sort(),
    );
  });

  test("leaves out no file that a module may need beside it", () => {
    const notCompiled = list(join(root, "lib")).filter((file) => !/\.(m?ts|md|json)$/.test(file));
    const isPacked = (file: string) => /^(cli\/init\/templates|local\/console\/page)\//.test(file);
    expect(notCompiled.filter((file) => !isPacked(file))).toEqual([]);
  });

  test("comes with its licence and readme, without sources and tests", () => {
    const documents = ["AGENTS.md", "CHANGELOG.md", "LICENSE", "README.md"];
    const top = readdirSync(installed.folder).filter((name) => !documents.includes(name));
    expect(top.sort()).toEqual(["dist", "docs", "lib", "package.json", "schemas"]);
    expect(readdirSync(installed.folder)).toEqual(
      expect.arrayContaining(["AGENTS.md", "LICENSE", "README.md"]),
    );
  });

  test("comes with the documents of all parts, to which the documents link", () => {
    const readmes = list(join(root, "lib")).filter((file) => file.endsWith("README.md"));
    expect(list(join(installed.folder, "lib"))).toEqual(readmes);
    const guides = list(join(root, "docs")).filter((file) => /^(?!site\/).*\.md$/.test(file));
    const packed = [
      "README.md",
      "AGENTS.md",
      "docs/agents/llms.txt",
      // READMEs of new apps link to files of the app.
      ...readmes.filter((file) => !file.startsWith("cli/init/")).map((file) => join("lib", file)),
      ...guides.map((file) => join("docs", file)),
    ];
    // They are for those who work in the repository, where the front page is read, too.
    const notPacked = ["CONTRIBUTING.md", "test/support/README.md", "test/trial/README.md"];
    const isThere = (file: string) => notPacked.includes(file) || existsSync(join(installed.folder, file));
    const broken = packed.flatMap((file) =>
      [...readFileSync(join(installed.folder, file), "utf8").matchAll(/\]\(([^)#:\s]+\.md)/g)]
        .map(([, target = ""]) => join(dirname(file), target))
        .filter((target) => !isThere(target)),
    );
    expect(broken).toEqual([]);
  });

  test("says where its source and its issues are", () => {
    const { repository, homepage, bugs } = packageJson;
    expect(homepage).toBe(`${repository.url.replace(/^git\+|\.git$/g, "")}#readme`);
    expect(bugs).toMatch(/\/issues$/);
  });

  test("never imports the index of a provider, in code or in types", () => {
    const imports = list(join(installed.folder, "dist")).filter((file) =>
      /(?:from |require\(|import\()["']@cdktf\/provider-[a-z]+(\/lib)?(\/index(\.js)?)?["']/.test(
        readFileSync(join(installed.folder, "dist", file), "utf8"),
      ),
    );
    expect(imports).toEqual([]);
  });

  test("asks for every package that it loads", () => {
    const declared = [
      ...Object.keys({ ...packageJson.dependencies, ...packageJson.peerDependencies }),
      // Synthesis writes it; it declares what functions are bound to.
      "serverform__node",
      // A package of the app, in the program that starts its server.
      "@react-router/node",
    ];
    // The files of new apps have the packages of those apps.
    const own = list(join(installed.folder, "dist")).filter(
      (file) => !file.startsWith("cli/init/templates/"),
    );
    const used = own.flatMap((file) => importsOf(readFileSync(join(installed.folder, "dist", file), "utf8")));
    expect([...new Set(used)].filter((name) => !declared.includes(name)).sort()).toEqual([]);
  });
});

describe("A project with the package", () => {
  test("synthesizes from CommonJS", () => {
    installed.run(process.execPath, ["common.cjs"]);
    expect(handlersIn(installed.project)).toEqual(["functions/home.handler"]);
  });

  test("imports the names from an ES module, and synthesizes", () => {
    installed.run(process.execPath, ["module.mjs"]);
    expect(handlersIn(installed.project)).toEqual(["functions/home.handler"]);
  });

  test("gives an ES module every name that it gives CommonJS", () => {
    const names = (program: string) =>
      JSON.parse(installed.run(process.execPath, ["--input-type", "module", "--eval", program])) as string[];
    const required = names(
      'import { createRequire } from "node:module"; console.log(JSON.stringify(Object.keys(createRequire(import.meta.url)("serverform")).sort()));',
    );
    const imported = names('console.log(JSON.stringify(Object.keys(await import("serverform"))));');
    expect(imported).toEqual(expect.arrayContaining(required));
    expect(required).toContain("Api");
  });

  test("gives CommonJS and ES modules the client, and the ES module imports nothing", () => {
    const check =
      'console.log(typeof client("https://api.example.com").stream, new RouteError("GET /", 404).status);';
    const program = `import { client, RouteError } from "serverform/client"; ${check}`;
    expect(installed.run(process.execPath, ["--input-type", "module", "--eval", program])).toBe(
      "function 404\n",
    );
    const required = `const { client, RouteError } = require("serverform/client"); ${check}`;
    expect(installed.run(process.execPath, ["--eval", required])).toBe("function 404\n");
    const module = readFileSync(join(installed.folder, "dist/runtime/client.mjs"), "utf8");
    expect(module).not.toMatch(/^import|\brequire\(/m);
  });

  test("gives the rules of a policy", () => {
    const program = 'console.log(Object.keys(require("serverform/policy")).includes("definePolicy"));';
    expect(installed.run(process.execPath, ["--eval", program])).toBe("true\n");
  });

  test("loads constructs and provider modules when it first uses them", () => {
    const program = `
      const inspector = new (require("node:inspector").Session)();
      inspector.connect();
      inspector.post("Profiler.enable");
      inspector.post("Profiler.startPreciseCoverage", { callCount: true });
      const loaded = () => Object.keys(require.cache).map((file) => file.replaceAll("\\\\", "/"));
      const { App, Queue, Stack } = require("serverform");
      const atFirst = loaded();
      new Queue(new Stack(new App({ name: "packed" }), "Main"), "Queue");
      inspector.post("Profiler.takePreciseCoverage", (_, { result }) => {
        const functions = result.flatMap((file) => file.functions).filter(({ ranges: [{ count }] }) => count > 0);
        const evaluated = functions.map(({ functionName }) => functionName);
        console.log(JSON.stringify({ atFirst, then: loaded(), evaluated }));
      });`;
    const { atFirst, then, evaluated } = JSON.parse(
      installed.run(process.execPath, ["--eval", program]),
    ) as Record<"atFirst" | "then" | "evaluated", string[]>;
    const ofProvider = (files: readonly string[]) =>
      files.filter((file) => file.includes("/provider-aws/lib/"));
    expect(ofProvider(atFirst)).toEqual([]);
    expect(ofProvider(then).join()).toContain("/sqs-queue/");
    expect(ofProvider(then).join()).not.toMatch(/apigateway|cognito/);
    // Each module is a function of a joined file, with the path of the module as its name.
    expect(evaluated).toContain("constructs/queue/queue.js");
    expect(evaluated).not.toContain("constructs/userbase/userbase.js");
  });

  test("loads few files, and has one instance of the modules in them", () => {
    const program = `
      const { App, Api, Stack } = require("serverform");
      const api = new Api(new Stack(new App({ name: "packed" }), "Main"), "Api", { routes: { "GET /": "functions/home.handler" } });
      const files = Object.keys(require.cache).map((file) => file.replaceAll("\\\\", "/"));
      const index = files.find((file) => file.endsWith("/serverform/dist/index.js"));
      const beside = require(index.replace("index.js", "kit/app/app.js"));
      const count = files.filter((file) => file.includes("/serverform/dist/")).length;
      console.log(JSON.stringify({ count, isSame: beside.App === App }));`;
    const found = JSON.parse(installed.run(process.execPath, ["--eval", program])) as {
      count: number;
      isSame: boolean;
    };
    expect(found.isSame).toBe(true);
    // Some 350 without the joined modules. Those that programs of their own share with the library stay files.
    expect(found.count).toBeLessThan(20);
  });

  // Half a megabyte of constructs that an application does not have: 12 % of the time of a small synthesis.
  test("synthesizes an Api without loading the other constructs", () => {
    const program = `
      process.env.SERVERFORM_SKIP_BUNDLING = "true";
      const { App, Api, Stack } = require("serverform");
      const { DynamodbTable } = require("@cdktf/provider-aws/lib/dynamodb-table");
      const stack = new Stack(new App({ name: "packed", outdir: "alone.out" }), "Main");
      const table = new DynamodbTable(stack, "Notes", { name: "notes", hashKey: "id", attribute: [{ name: "id", type: "S" }] });
      new Api(stack, "Api", {
        defaults: { function: { permissions: [table] } },
        routes: { "GET /": "functions/home.handler" },
      });
      stack.app.synth();
      const files = Object.keys(require.cache).map((file) => file.slice(file.lastIndexOf("dist") + 5));
      console.log(JSON.stringify(files.filter((file) => /^[a-z-]*modules\\.js$/.test(file)).sort()));`;
    const printed = installed.run(process.execPath, ["--eval", program]);
    expect(JSON.parse(printed.trim().split("\n").at(-1) ?? "")).toEqual(["base-modules.js", "modules.js"]);
  });

  // Reading and compiling the local server and the constructs is a fifth of the processor time until `diff` looks for Terraform.
  test.each([
    ["build", []],
    ["diff", []],
    ["remove", []],
    ["logs", ["model-modules.js"]],
  ])("%s loads neither the local server nor the constructs", (command, further) => {
    const program = `
      process.env.PATH = require("node:path").dirname(process.execPath);
      process.argv = ["node", "serverform", "${command}", "--stage", "dev"];
      process.on("exit", () => {
        const files = Object.keys(require.cache).filter((file) => /[\\\\/]dist[\\\\/][a-z-]*modules\\.js$/.test(file));
        console.log(files.map((file) => file.replace(/.*[\\\\/]/, "")).sort().join(" "));
        process.exitCode = 0;
      });
      require("./node_modules/serverform/dist/cli/main.js");`;
    const loaded = installed.run(process.execPath, ["--eval", program]).trim().split("\n").at(-1);
    expect(loaded?.split(" ")).toEqual(["base-modules.js", "command-modules.js", ...further]);
  });

  // Without them, a project that checks the declarations of packages would not compile.
  test("has declarations that lead to no optional package, but for the modules that are about it", () => {
    const { dependencies, exports, peerDependencies, peerDependenciesMeta } = packageJson;
    const isOptional = (name: string): boolean => Object.hasOwn(peerDependenciesMeta, name);
    const known = [
      ...Object.keys(dependencies),
      ...Object.keys(peerDependencies).filter((name) => !isOptional(name)),
    ];
    // The module of an app's bindings, which synthesis writes.
    const isWritten = (name: string): boolean => name === "serverform__node";
    const entries = Object.entries(exports).flatMap(([entry, each]) =>
      typeof each === "object" && each.types !== undefined ? [[entry, each.types] as const] : [],
    );
    expect(entries.length).toBeGreaterThan(20);
    const optional = entries.map(([entry, types]) => {
      const named = importsOfDeclarations(installed.folder, types);
      return [
        entry,
        named.filter((name) => !name.startsWith("node:") && !known.includes(name) && !isWritten(name)),
      ] as const;
    });
    expect(Object.fromEntries(optional.filter(([, names]) => names.length > 0))).toEqual({
      "./node/graphql": ["graphql", "graphql-http"],
    });
  });

  // The declarations of a caller's functions name what they return, as those of stacks do.
  test("type-checks against it as CommonJS and as an ES module, with declarations that name all classes", () => {
    const classes = JSON.parse(installed.run(process.execPath, ["classes.cjs"])) as string[];
    expect(classes).toEqual(expect.arrayContaining(["Api", "Config.Parameter", "Config.Secret", "Userbase"]));
    const makers = classes.map(
      (name, index) =>
        `export const make${index} = (...given: ConstructorParameters<typeof library.${name}>) => new library.${name}(...given);`,
    );
    const text = ['import * as library from "serverform";', ...makers].join("\n");
    writeFileSync(join(installed.project, "typed/makers.mts"), text);
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    // Without skipLibCheck, so that our own declarations are checked; those of others are their matter.
    const complaints = outputOf(() =>
      installed.run(process.execPath, [tsc, "-p", "typed", "--pretty", "false"]),
    )
      .split("\n")
      .filter((line) => /^(typed\/|node_modules\/serverform\/|error )/.test(line));
    expect(complaints).toEqual([]);
  });

  test("runs the command line", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(installed.run("npx", ["--no-install", "serverform", "--version"]).trim()).toBe(version);
  });

  test("finds the command line executable, with the line that names Node", () => {
    const program = join(installed.folder, packageJson.bin.serverform ?? "");
    expect(statSync(program).mode & 0o111).toBe(0o111);
    expect(readFileSync(program, "utf8").split("\n")[0]).toBe("#!/usr/bin/env node");
  });
});

describe("The package serverform-migrate", () => {
  const run = (...args: readonly string[]) => installed.run("npx", ["--no-install", ...args]);
  /** A folder with the application of AWS SAM, as its users have it. */
  const applicationAt = (name: string): string => {
    const fixture = join(root, "test/fixtures/migrate/sam");
    cpSync(fixture, join(installed.project, name), {
      recursive: true,
      filter: (file) => !/[/\\](stacks|cdktf\.json)$/.test(file),
    });
    return name;
  };
  const written = (name: string) => readFileSync(join(installed.project, name, "stacks/service.ts"), "utf8");
  const expected = readFileSync(join(root, "test/fixtures/migrate/sam/stacks/service.ts"), "utf8");

  test("is named by the command that needs it, with the ways to get it", () => {
    expect(failureOf(() => run("serverform", "migrate", "sam", "orders"))).toMatch(
      /Run it without installing \(npx serverform-migrate sam orders\), or install it: npm install --save-dev serverform-migrate\.\n.*\[migrate-package-missing\]/,
    );
    expect(run("serverform", "migrate", "--help")).toContain("npx serverform-migrate <tool> [folder]");
  });

  test("migrates an application, by itself and as a command of the library", () => {
    installTarball(packed().tarballOfMigrate, installed.project);
    const [own, command] = ["own", "command"].map(applicationAt) as [string, string];
    expect(JSON.parse(run("serverform-migrate", "sam", own, "--json"))).toMatchObject({
      tool: "sam",
      todos: [],
    });
    expect(written(own)).toBe(expected);
    expect(run("serverform", "migrate", "sam", command)).toContain("Every part was translated.");
    expect(written(command)).toBe(expected);
    expect(readFileSync(join(installed.project, command, "tsconfig.json"), "utf8")).toContain('"nodenext"');
    expect(failureOf(() => run("serverform-migrate", "cdk", own))).toContain("[migrate-tool-unknown]");
  });

  test("asks for every package that it loads, and only for those", () => {
    const folder = join(installed.project, "node_modules/serverform-migrate");
    const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as InstalledJson;
    const used = ["index.js", "serverform-migrate.js"].flatMap((file) =>
      importsOf(readFileSync(join(folder, file), "utf8")),
    );
    expect([...new Set(used)].sort()).toEqual(Object.keys(dependencies).sort());
  });
});

interface InstalledJson {
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The packages that a declaration and those that it leads to import. */
function importsOfDeclarations(folder: string, first: string): readonly string[] {
  const [read, packages, left] = [new Set<string>(), new Set<string>(), [first]];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (read.has(file)) continue;
    read.add(file);
    for (const [, name = ""] of readFileSync(join(folder, file), "utf8").matchAll(
      /(?:from|import\()\s*"([^"]+)"/g,
    )) {
      if (!name.startsWith("."))
        packages.add(
          name
            .split("/")
            .slice(0, name.startsWith("@") ? 2 : 1)
            .join("/"),
        );
      else {
        const path = join(dirname(file), name.replace(/\.js$/, ""));
        left.push(existsSync(join(folder, `${path}.d.ts`)) ? `${path}.d.ts` : join(path, "index.d.ts"));
      }
    }
  }
  return [...packages];
}

/** The files below a folder, in order. */
function list(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** The packages that a compiled file imports, by name. */
function importsOf(text: string): string[] {
  const specifiers = [
    ...text.matchAll(/(?<!\.)\b(?:require|import)\("([^"]+)"\)|^(?:import|export)\b.*\sfrom "([^"]+)";$/gm),
  ];
  return specifiers
    .map(([, called, declared]) => called ?? declared ?? "")
    .filter((specifier) => !specifier.startsWith(".") && !isBuiltin(specifier))
    .map((specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"));
}

function handlersIn(project: string): string[] {
  const file = join(project, "cdktf.out", "stacks", "dev-packed-Main", "cdk.tf.json");
  const { resource } = JSON.parse(readFileSync(file, "utf8")) as {
    resource: { aws_lambda_function: Record<string, { handler: string }> };
  };
  return Object.values(resource.aws_lambda_function).map(({ handler }) => handler);
}

/** The output of a program, also when it failed. */
function outputOf(run: () => string): string {
  try {
    return run();
  } catch (error) {
    return (error as Error).message;
  }
}
