import * as fs from "node:fs";
import * as path from "node:path";
import { readBundlesFile } from "../../../lib/bundle";
import { Stack } from "../../../lib/kit/app";
import { Function, type FunctionProps } from "../../../lib/kit/function";
import { setEnvironment } from "../../support/environment";
import { filesIn } from "../../support/files";
import { fixture, temporaryFolder, testApp } from "../../support/stack";

const handler = "functions/notes.get";

/** Synthesizes an app with one function and a list of its artifacts. */
function synthesize(props: Partial<FunctionProps> = {}) {
  const file = path.join(temporaryFolder(), "bundles.json");
  setEnvironment({ SERVERFORM_BUNDLES_FILE: file });
  const app = testApp();
  new Function(new Stack(app, "Main"), "Get", { handler, ...props });
  app.synth();
  return { app, file, text: fs.readFileSync(file, "utf8") };
}

describe("SERVERFORM_BUNDLES_FILE", () => {
  test("lists the artifacts and bundles nothing", () => {
    const { app, file } = synthesize();
    const { appPath, planned } = readBundlesFile(file);
    expect(appPath).toBe(fixture);
    expect(planned).toEqual([
      {
        stack: "dev-notes-Main",
        name: expect.stringMatching(/^functions-notes-[0-9a-f]{8}$/),
        artifact: expect.objectContaining({
          kind: "node",
          appPath: fixture,
          outDir: path.join(path.dirname(file), "code", "dev-notes-Main", planned[0]?.name ?? ""),
          entry: "functions/notes.ts",
          functions: [{ owner: "dev-notes-Main/Get", handler }],
        }),
      },
    ]);
    expect(Object.keys(filesIn(app.outdir)).filter((each) => each.endsWith(".js"))).toEqual([]);
  });
  test("contains the deployed code of the functions in the JSON", () => {
    const { app, file } = synthesize();
    const { name, stack } = readBundlesFile(file).planned[0] ?? {};
    const json = fs.readFileSync(path.join(app.outdir, "stacks", `${stack}`, "cdk.tf.json"), "utf8");
    expect(json).toContain(`assets/${name}.zip`);
  });
  test("is the same for the same app, and names no folder of this machine", () => {
    expect(synthesize().text).toBe(synthesize().text);
    const { artifacts } = JSON.parse(synthesize().text) as { artifacts: unknown };
    expect(JSON.stringify(artifacts)).not.toContain(fixture);
  });
  test("has the commands of hooks, asked for the folder of this machine", () => {
    const commandHooks = { afterBundling: (_: string, out: string) => [`touch ${path.basename(out)}`] };
    const { planned } = readBundlesFile(synthesize({ bundle: { commandHooks } }).file);
    const [{ name, artifact } = { name: "", artifact: undefined }] = planned;
    expect(artifact?.hooks?.afterBundling?.("", "")).toEqual([`touch ${name}`]);
  });
  test("warns about hooks that return no commands", () => {
    const commandHooks = { afterBundling: () => undefined as unknown as string[] };
    expect(() => synthesize({ bundle: { commandHooks } })).toThrow("[hook-invalid]");
  });
});
