/** @group processes */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  bundleArtifacts,
  createIncrementalBundle,
  type IncrementalBundle,
  type NodeArtifact,
} from "../../../../lib/bundle";
import { packagesOf } from "../../../support/packages";
import { folderWith, messages, nodeArtifact, read } from "../../support";

// Projects with decorators have a TypeScript with a compiler API, which the one of this project has no longer.
const packages = packagesOf("compiler-api");
const describeWithCompiler = packages === undefined ? describe.skip : describe;
const compiler = join(packages ?? "", "typescript");
const reflect = dirname(require.resolve("reflect-metadata"));

const settings = {
  compilerOptions: {
    target: "es2021",
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    sourceMap: true,
    declaration: true,
    outDir: "dist",
  },
};

const withoutOption = `{ "compilerOptions": { "experimentalDecorators": true } }`;

/** A container that injects by the types of parameters, as those of NestJS and Inversify do. */
const files = {
  "tsconfig.json": JSON.stringify(settings),
  "functions/a.ts": `
    import "reflect-metadata";
    import { Notes } from "../notes";
    import { create } from "../container";
    export const handler = async () => create(Notes).list();
  `,
  "container.ts": `
    type Class<T> = new (...args: any[]) => T;
    export const injectable = (): ClassDecorator => () => {};
    export const inject = (): ParameterDecorator => () => {};
    export function create<T>(type: Class<T>): T {
      const types: Class<unknown>[] | undefined = Reflect.getMetadata("design:paramtypes", type);
      if (type.length > 0 && types === undefined) throw new Error("no types of " + type.name);
      return new type(...(types ?? []).map(create));
    }
    declare global { namespace Reflect { function getMetadata(key: string, target: object, property?: string): any; } }
  `,
  "store.ts": `
    import { injectable } from "./container";
    @injectable()
    export class Store { readonly name = "store"; }
    export interface Options { readonly limit: number }
  `,
  "notes.ts": `
    import { inject, injectable } from "./container";
    import { type Options, Store } from "./store";
    const field = (target: object, name: string): void => { names.push(name + ":" + Reflect.getMetadata("design:type", target, name)?.name); };
    const names: string[] = [];
    @injectable() export class Notes {
      @field title!: string;
      @field at!: Date;
      @field options!: Options;
      constructor(@inject() private readonly store: Store) {}
      list(): unknown { return [this.store.name, ...names, Object.keys(this).join()]; }
    }
  `,
};
const result = ["store", "title:String", "at:Date", "options:Object", "store"];

type Files = Readonly<Record<string, string>>;

function projectWith(given: Files, typescript: string | undefined = compiler): string {
  const app = realpathSync(folderWith({ "package.json": "{}", ...given }));
  mkdirSync(join(app, "node_modules"), { recursive: true });
  cpSync(reflect, join(app, "node_modules/reflect-metadata"), { recursive: true });
  if (typescript !== undefined) symlinkSync(typescript, join(app, "node_modules/typescript"));
  return app;
}

const run = (file: string): unknown =>
  JSON.parse(
    execFileSync(process.execPath, [
      "-e",
      `require(${JSON.stringify(file)}).handler().then((value) => console.log(JSON.stringify(value)))`,
    ]).toString(),
  );

const bundled = (artifact: NodeArtifact): string => join(artifact.outDir, "functions/a.js");

describeWithCompiler("A build of decorated code", () => {
  test.each([
    ["in its own tsconfig.json", {}],
    [
      "in a file that it extends, with comments",
      {
        "tsconfig.json": `{ // Ours\n "extends": "./base", "compilerOptions": { "strict": true, } }`,
        "base.json": JSON.stringify(settings),
      },
    ],
    [
      "in a package that it extends",
      {
        "tsconfig.json": `{ "extends": ["./none.json", "@company/tsconfig/node.json"] }`,
        "none.json": `{ "compilerOptions": { "emitDecoratorMetadata": false } }`,
        "node_modules/@company/tsconfig/node.json": JSON.stringify(settings),
      },
    ],
    [
      "in the folder of the functions",
      { "tsconfig.json": "{}", "src/tsconfig.json": JSON.stringify(settings) },
    ],
  ])("has its types where emitDecoratorMetadata is set %s", (_, more: Files) => {
    const isBelow = "src/tsconfig.json" in more;
    const sources = Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        isBelow && path !== "tsconfig.json" ? `src/${path}` : path,
        text,
      ]),
    );
    const artifact = nodeArtifact(
      projectWith({ ...sources, ...more }),
      "a",
      isBelow ? { srcPath: "src" } : {},
    );
    expect(messages(bundleArtifacts([artifact]))).toEqual([]);
    expect(run(join(artifact.outDir, isBelow ? "src/functions/a.js" : "functions/a.js"))).toEqual(result);
  });

  test("leaves class fields as the project's target has them", () => {
    const modern = { compilerOptions: { ...settings.compilerOptions, target: "es2022" } };
    const artifact = nodeArtifact(projectWith({ ...files, "tsconfig.json": JSON.stringify(modern) }), "a");
    bundleArtifacts([artifact]);
    expect(run(bundled(artifact))).toEqual([...result.slice(0, 4), "store,title,at,options"]);
  });

  test("is compiled by the project's plugins, where they do it", () => {
    const plugin = `{ name: "own", setup: (build) => build.onLoad({ filter: /notes[.]ts$/ }, () => ({ contents: "export const Notes = class { list() { return 'own'; } }" })) }`;
    const app = projectWith({ ...files, "plugins.cjs": `module.exports = [${plugin}];` });
    const artifact = nodeArtifact(app, "a", { plugins: "plugins.cjs" });
    bundleArtifacts([artifact]);
    expect(run(bundled(artifact))).toBe("own");
  });

  test("keeps the places of the sources", () => {
    const app = projectWith({
      ...files,
      "notes.ts": `${files["notes.ts"]}\n@injectable()\nexport class Late { fail() {\n  throw new Error("here"); } }`,
      "functions/a.ts": `import "reflect-metadata"; import { Late, Notes } from "../notes"; void Notes;
        export const handler = async () => { try { new Late().fail(); } catch (error) { return error.stack.split("\\n")[1]; } };`,
    });
    const artifact = nodeArtifact(app, "a", { sourcemap: true });
    bundleArtifacts([artifact]);
    const line = files["notes.ts"].split("\n").length + 3;
    const stack = execFileSync(process.execPath, [
      "--enable-source-maps",
      "-e",
      `require(${JSON.stringify(bundled(artifact))}).handler().then((value) => console.log(value))`,
    ]).toString();
    expect(stack).toContain(`notes.ts:${line}:`);
    const { sources, sourcesContent } = JSON.parse(read(artifact.outDir, "functions/a.js.map")) as {
      sources: string[];
      sourcesContent: string[];
    };
    expect(sourcesContent[sources.findIndex((each) => each.endsWith("notes.ts"))]).toContain(
      "@injectable()\nexport class Late",
    );
  });

  test("reports wrong syntax as it does elsewhere", () => {
    const app = projectWith({ ...files, "notes.ts": "@injectable() export class Notes { = }" });
    expect(messages(bundleArtifacts([nodeArtifact(app, "a")]))).toEqual([
      expect.stringMatching(/notes\.ts:1:35: .*\n.*1 \| @injectable\(\) export class Notes/),
    ]);
  });

  test.each([
    ["no compiler", undefined, "the project has no typescript"],
    ["TypeScript 7", { version: "7.0.2" }, "typescript 7.0.2 of the project has no compiler API"],
  ])("is refused with %s, with the remedy", (_, installed, problem) => {
    const app = projectWith(files);
    // A folder without code stands for a version without the API; none may be found above the project either.
    const folder = join(app, "node_modules/typescript");
    execFileSync("rm", [folder]);
    if (installed !== undefined) {
      mkdirSync(folder);
      writeFileSync(
        join(folder, "package.json"),
        JSON.stringify({ name: "typescript", main: "version.cjs", ...installed }),
      );
      writeFileSync(join(folder, "version.cjs"), "exports.version = '7.0.2';");
    }
    const [text = ""] = messages(bundleArtifacts([nodeArtifact(app, "a")]));
    expect(text).toContain(problem);
    expect(text).toMatch(/notes\.ts:6:0: .*tsconfig\.json sets emitDecoratorMetadata/);
    expect(text).toContain("npm install --save-dev typescript@5");
  });

  test("needs a compiler only with the option and with decorators", () => {
    const plain = { "functions/a.ts": "/** @returns 1 */\nexport const handler = async () => 'a@b';" };
    for (const given of [
      { ...plain, "tsconfig.json": JSON.stringify(settings) },
      { ...files, "tsconfig.json": withoutOption },
    ]) {
      const app = projectWith(given);
      execFileSync("rm", [join(app, "node_modules/typescript")]);
      expect(messages(bundleArtifacts([nodeArtifact(app, "a")]))).toEqual([]);
    }
  });

  test("is built again when the option or the compiler changes", () => {
    const app = projectWith({
      ...files,
      "tsconfig.json": withoutOption,
    });
    const artifact = nodeArtifact(app, "a");
    bundleArtifacts([artifact]);
    expect(read(bundled(artifact))).not.toContain('design:paramtypes", [');
    writeFileSync(join(app, "tsconfig.json"), JSON.stringify(settings));
    bundleArtifacts([artifact]);
    expect(run(bundled(artifact))).toEqual(result);
    execFileSync("rm", [join(app, "node_modules/typescript")]);
    expect(messages(bundleArtifacts([artifact]))).toEqual([expect.stringContaining("has no typescript")]);
  });
});

describeWithCompiler("An incremental bundle of decorated code", () => {
  const running: IncrementalBundle[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.dispose()));
  });

  test("has its types after each change, of the code and of tsconfig.json", async () => {
    const app = projectWith(files);
    const artifact = nodeArtifact(app, "a");
    const bundle = createIncrementalBundle(artifact, join(app, "maps"));
    running.push(bundle);
    const { inputs, failures } = await bundle.rebuild();
    expect([failures, run(bundled(artifact))]).toEqual([[], result]);
    expect(inputs.files).toContain(join(app, "tsconfig.json"));
    writeFileSync(join(app, "notes.ts"), files["notes.ts"].replace("at!: Date", "at!: number"));
    await bundle.rebuild();
    expect(run(bundled(artifact))).toEqual(result.with(2, "at:Number"));
    writeFileSync(join(app, "tsconfig.json"), withoutOption);
    await bundle.rebuild();
    expect(read(bundled(artifact))).not.toContain("__metadata");
    writeFileSync(join(app, "tsconfig.json"), JSON.stringify(settings));
    await bundle.rebuild();
    expect(run(bundled(artifact))).toEqual(result.with(2, "at:Number"));
    expect(read(app, "maps/functions/a.js.map")).toContain("@field title!: string;");
  });
});
