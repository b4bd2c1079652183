/** @group processes */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { dependencies } from "../../../package.json";

const lib = path.resolve(__dirname, "../../../lib");

/** The JSON that a program prints in a separate process. */
function outputOf(script: string, cwd?: string): unknown {
  const output = execFileSync(process.execPath, ["--require", require.resolve("tsx/cjs"), "--eval", script], {
    encoding: "utf8",
    cwd,
  });
  return JSON.parse(output);
}

/** Entries in the order in which a new process loads them: each loads the modules of those before it, and more. */
const entries = ["kit/app/index", "kit/function/index", "index"] as const;

/** The modules of the provider packages that the process has loaded after each entry. */
const loaded = (() => {
  const script = `
    const lists = ${JSON.stringify(entries)}.map((entry) => {
      require(${JSON.stringify(lib)} + "/" + entry);
      return Object.keys(require.cache);
    });
    console.log(JSON.stringify(lists));`;
  return (outputOf(script) as readonly (readonly string[])[]).map((files) =>
    files.filter((file) => file.includes("@cdktf/provider-")),
  );
})();

test.each(entries.map((entry, index) => [entry, loaded[index] ?? []] as const))(
  "lib/%s loads single modules of the providers, never their index",
  (entry, files) => {
    expect(files.some((file) => file.includes("/provider-aws/lib/lambda-function/"))).toBe(
      entry !== "kit/app/index",
    );
    expect(files.filter((file) => /provider-(aws|archive)\/lib\/(index|lazy-index)\.js$/.test(file))).toEqual(
      [],
    );
  },
);

test("a synthesis of a small app loads none of the packages that few apps need", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "serverform-loading-"));
  try {
    writeFileSync(path.join(folder, "hello.js"), "exports.get = async () => ({ statusCode: 200 });\n");
    const packages = outputOf(
      `
      const { Api, App } = require(${JSON.stringify(lib)});
      const app = new App({ name: "small", outdir: "out" });
      app.stack(({ stack }) => void new Api(stack, "Api", { routes: { "GET /": "hello.get" } }), { id: "main" });
      app.synth();
      const names = Object.keys(require.cache).map((file) => /.*node_modules[/\\\\]((?:@[^/\\\\]+[/\\\\])?[^/\\\\]+)/.exec(file)?.[1]);
      console.log(JSON.stringify([...new Set(names)].filter(Boolean).sort()));`,
      folder,
    ) as readonly string[];
    const loadedOwn = Object.keys(dependencies).filter((name) => packages.includes(name));
    expect(loadedOwn).toEqual(["esbuild", "fastest-levenshtein", "fflate"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
