import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Token } from "cdktf";
import {
  App,
  Bucket,
  Config,
  Function,
  type FunctionProps,
  GraphQLApi,
  Layer,
  NextjsSite,
  Stack,
  Userbase,
} from "../../lib";
import { fixture, temporaryFolder } from "../support/stack";
import { attempt, outcomeOf } from "./attempt";

const handler = "functions/notes.get";
type Declare = (stack: Stack) => unknown;
const circle: Record<string, unknown> = { colors: {} };
circle.own = [circle];

/** A folder of that name, as a path from the fixture. */
function folderAs(name: string): string {
  const folder = join(temporaryFolder(), name);
  mkdirSync(folder);
  return relative(fixture, folder);
}

/** Inputs that no type excludes, each with the prop of its refusal. */
const refused: Readonly<Record<string, readonly [declare: Declare, prop: string]>> = {
  "no dependency": [(stack) => stack.addDependency(undefined as never), "addDependency(...)"],
  "a dependency that is a string": [(stack) => stack.addDependency("x" as never), "addDependency(...)"],
  "a loader that esbuild has not": [
    (stack) => new Function(stack, "It", { handler, bundle: { loader: { ".txt": "txt" } } }),
    'bundle.loader[".txt"]',
  ],
  "an extension without a dot": [
    (stack) => new Function(stack, "It", { handler, nodejs: { loader: { txt: "text" } } }),
    'nodejs.loader["txt"]',
  ],
  ...Object.fromEntries(
    ["", ".", "data/", "a/.."].map((to) => [
      `a file copied to ${JSON.stringify(to)}`,
      [
        (stack: Stack) =>
          new Function(stack, "It", { handler, copyFiles: [{ from: "functions/notes.ts", to }] }),
        "copyFiles[0].to",
      ] as const,
    ]),
  ),
  "an event that is known at deployment": [
    (stack) =>
      new Bucket(stack, "It", {
        notifications: { a: { function: handler, events: [Token.asString("${var.event}") as never] } },
      }),
    'notifications["a"].events[0]',
  ],
  "a folder named like a zip": [
    (stack) => new Function(stack, "It", { handler, srcPath: folderAs("x.zip"), bundle: false }),
    "srcPath",
  ],
  "a layer in a folder named like a zip": [
    (stack) => new Layer(stack, "It", { code: folderAs("x.zip") }),
    "code",
  ],
  "plugins in a folder": [
    (stack) => new Function(stack, "It", { handler, bundle: { esbuildConfig: { plugins: "functions" } } }),
    "bundle.esbuildConfig.plugins",
  ],
  "a configuration that is a folder": [
    (stack) => new GraphQLApi(stack, "It", { server: { handler }, codegen: "functions" }),
    "codegen",
  ],
  "branding that contains itself": [
    (stack) => new Userbase(stack, "It", { domain: "notes", branding: { settings: circle } }),
    "branding.settings.own[0]",
  ],
  "no parameters": [(stack) => Config.Parameter.create(stack, null as never), "create(values)"],
  "parameters without a scope": [() => Config.Parameter.create(null as never, { A: "a" }), "create(scope)"],
  "a secret without a name": [(stack) => Config.Secret.create(stack, null as never), "create(names[0])"],
  "secrets without a scope": [() => Config.Secret.create(undefined as never, "A"), "create(scope)"],
  "a hook that throws": [
    (stack) =>
      new NextjsSite(stack, "It", {
        path: "sites/plain",
        commandHooks: {
          afterBuild: () => {
            throw new Error("no");
          },
        },
      }),
    "commandHooks.afterBuild",
  ],
};

test.each(Object.entries(refused))("%s is refused with its prop", (_, [declare, prop]) => {
  expect(attempt(declare)).toMatchObject({ kind: "refused", error: { prop } });
});

/** A project with these files; a folder for a path that ends with a slash. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries({ "cdktf.json": "{}", ...files })) {
    const absolute = join(folder, path);
    mkdirSync(path.endsWith("/") ? absolute : join(absolute, ".."), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(absolute, text);
  }
  return folder;
}

/** The outcome for a function in a project when it is bundled. */
function bundled(folder: string, props: FunctionProps) {
  const before = process.cwd();
  process.chdir(folder);
  try {
    const app = new App({ name: "notes", stage: "dev", region: "us-east-1" });
    new Function(new Stack(app, "Main"), "It", props);
    app.synth();
    return { kind: "accepted" };
  } catch (error) {
    return outcomeOf(error);
  } finally {
    process.chdir(before);
  }
}

const code = { "a.ts": "export const get = () => 1;" };

describe("With bundling", () => {
  test("a hook that throws is reported with its prop and cause", () => {
    const cause = new Error("no");
    const beforeBundling = () => {
      throw cause;
    };
    const outcome = bundled(project(code), {
      handler: "a.get",
      bundle: { commandHooks: { beforeBundling } },
    });
    const error = { code: "callback-failed", prop: "bundle.commandHooks.beforeBundling", cause };
    expect(outcome).toMatchObject({ kind: "refused", error });
  });

  test("a package.json that is not JSON is refused", () => {
    const folder = project({ ...code, "own/package.json": "{ not json" });
    const copyFiles = [{ from: "own/package.json", to: "package.json" }];
    const outcome = bundled(folder, { handler: "a.get", copyFiles });
    expect(outcome).toMatchObject({ kind: "refused", error: { code: "json-invalid", prop: "copyFiles[0]" } });
  });

  test("a file that cannot be used names the function and the file", () => {
    const folder = project({ ...code, "data/x/": "", x: "" });
    // The second one replaces a folder by a file.
    const copyFiles = [{ from: "data" }, { from: "x", to: "data/x" }];
    const outcome = bundled(folder, {
      handler: "a.get",
      copyFiles: [...copyFiles, { from: "a.ts", to: "data" }],
    });
    expect(outcome).toMatchObject({
      kind: "refused",
      error: { code: "file-unusable", path: "dev-notes-Main/It", message: expect.stringContaining("EISDIR") },
    });
  });
});
