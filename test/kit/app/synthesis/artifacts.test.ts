import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";
import { type App, type AppProps, Stack } from "../../../../lib/kit/app";
import { Function, type FunctionProps } from "../../../../lib/kit/function";
import { filesIn, writtenJson } from "../../../support/files";
import { checkOutput } from "../../../support/reference-check";
import {
  addresses,
  type Block,
  dataSources,
  resources,
  synthesized,
  testApp,
  testStack,
} from "../../../support/stack";

const handler = "functions/notes.get";
const archived = (stack: Stack) => Object.values(dataSources(stack, "archive_file"));
const prebuilt = {
  handler: "index.handler",
  srcPath: "services/prebuilt.zip",
  bundle: false,
} as const;

function synthesizedApp(
  props: AppProps,
  ...functions: FunctionProps[]
): { app: App; folder: string; functions: Block[] } {
  const app = testApp(props);
  const stack = new Stack(app, "Main");
  for (const [index, each] of functions.entries()) new Function(stack, `Fn${index}`, each);
  app.synth();
  const json = writtenJson(app.outdir, "dev-notes-Main");
  return {
    app,
    folder: path.join(app.outdir, "stacks", "dev-notes-Main"),
    functions: Object.values(json.resource.aws_lambda_function),
  };
}

describe("the code of a function", () => {
  test("is zipped by Terraform from the stack's own folder", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler });
    expect(dataSources(stack, "archive_file")).toMatchInlineSnapshot(`
      {
        "_code_functions-notes-ab2188ae_4E136915": {
          "output_file_mode": "0755",
          "output_path": "\${path.module}/assets/functions-notes-ab2188ae.zip",
          "source_dir": "\${path.module}/assets/functions-notes-ab2188ae",
          "type": "zip",
        },
      }
    `);
    const [fn] = Object.values(resources(stack, "aws_lambda_function"));
    expect([fn?.filename, fn?.source_code_hash]).toMatchInlineSnapshot(`
      [
        "\${data.archive_file._code_functions-notes-ab2188ae_4E136915.output_path}",
        "\${data.archive_file._code_functions-notes-ab2188ae_4E136915.output_base64sha256}",
      ]
    `);
  });
  test("asks for the archive provider only when something is archived", () => {
    expect(Object.keys(synthesized(testStack()).provider as object)).toEqual(["aws"]);
    const stack = testStack();
    new Function(stack, "Get", { handler });
    expect(Object.keys(synthesized(stack).provider as object)).toEqual(["archive", "aws"]);
  });
  test("is shared by functions of one file", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler });
    new Function(stack, "Create", {
      handler: "functions/notes.create",
      timeout: 3,
    });
    expect(archived(stack)).toHaveLength(1);
  });
  test.each<[string, FunctionProps]>([
    ["other options of the bundle", { bundle: { minify: false } }],
    ["another runtime", { runtime: "nodejs20.x" }],
    ["another architecture", { architecture: "arm_64" }],
    ["commands of its own", { hooks: { beforeBuild: () => [] } }],
  ])("is another with %s", (_, props) => {
    const stack = testStack();
    new Function(stack, "Get", { handler });
    new Function(stack, "Other", { handler, ...props });
    expect(archived(stack)).toHaveLength(2);
  });
  test("has a name that does not depend on the order of functions", () => {
    const [one, two] = [testStack(), testStack()];
    const [get, create] = [{ handler }, { handler: "functions/notes.create", bundle: { minify: false } }];
    for (const props of [get, create]) new Function(one, props.handler.slice(-3), props);
    for (const props of [create, get]) new Function(two, props.handler.slice(-3), props);
    expect(addresses(one)).toEqual(addresses(two));
  });
  test("that is a zip is copied unchanged", () => {
    const { folder, functions } = synthesizedApp({}, prebuilt);
    const [file] = Object.keys(filesIn(path.join(folder, "assets")));
    expect(fs.readFileSync(path.join(folder, "assets", String(file)))).toEqual(
      fs.readFileSync(path.resolve(__dirname, "../../../fixtures/app/services/prebuilt.zip")),
    );
    expect(functions[0]).toMatchObject({
      filename: `\${path.module}/assets/${file}`,
      source_code_hash: `\${filebase64sha256("\${path.module}/assets/${file}")}`,
    });
  });
});

describe('packaging "synth"', () => {
  test("writes the zip and its literal hash, without the archive provider", () => {
    const { app, folder, functions } = synthesizedApp({ packaging: "synth" }, { handler }, prebuilt);
    for (const { filename, source_code_hash } of functions) {
      const file = path.join(folder, String(filename).replace("${path.module}/", ""));
      expect(source_code_hash).toBe(createHash("sha256").update(fs.readFileSync(file)).digest("base64"));
    }
    const json = writtenJson(app.outdir, "dev-notes-Main");
    expect([Object.keys(json.provider), json.data]).toEqual([["aws"], undefined]);
    expect(fs.readdirSync(path.join(folder, "assets")).every((file) => file.endsWith(".zip"))).toBe(true);
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("writes the same zip everywhere", () => {
    const [one, two] = [0, 1].map(() => synthesizedApp({ packaging: "synth" }, { handler }));
    expect(filesIn(String(one?.folder))).toEqual(filesIn(String(two?.folder)));
  });
  test("reads without a hash in unit tests, which bundle nothing", () => {
    const stack = testStack({ packaging: "synth" });
    new Function(stack, "Get", { handler });
    const [fn] = Object.values(resources(stack, "aws_lambda_function"));
    expect(fn).not.toHaveProperty("source_code_hash");
  });
});
