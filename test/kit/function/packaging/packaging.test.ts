import * as path from "node:path";
import type { App } from "../../../../lib/kit/app";
import { Function, type FunctionProps, packagingOf } from "../../../../lib/kit/function";
import { fixture, only, testStack } from "../../../support/stack";

/** The packaging of a function, without creating it. */
function packaging(props: FunctionProps) {
  return packagingOf(
    "dev-notes-Main",
    testStack().app.appPath,
    props,
    props.handler ?? "functions/notes.get",
  );
}

function create(props: object) {
  const stack = testStack();
  new Function(stack, "Get", {
    handler: "functions/notes.get",
    ...props,
  } as FunctionProps);
  const { handler, runtime } = only(stack, "aws_lambda_function");
  return { handler, runtime };
}

describe("handler and runtime, as they are deployed", () => {
  test.each<[FunctionProps, string, string]>([
    [{ handler: "functions/notes.get" }, "functions/notes.get", "nodejs24.x"],
    [{ srcPath: "functions", handler: "notes.get" }, "functions/notes.get", "nodejs24.x"],
    [{ srcPath: "functions/", handler: "notes.get" }, "functions/notes.get", "nodejs24.x"],
    [{ srcPath: path.join(fixture, "functions"), handler: "notes.get" }, "functions/notes.get", "nodejs24.x"],
    [
      { srcPath: "services/prebuilt", handler: "index.handler", bundle: false },
      "index.handler",
      "nodejs24.x",
    ],
    [
      {
        srcPath: "services/prebuilt.zip",
        handler: "index.handler",
        bundle: false,
      },
      "index.handler",
      "nodejs24.x",
    ],
    [
      {
        srcPath: "services/report",
        handler: "main.handler",
        runtime: "python3.12",
      },
      "main.handler",
      "python3.12",
    ],
    [{ srcPath: "services/report", handler: "main.handler" }, "main.handler", "python3.14"],
    [
      { srcPath: path.join(fixture, "services/report"), handler: "main.handler" },
      "main.handler",
      "python3.14",
    ],
    [{ srcPath: "services/native", handler: "main.go", runtime: "go1.x" }, "bootstrap", "provided.al2023"],
    [{ srcPath: "services/native", handler: "main", runtime: "go1.x" }, "bootstrap", "provided.al2023"],
    [
      {
        srcPath: "services/native",
        handler: "x",
        runtime: "go1.x",
        bundle: false,
      },
      "x",
      "go1.x",
    ],
    [{ srcPath: "services/native", handler: "A::B.C::D", runtime: "dotnet8" }, "A::B.C::D", "dotnet8"],
    [{ srcPath: "services/gradle", handler: "a.B::c", runtime: "java21" }, "a.B::c", "java21"],
    [
      {
        srcPath: "services/gradle",
        handler: "a.B::c",
        runtime: "java21",
        bundle: { experimentalUseProvidedRuntime: "provided.al2" },
      },
      "a.B::c",
      "provided.al2",
    ],
    [
      {
        srcPath: "services/native",
        handler: "bootstrap",
        runtime: "provided.al2023",
      },
      "bootstrap",
      "provided.al2023",
    ],
  ])("of %j", (props, handler, runtime) => {
    expect(create(props)).toEqual({ handler, runtime });
  });
});

describe("the bundle of a Node function", () => {
  test("has these options by default", () => {
    const { appPath: _, ...artifact } = packaging({}).artifact;
    expect(artifact).toMatchInlineSnapshot(`
      {
        "architecture": "x86_64",
        "banner": undefined,
        "copyFiles": [],
        "define": undefined,
        "entry": "functions/notes.ts",
        "externalModules": [],
        "format": "cjs",
        "hooks": undefined,
        "keepNames": false,
        "kind": "node",
        "loader": undefined,
        "minify": true,
        "nodeModules": [],
        "plugins": undefined,
        "runtime": "nodejs24.x",
        "sourcemap": false,
        "splitting": false,
        "srcPath": ".",
      }
    `);
  });
  const commands = () => [];
  test.each<[string, FunctionProps, FunctionProps, object]>([
    ["format", { bundle: { format: "esm" } }, { nodejs: { format: "esm" } }, { format: "esm" }],
    ["minify", { bundle: { minify: false } }, { nodejs: { minify: false } }, { minify: false }],
    ["sourcemap", { bundle: { sourcemap: true } }, { nodejs: { sourcemap: true } }, { sourcemap: true }],
    [
      "loader",
      { bundle: { loader: { ".png": "file" } } },
      { nodejs: { loader: { ".png": "file" } } },
      { loader: { ".png": "file" } },
    ],
    ["banner", { bundle: { banner: "//" } }, { nodejs: { banner: "//" } }, { banner: "//" }],
    [
      "external modules",
      { bundle: { externalModules: ["a"] } },
      { nodejs: { esbuild: { external: ["a"] } } },
      { externalModules: ["a"] },
    ],
    [
      "installed modules",
      { bundle: { nodeModules: ["a"] } },
      { nodejs: { install: ["a"] } },
      { nodeModules: ["a"] },
    ],
    [
      "constants",
      { bundle: { esbuildConfig: { define: { A: "1" } } } },
      { nodejs: { esbuild: { define: { A: "1" } } } },
      { define: { A: "1" } },
    ],
    [
      "names",
      { bundle: { esbuildConfig: { keepNames: true } } },
      { nodejs: { esbuild: { keepNames: true } } },
      { keepNames: true },
    ],
    [
      "plugins",
      { bundle: { esbuildConfig: { plugins: "plugins/none.js" } } },
      {
        nodejs: { esbuild: { plugins: path.join(fixture, "plugins/none.js") } },
      },
      { plugins: "plugins/none.js" },
    ],
    [
      "hooks",
      {
        bundle: {
          commandHooks: { beforeBundling: commands, afterBundling: commands },
        },
      },
      { hooks: { beforeBuild: commands, afterBuild: commands } },
      {
        hooks: {
          beforeBundling: commands,
          beforeInstall: undefined,
          afterBundling: commands,
        },
      },
    ],
    [
      "copied files",
      { bundle: { copyFiles: [{ from: "templates" }] } },
      {
        copyFiles: [{ from: path.join(fixture, "templates"), to: "templates" }],
      },
      { copyFiles: [{ from: "templates", to: "templates" }] },
    ],
  ])("takes %s in both spellings", (_, first, second, expected) => {
    expect(packaging(first).artifact).toMatchObject(expected);
    expect(packaging(second).artifact).toMatchObject(expected);
  });
  test("takes splitting, with esm", () => {
    expect(packaging({ nodejs: { format: "esm", splitting: true } }).artifact).toMatchObject({
      splitting: true,
    });
  });
  test.each(["esbuild", "hooks", "bundle.copyFiles"])("contains no trace of this machine: %s", () => {
    const { appPath: _, ...artifact } = packaging({
      srcPath: path.join(fixture, "functions"),
      handler: "notes.get",
      nodejs: { esbuild: { plugins: path.join(fixture, "plugins/none.js") } },
      copyFiles: [{ from: path.join(fixture, "functions/notes.ts"), to: "notes.ts" }],
    }).artifact;
    expect(JSON.stringify(artifact)).not.toContain(fixture);
  });
});

describe("other runtimes", () => {
  test.each<[FunctionProps, object]>([
    [
      {
        runtime: "python3.12",
        srcPath: "services/report",
        handler: "main.handler",
      },
      { kind: "python", installCommands: undefined },
    ],
    [
      {
        runtime: "python3.12",
        srcPath: "services/report",
        handler: "main.handler",
        bundle: { installCommands: ["pip x"] },
      },
      { kind: "python", installCommands: ["pip x"] },
    ],
    [
      {
        runtime: "go1.x",
        srcPath: "services/native",
        handler: "main.go",
        architecture: "arm_64",
      },
      { kind: "go", architecture: "arm64" },
    ],
    [{ runtime: "dotnet8", srcPath: "services/native", handler: "A::B::C" }, { kind: "dotnet" }],
    [
      { runtime: "java21", srcPath: "services/gradle", handler: "a.B::c" },
      { kind: "java", buildTask: "build", buildOutputDir: "distributions" },
    ],
    [
      {
        runtime: "java21",
        srcPath: "services/gradle",
        handler: "a.B::c",
        bundle: { buildTask: "zip", buildOutputDir: "out" },
      },
      { kind: "java", buildTask: "zip", buildOutputDir: "out" },
    ],
    [
      {
        runtime: "provided.al2023",
        srcPath: "services/native",
        handler: "bootstrap",
      },
      { kind: "prebuilt" },
    ],
    [
      {
        runtime: "python3.12",
        srcPath: "services/report",
        handler: "x.y",
        bundle: false,
      },
      { kind: "prebuilt" },
    ],
  ])("%j", (props, expected) => {
    expect(packaging(props).artifact).toMatchObject(expected);
  });
});

describe("define is refused without showing its values", () => {
  test.each<[object, RegExp]>([
    [{ bundle: { esbuildConfig: { define: "s3cret" } } }, /bundle\.esbuildConfig\.define is a string\./],
    [{ bundle: { esbuildConfig: { define: ["s3cret"] } } }, /bundle\.esbuildConfig\.define is an array\./],
    [
      { bundle: { esbuildConfig: { define: { KEY: { a: "s3cret" } } } } },
      /bundle\.esbuildConfig\.define\.KEY is an object\.\n.*a string/,
    ],
    [
      { nodejs: { esbuild: { define: { "a.b": 5 } } } },
      /nodejs\.esbuild\.define\["a\.b"\] is a number\.\n.*a string/,
    ],
  ])("%j", (props, message) => {
    expect(() => create(props)).toThrow(message);
    expect(() => create(props)).not.toThrow(/s3cret/);
  });
});

describe("packaging is refused", () => {
  const absolute = (name: string) => path.join(fixture, name).replaceAll("/", "\\/");
  test.each<[object, RegExp]>([
    [
      { handler: "functions/gone.get" },
      /handler is "functions\/gone\.get", but there is no file "functions\/gone" .*\.ts \.tsx/,
    ],
    [
      { handler: "functions/notes" },
      /handler is "functions\/notes", which is not a path with a function\.\n.*a dot and the function/,
    ],
    [{ bundle: false }, /srcPath is "\.": bundle: false deploys the folder.*\n.*srcPath: "services\/report"/],
    [
      { bundle: false, srcPath: "gone" },
      new RegExp(`srcPath is "gone", but ${absolute("gone")} does not exist`),
    ],
    [
      {
        runtime: "python3.12",
        srcPath: "services/report",
        handler: "gone.handler",
      },
      /handler is "gone\.handler", but there is no file "services\/report\/gone" with the extension \.py/,
    ],
    [
      { runtime: "go1.x", srcPath: "services/native", handler: "gone" },
      /handler is "gone", but there is no file "services\/native\/gone"/,
    ],
    [
      { runtime: "java21", srcPath: "services/native", handler: "a.B::c" },
      /srcPath is "services\/native", which has no build\.gradle/,
    ],
    [{ bundle: "esm" }, /bundle is "esm"\.\n.*true, false or an object/],
    [{ bundle: { minified: true } }, /bundle has the key "minified".*\n.*Did you mean "minify"/],
    [{ bundle: { installCommands: [] } }, /bundle has the key "installCommands"/],
    [
      {
        runtime: "dotnet8",
        srcPath: "services/native",
        bundle: { minify: true },
      },
      /bundle has the key "minify"/,
    ],
    [
      { bundle: { esbuildConfig: { minify: true } } },
      /bundle\.esbuildConfig has the key "minify".*\n.*define, keepNames, plugins/,
    ],
    [{ bundle: { commandHooks: { before: 1 } } }, /bundle\.commandHooks has the key "before"/],
    [{ nodejs: { esbuild: { minify: true } } }, /nodejs\.esbuild has the key "minify"/],
    [{ nodejs: { mini: true } }, /nodejs has the key "mini"/],
    [{ hooks: { afterBundling: 1 } }, /hooks has the key "afterBundling"/],
    [
      { nodejs: { splitting: true } },
      /nodejs\.splitting is true, but the format of the bundle is cjs\.\n.*"esm"/,
    ],
    [
      { bundle: { minify: true }, nodejs: { minify: true } },
      /bundle\.minify is given together with nodejs\.minify/,
    ],
    [{ bundle: { copyFiles: [] }, copyFiles: [] }, /bundle\.copyFiles is given together with copyFiles/],
    [
      {
        bundle: { commandHooks: { beforeBundling: () => [] } },
        hooks: { beforeBuild: () => [] },
      },
      /bundle\.commandHooks\.beforeBundling is given together with hooks\.beforeBuild/,
    ],
    [
      { bundle: { esbuildConfig: { plugins: "gone.js" } } },
      new RegExp(
        `bundle\\.esbuildConfig\\.plugins is "gone\\.js", but ${absolute("gone.js")} does not exist`,
      ),
    ],
    [{ nodejs: { esbuild: { plugins: "gone.js" } } }, /nodejs\.esbuild\.plugins is "gone\.js"/],
    [
      { copyFiles: [{ from: "gone" }] },
      new RegExp(`copyFiles\\[0\\]\\.from is "gone", but ${absolute("gone")} does not exist`),
    ],
    [{ bundle: { copyFiles: [{ from: "gone" }] } }, /bundle\.copyFiles\[0\]\.from is "gone"/],
    [
      { copyFiles: [{ from: "templates", to: "/var" }] },
      /copyFiles\[0\]\.to is "\/var"\.\n.*relative to the root/,
    ],
    [{ copyFiles: [{ from: "templates", to: "../x" }] }, /copyFiles\[0\]\.to is "\.\.\/x"/],
  ])("for %j", (props, message) => {
    expect(() => create(props)).toThrow(message);
    expect(() => create(props)).toThrow(/^dev-notes-Main\/Get: /);
  });
});

test("failures of esbuild are reported for the function, at synthesis", () => {
  const stack = testStack();
  new Function(stack, "Bad", { handler: "broken/syntax.get" });
  const { app }: { app: App } = stack;
  expect(() => app.synth()).toThrow(
    /^dev-notes-Main\/Bad: handler refers to broken\/syntax\.ts, which cannot be bundled/,
  );
});
