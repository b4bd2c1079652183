import * as fs from "node:fs";
import * as path from "node:path";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Testing } from "cdktf";
import { App, Stack } from "../../../../lib/kit/app";
import { Function, type FunctionProps } from "../../../../lib/kit/function";
import { project, setEnvironment, standardErrorOf } from "../../../support/environment";
import { filesIn, writtenJson } from "../../../support/files";
import { checkOutput } from "../../../support/reference-check";
import { temporaryFolder, testApp } from "../../../support/stack";

const handler = "functions/notes.get";

/** An app whose second stack reads from its first; `shuffle` writes the keys of objects in another order. */
function application(outdir: string, shuffle = false): App {
  const app = testApp({ outdir });
  const data = new Stack(app, "Data", {
    tags: shuffle ? { b: "2", a: "1" } : { a: "1", b: "2" },
  });
  const table = new DynamodbTable(data, "Notes", {
    name: "notes",
    hashKey: "id",
  });
  const service = new Stack(app, "Service");
  const environment = { TABLE: table.name, MODE: "fast" };
  const props: FunctionProps = {
    handler,
    url: true,
    environment,
    permissions: [table],
    bundle: { minify: false, banner: "//" },
  };
  const reversed = (object: object) => Object.fromEntries(Object.entries(object).reverse());
  const shuffled = {
    ...reversed(props),
    environment: reversed(environment),
    bundle: { banner: "//", minify: false },
  };
  new Function(service, "Get", shuffle ? shuffled : props);
  new Function(service, "Create", {
    handler: "functions/notes.create",
    deadLetterQueueEnabled: true,
  });
  return app;
}

describe("app.synth()", () => {
  test("writes the stacks, their code, the manifest and the metadata", () => {
    const app = application(temporaryFolder());
    app.synth();
    expect(Object.keys(filesIn(app.outdir))).toMatchInlineSnapshot(`
      [
        "manifest.json",
        "serverform.json",
        "stacks/dev-notes-Data/cdk.tf.json",
        "stacks/dev-notes-Service/assets/functions-notes-84361c9b/functions/notes.js",
        "stacks/dev-notes-Service/assets/functions-notes-ab2188ae/functions/notes.js",
        "stacks/dev-notes-Service/assets/package.json",
        "stacks/dev-notes-Service/cdk.tf.json",
      ]
    `);
  });
  test("writes resolved values", () => {
    const app = application(temporaryFolder());
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("writes the same in another folder, with the keys of objects in another order", () => {
    const [one, two] = [application(temporaryFolder()), application(temporaryFolder(), true)];
    for (const app of [one, two]) app.synth();
    expect(filesIn(two.outdir)).toEqual(filesIn(one.outdir));
    expect(JSON.stringify(filesIn(one.outdir))).not.toContain(one.outdir);
  });
  test("writes the same again", () => {
    const app = application(temporaryFolder());
    app.synth();
    const first = filesIn(app.outdir);
    app.synth();
    expect(filesIn(app.outdir)).toEqual(first);
    application(app.outdir).synth();
    expect(filesIn(app.outdir)).toEqual(first);
  });
  test("writes the JSON that unit tests read", () => {
    const app = application(temporaryFolder());
    const read = JSON.parse(Testing.synth(app.stacks[1] as Stack));
    app.synth();
    expect(read.resource).toEqual(withoutMetadata(writtenJson(app.outdir, "dev-notes-Service").resource));
  });
  test("works without a stack", () => {
    const app = testApp();
    app.synth();
    expect(JSON.parse(fs.readFileSync(path.join(app.outdir, "manifest.json"), "utf8")).stacks).toEqual({});
  });
  test("keeps the files of Terraform beside the stacks, and removes old code", () => {
    const app = application(temporaryFolder());
    const folder = path.join(app.outdir, "stacks", "dev-notes-Service");
    for (const file of [".terraform/providers/aws", ".terraform.lock.hcl", "assets/old/index.js", "cdk.tf"]) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), file);
    }
    app.synth();
    const left = Object.keys(filesIn(folder)).filter((file) => !file.startsWith("assets/functions"));
    expect(left).toEqual([
      ".terraform.lock.hcl",
      ".terraform/providers/aws",
      "assets/package.json",
      "cdk.tf.json",
    ]);
  });
});

function withoutMetadata(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, each) => (key === "//" ? undefined : each)));
}

describe("a synthesis that fails", () => {
  const breakIn: Record<string, (app: App) => void> = {
    "an id": ({ stacks }) =>
      new Function(stacks[0] as Stack, "Get", {
        handler,
      }),
    "a bundle": ({ stacks }) =>
      new Function(stacks[0] as Stack, "Bad", {
        handler: "broken/syntax.get",
      }),
    "a validation": ({ stacks }) =>
      (stacks[1] as Stack).node.addValidation({
        validate: () => ["not valid"],
      }),
    "an output": ({ stacks }) =>
      (stacks[1] as Stack).addOutputs({
        A: { value: { resolve: fails } as never },
      }),
  };
  const fails = () => {
    throw new Error("resolving failed");
  };
  test.each(Object.keys(breakIn))("in %s leaves the previous output unchanged", (where) => {
    const outdir = temporaryFolder();
    application(outdir).synth();
    const before = filesIn(outdir);
    const app = application(outdir);
    breakIn[where]?.(app);
    expect(() => app.synth()).toThrow();
    expect(filesIn(outdir)).toEqual(before);
    expect(fs.readdirSync(outdir).filter((name) => name.startsWith("."))).toEqual([]);
  });
  test("reports all problems at once", () => {
    const app = application(temporaryFolder());
    const [stack] = app.stacks;
    new Function(stack as Stack, "Bad", { handler: "broken/syntax.get" });
    new Function(stack as Stack, "Gone", { handler: "functions/notes.gone" });
    new Function(stack as Stack, "Get", { handler });
    new Function(stack as Stack, "Large", {
      handler,
      environment: { KEY: "x".repeat(5000) },
    });
    const error = caught(() => app.synth()) as {
      code: string;
      problems: { code: string }[];
    };
    expect(error.code).toBe("synthesis-failed");
    expect(error.problems.map(({ code }) => code).sort()).toEqual([
      "bundle-failed",
      "environment-too-large",
      "handler-export-missing",
      "id-duplicate",
    ]);
  });
});

function caught(run: () => void): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("The code of an earlier synthesis", () => {
  const sources = {
    "cdktf.json": "{}",
    "a.ts": "export const get = () => 1;",
    "b.ts": "export const get = () => 2;",
  };
  const declare = (names: readonly string[], outdir = temporaryFolder()): App => {
    const app = new App({ name: "notes", stage: "dev", region: "us-east-1", outdir });
    const stack = new Stack(app, "Main");
    for (const name of names) {
      new Function(stack, name, { handler: `${name}.get`, bundle: { format: name === "b" ? "esm" : "cjs" } });
    }
    return app;
  };
  const synth = (names: readonly string[], outdir?: string) => {
    const app = declare(names, outdir);
    app.synth();
    return app.outdir;
  };
  const bundleIn = (outdir: string, name: string) => {
    const file = Object.keys(filesIn(outdir)).find((each) => each.endsWith(`/${name}.js`));
    return path.join(outdir, file ?? "none");
  };
  const number = (file: string) => fs.statSync(file).ino;

  test.each([false, true])("stays where it is if nothing has changed, also behind a link: %p", (isLinked) => {
    project(sources);
    const link = path.join(temporaryFolder(), "link");
    if (isLinked) fs.symlinkSync(temporaryFolder(), link);
    const outdir = synth(["a", "b"], isLinked ? link : undefined);
    const [before, numbers] = [filesIn(outdir), ["a", "b"].map((name) => number(bundleIn(outdir, name)))];
    synth(["a", "b"], outdir);
    expect(filesIn(outdir)).toEqual(before);
    expect(["a", "b"].map((name) => number(bundleIn(outdir, name)))).toEqual(numbers);
  });
  test.each([
    ["changed", (file: string) => fs.writeFileSync(file, "evil()")],
    ["removed", (file: string) => fs.rmSync(file)],
    ["joined by a file", (file: string) => fs.writeFileSync(`${file}on`, "{}")],
    ["removed with its folder", (file: string) => fs.rmSync(path.dirname(file), { recursive: true })],
  ])("is written again if it was %s", (_, spoil) => {
    project(sources);
    const outdir = synth(["a", "b"]);
    const before = filesIn(outdir);
    spoil(bundleIn(outdir, "a"));
    synth(["a", "b"], outdir);
    expect(filesIn(outdir)).toEqual(before);
  });
  test("is replaced when its source has changed, and goes with its function", () => {
    const folder = project(sources);
    const outdir = synth(["a", "b"]);
    fs.writeFileSync(path.join(folder, "a.ts"), "export const get = () => 'changed';");
    synth(["a"], outdir);
    expect(fs.readFileSync(bundleIn(outdir, "a"), "utf8")).toContain("changed");
    expect(bundleIn(outdir, "b")).toContain("none");
  });
  test("is written again if another process takes it away during the synthesis", () => {
    project(sources);
    const outdir = synth(["a", "b"]);
    const before = filesIn(outdir);
    const app = declare(["a", "b"], outdir);
    const { synthesizer } = app.stacks[0] as Stack;
    const synthesize = jest.spyOn(synthesizer, "synthesize").mockImplementationOnce((session) => {
      fs.rmSync(path.dirname(bundleIn(outdir, "b")), { recursive: true });
      synthesize.mockRestore();
      synthesizer.synthesize(session);
    });
    app.synth();
    expect(filesIn(outdir)).toEqual(before);
  });
});

describe("SERVERFORM_SKIP_BUNDLING", () => {
  beforeEach(() => setEnvironment({ SERVERFORM_SKIP_BUNDLING: "1" }));
  const bundlesOf = (outdir: string) =>
    Object.fromEntries(Object.entries(filesIn(outdir)).filter(([file]) => file.includes("/assets/")));

  test("writes placeholders where Terraform looks for code", () => {
    const app = application(temporaryFolder());
    const packed = new Function(app.stacks[0] as Stack, "Packed", {
      handler: "index.handler",
      srcPath: "services/prebuilt.zip",
      bundle: false,
    });
    expect(packed.functionName).toBe("dev-notes-Data-Packed");
    app.synth();
    expect(Object.keys(bundlesOf(app.outdir)).map((file) => file.replace(/-[0-9a-f]{8}/, "-*"))).toEqual([
      "stacks/dev-notes-Data/assets/services-prebuilt-*.zip",
      "stacks/dev-notes-Service/assets/functions-notes-*/not-bundled.txt",
      "stacks/dev-notes-Service/assets/functions-notes-*/not-bundled.txt",
    ]);
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("bundles nothing, so that broken code causes no error", () => {
    const app = application(temporaryFolder());
    new Function(app.stacks[0] as Stack, "Bad", {
      handler: "broken/syntax.get",
    });
    expect(() => app.synth()).not.toThrow();
  });
  test("keeps the code of an earlier synthesis", () => {
    const outdir = temporaryFolder();
    setEnvironment({ SERVERFORM_SKIP_BUNDLING: undefined });
    application(outdir).synth();
    const before = filesIn(outdir);
    setEnvironment({ SERVERFORM_SKIP_BUNDLING: "1" });
    application(outdir).synth();
    expect(filesIn(outdir)).toEqual(before);
  });
});

describe("notices", () => {
  test("are printed once each, with the constructs that they are about", () => {
    const app = testApp();
    const stack = new Stack(app, "Main");
    for (const id of ["A1", "A2", "A3", "A4"]) new Function(stack, id, { handler, runtime: "nodejs14.x" });
    new Function(stack, "B", { handler, config: [] });
    expect(standardErrorOf(() => app.synth())).toMatchInlineSnapshot(`
      "serverform: AWS no longer creates functions with the runtime nodejs14.x; existing functions keep working. Set a current runtime, such as "nodejs24.x" (dev-notes-Main/A1, dev-notes-Main/A2, dev-notes-Main/A3 and 1 more)
      serverform: \`config\` of functions is deprecated; use \`bind\` (dev-notes-Main/B)
      "
    `);
    expect(standardErrorOf(() => app.synth())).toBe("");
  });
  test("are for naming constructs in permissions, not for provider objects, pairs and texts", () => {
    const app = testApp();
    const stack = new Stack(app, "Main");
    const queue = new SqsQueue(stack, "Queue");
    const worker = new Function(stack, "Worker", { handler });
    new Function(stack, "Quiet", {
      handler,
      permissions: [queue, "s3", [worker, "grantInvoke"]],
      bind: [worker],
    });
    new Function(stack, "Prop", { handler, permissions: [worker] });
    new Function(stack, "Method", { handler }).attachPermissions([worker]);
    expect(standardErrorOf(() => app.synth())).toBe(
      "serverform: naming a construct of this library in `permissions` is deprecated; use `bind` " +
        "(dev-notes-Main/Prop, dev-notes-Main/Method)\n",
    );
  });
});

test("two apps in one process write only their own", () => {
  project({ "cdktf.json": "{}" });
  const [dev, prod] = [testApp(), testApp({ stage: "prod" })];
  new Stack(dev, "Main");
  new Stack(prod, "Main");
  for (const app of [dev, prod]) app.synth();
  expect(fs.readdirSync(path.join(dev.outdir, "stacks"))).toEqual(["dev-notes-Main"]);
  expect(fs.readdirSync(path.join(prod.outdir, "stacks"))).toEqual(["prod-notes-Main"]);
});
