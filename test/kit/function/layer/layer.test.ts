/** @group processes */

import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { App, Function, Layer, type LayerProps, Stack } from "../../../../lib";
import { fakePrograms, noPrograms } from "../../../bundle/support";
import { failure } from "../../../constructs/api/support/api";
import { checkOutput } from "../../../support/reference-check";
import { addresses, only, temporaryFolder } from "../../../support/stack";

const handler = "functions/notes.get";
const type = "aws_lambda_layer_version";
const folder = "layers/tools";

/** A project with a folder of a layer; tests run in it. */
function project(files: Readonly<Record<string, string>> = { "nodejs/node_modules/shout/index.js": "" }) {
  const root = temporaryFolder();
  for (const [file, text] of Object.entries({
    ...Object.fromEntries(Object.entries(files).map(([name, content]) => [join(folder, name), content])),
    "functions/notes.ts": "export const get = () => 1;",
    "cdktf.json": "{}",
  })) {
    mkdirSync(join(root, file, ".."), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  process.chdir(root);
  return root;
}

const start = process.cwd();
afterEach(() => process.chdir(start));

/** A stack of an app in the present folder. */
const mainStack = () =>
  new Stack(new App({ name: "notes", stage: "dev", outdir: join(process.cwd(), "cdktf.out") }), "Main");

const layerOf = (props: Partial<LayerProps> = {}) => {
  const stack = mainStack();
  return { stack, layer: new Layer(stack, "Tools", { code: folder, ...props }) };
};

describe("A layer", () => {
  test("is a version with the content of a folder", () => {
    project();
    const { stack } = layerOf({
      description: "Shared modules",
      license: "MIT",
      compatibleRuntimes: ["nodejs22.x"],
      compatibleArchitectures: ["arm_64", "x86_64"],
    });
    expect(addresses(stack).filter((address) => address.startsWith("aws_"))).toEqual([
      expect.stringMatching(/^aws_lambda_layer_version\.Tools_Layer_/),
    ]);
    expect(only(stack, type)).toMatchObject({
      layer_name: "dev-notes-Main-Tools",
      description: "Shared modules",
      license_info: "MIT",
      compatible_runtimes: ["nodejs22.x"],
      compatible_architectures: ["arm64", "x86_64"],
    });
    expect(only(stack, type)).not.toHaveProperty("skip_destroy");
  });

  test("is referred to by the functions, by its version", () => {
    project();
    const { stack, layer } = layerOf();
    stack.addDefaultFunctionLayers([layer]);
    new Function(stack, "Get", { handler }).addLayers("arn:aws:lambda:us-east-1:111122223333:layer:a:1");
    const { layers } = only(stack, "aws_lambda_function");
    expect(layers).toEqual([
      expect.stringMatching(/^\$\{aws_lambda_layer_version\.Tools_Layer_\w+\.arn\}$/),
      "arn:aws:lambda:us-east-1:111122223333:layer:a:1",
    ]);
  });

  test("may be in another stack than the function", () => {
    project();
    const main = mainStack();
    const { app } = main;
    const layer = new Layer(new Stack(app, "Shared"), "Tools", { code: folder });
    new Function(main, "Get", { handler, layers: [layer] });
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });

  test("is packaged without secrets", () => {
    project({ "bin/tool": "#!/bin/sh\n", ".env": "TOKEN=hush" });
    const { stack } = layerOf();
    const { app } = stack;
    const write = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    app.synth();
    const notices = write.mock.calls.map(([text]) => String(text)).join("");
    write.mockRestore();
    const assets = join(app.outdir, "stacks/dev-notes-Main/assets");
    const { filename } = only(stack, type);
    const [, name] = /archive_file\.(?:_code_)?(layers-tools-\w+?)_/.exec(String(filename)) ?? [];
    expect(existsSync(join(assets, String(name), "bin/tool"))).toBe(true);
    expect(existsSync(join(assets, String(name), ".env"))).toBe(false);
    expect(notices).toContain(".env");
  });

  test("keeps its versions if the app keeps its data, unless the caller says otherwise", () => {
    project();
    const kept = layerOf();
    kept.stack.app.setDefaultRemovalPolicy("retain");
    expect(only(kept.stack, type).skip_destroy).toBe(true);
    const given = layerOf({ cdk: { layerVersion: { skipDestroy: false } } });
    given.stack.app.setDefaultRemovalPolicy("retain");
    expect(only(given.stack, type).skip_destroy).toBe(false);
  });

  test("may have another name and id", () => {
    project();
    const { stack, layer } = layerOf({ layerName: "tools", cdk: { id: "Other" } });
    expect([layer.id, layer.layerName]).toEqual(["Other", "tools"]);
    expect(only(stack, type).layer_name).toBe("tools");
  });

  test("may be a zip", () => {
    const root = project();
    writeFileSync(join(root, "tools.zip"), "zip");
    const { stack } = layerOf({ code: "tools.zip" });
    expect(only(stack, type).filename).toMatch(/\/assets\/tools-\w+\.zip$/);
  });
});

describe("A layer is refused", () => {
  beforeEach(() => project());

  test.each([
    [{ code: undefined }, "prop-required", "code"],
    [{ code: "layers/none" }, "file-not-found", "code"],
    [{ code: "." }, "prop-invalid", "code"],
    [{ code: "cdktf.json" }, "prop-invalid", "code"],
    [{ compatibleRuntimes: ["nodejs1.x"] }, "literal-unknown", "compatibleRuntimes[0]"],
    [{ compatibleRuntimes: "nodejs22.x" }, "prop-invalid", "compatibleRuntimes"],
    [{ compatibleRuntimes: Array(16).fill("nodejs22.x") }, "quota-exceeded", "compatibleRuntimes"],
    [{ compatibleArchitectures: ["arm64"] }, "literal-unknown", "compatibleArchitectures[0]"],
    [{ description: "a".repeat(257) }, "name-too-long", "description"],
    [{ description: 1 }, "prop-invalid", "description"],
    [{ license: "a".repeat(513) }, "name-too-long", "license"],
    [{ layerName: "a".repeat(141) }, "name-too-long", "layerName"],
    [{ layerName: "my tools" }, "prop-invalid", "layerName"],
    [{ path: "layers/tools" }, "key-unknown", "props"],
    [{ cdk: { layerVersion: { filename: "a.zip" } } }, "key-rejected", "cdk.layerVersion"],
  ])("with %j", (change, code, prop) => {
    expect(failure(() => layerOf(change as Partial<LayerProps>))).toMatchObject({ code, prop });
  });

  test.each([
    [{ description: "a".repeat(256) }],
    [{ license: "a".repeat(512) }],
    [{ layerName: "a".repeat(140) }],
    [{ compatibleRuntimes: Array(15).fill("nodejs22.x") }],
  ])("not at the limit", (change) => {
    expect(() => layerOf(change)).not.toThrow();
  });

  test("without props", () => {
    expect(failure(() => new Layer(mainStack(), "Tools", undefined as never)).code).toBe("prop-invalid");
  });
});

describe("The folder of a layer is refused", () => {
  test("if it is empty", () => {
    const root = project();
    mkdirSync(join(root, "layers/empty"));
    expect(failure(() => layerOf({ code: "layers/empty" })).code).toBe("layer-empty");
  });

  test.each([
    ["node_modules/shout/index.js", "layers/tools/nodejs/node_modules"],
    ["site-packages/shout.py", "layers/tools/python/site-packages"],
  ])("if functions would not find %s", (file, target) => {
    project({ [file]: "" });
    const caught = failure(() => layerOf());
    expect(caught.code).toBe("layer-misplaced");
    expect(caught.message).toContain(target);
  });

  test("if it has packages of Python and names no version of it", () => {
    project({ "requirements.txt": "requests" });
    const caught = failure(() => layerOf({ compatibleRuntimes: ["nodejs22.x"] }));
    expect(caught).toMatchObject({ code: "layer-runtime-required", prop: "compatibleRuntimes" });
  });

  test("if it has packages of two languages", () => {
    project({ "requirements.txt": "requests", "package.json": "{}" });
    expect(failure(() => layerOf()).code).toBe("layer-two-lists");
  });

  test("if it is larger than a function may be", () => {
    const root = project({ "lib/model.bin": "" });
    const file = join(root, folder, "lib/model.bin");
    truncateSync(file, 262_144_000);
    expect(() => layerOf()).not.toThrow();
    truncateSync(file, 262_144_001);
    expect(failure(() => layerOf())).toMatchObject({ code: "layer-too-large", prop: "code" });
  });

  test("not if the folder of the runtime is present, too", () => {
    project({ "package.json": "{}", "nodejs/node_modules/shout/index.js": "" });
    expect(() => layerOf()).not.toThrow();
  });
});

describe("A layer from a folder of code", () => {
  const python = { compatibleRuntimes: ["python3.12"] } as const;

  /** The files of the layer, after a synthesis with bundling. */
  function build(files: Readonly<Record<string, string>>, props: Partial<LayerProps>): readonly string[] {
    const root = project(files);
    const { stack } = layerOf(props);
    stack.app.synth();
    const assets = join(root, "cdktf.out/stacks/dev-notes-Main/assets");
    const [name = ""] = readdirSync(assets).filter((each) => each.startsWith("layers-tools"));
    return readdirSync(join(assets, name), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => relative(join(assets, name), join(each.parentPath, each.name)))
      .sort();
  }

  test("has the code and the packages of its requirements.txt in python", () => {
    fakePrograms({
      "python3.12":
        'case "$*" in *libc_ver*) echo \'{"system":"linux","machine":"x86_64","version":"3.12","libc":"glibc"}\' ;; ' +
        '*) while [ "$1" != --target ]; do shift; done; mkdir -p "$2/requests"; : > "$2/requests/__init__.py" ;; esac',
    });
    const files = build({ "requirements.txt": "requests", "shared/text.py": "x = 1" }, python);
    expect(files).toEqual([
      "python/requests/__init__.py",
      "python/requirements.txt",
      "python/shared/text.py",
    ]);
  });

  test("has the code and the packages of its package.json in nodejs", () => {
    fakePrograms({
      npm: "mkdir -p node_modules/shout/.bin && cp package.json node_modules/shout/asked.json",
    });
    const manifest = JSON.stringify({ dependencies: { shout: "^1.0.0" }, devDependencies: { jest: "^30" } });
    const files = build({ "package.json": manifest, "text.js": "", "node_modules/old/index.js": "" }, {});
    expect(files).toEqual(["nodejs/node_modules/shout/asked.json", "nodejs/package.json", "nodejs/text.js"]);
  });

  test.each<[string, Readonly<Record<string, string>>, Partial<LayerProps>, RegExp]>([
    [
      "pip",
      { "requirements.txt": "requests" },
      python,
      /needs pip.*\n.*pip install -r layers\/tools\/requirements\.txt --target layers\/tools\/python/,
    ],
    ["npm", { "package.json": "{}" }, {}, /needs npm.*\n.*npm install in layers\/tools\/nodejs/],
    [
      "a readable package.json",
      { "package.json": "{" },
      {},
      /whose package\.json cannot be read.*\[manifest-unreadable\]/s,
    ],
  ])("is refused without %s, with what to do", (_, files, props, expected) => {
    noPrograms();
    const caught = failure(() => build(files, props));
    expect(caught).toMatchObject({ path: "dev-notes-Main/Tools", prop: "code" });
    expect(caught.message).toMatch(expected);
  });
});
