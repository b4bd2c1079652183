/** @group processes */
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import type { SynthesizedStack } from "../../../../lib/cli/project/synthesized-stack";
import { pullState } from "../../../../lib/cli/terraform/record/pull-state";
import { Terraform } from "../../../../lib/cli/terraform/terraform";
import { Terminal } from "../../../../lib/cli/ui/terminal";
import { cleanEnvironment, cleanUp, temporaryFolder } from "../../support/cli";
import { noInterrupt } from "../../support/engine";

afterAll(cleanUp);
afterEach(() => {
  delete process.env.TF_WORKSPACE;
});

const state = { version: 4, serial: 3, lineage: "a", outputs: {}, resources: [] };

/** A stack with a backend, and a Terraform whose runs are told as `<folder, relative to that of the stack> <arguments>`. */
function stackWith(block: object) {
  const folder = temporaryFolder();
  const stack: SynthesizedStack = {
    id: "a",
    folder,
    dependencies: [],
    annotations: [],
    template: { terraform: block },
  };
  const environment = { ...cleanEnvironment(), HOME: folder };
  const terraform = new Terraform(new Terminal(), noInterrupt(), environment);
  const runs: string[] = [];
  const run = terraform.run.bind(terraform);
  jest.spyOn(terraform, "run").mockImplementation((where, args, options) => {
    runs.push([where.slice(folder.length), ...args].join(" "));
    return run(where, args, options);
  });
  const write = (name: string, content: unknown): void =>
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  const initialize = async (): Promise<void> => {
    write("cdk.tf.json", { terraform: block });
    await promisify(execFile)("terraform", ["init", "-input=false"], { cwd: folder, env: environment });
  };
  return { folder, initialize, pull: () => pullState(stack, terraform), runs, write };
}

const local = { backend: { local: { path: "a.tfstate" } } };

describe("The state of a stack", () => {
  test("is read from its file, without Terraform", async () => {
    const { pull, runs, write } = stackWith(local);
    expect(await pull()).toEqual({});
    write("a.tfstate", state);
    expect(await pull()).toEqual(state);
    expect(runs).toEqual([]);
  });

  test.each<[string, (stack: ReturnType<typeof stackWith>) => void]>([
    ["that is encrypted", ({ write }) => write("a.tfstate", { encrypted_data: "a", meta: {} })],
    ["of an old version", ({ write }) => write("a.tfstate", { ...state, version: 3 })],
    ["that is no JSON", ({ write }) => write("a.tfstate", "{")],
    [
      "of a chosen workspace",
      ({ folder, write }) => {
        write("a.tfstate", state);
        mkdirSync(join(folder, ".terraform"));
        write(".terraform/environment", "other");
      },
    ],
    [
      "of the workspace of the environment",
      ({ write }) => {
        write("a.tfstate", state);
        process.env.TF_WORKSPACE = "other";
      },
    ],
  ])("in a file %s is left to Terraform", async (_, prepare) => {
    const stack = stackWith(local);
    prepare(stack);
    await stack.pull();
    expect(stack.runs).toEqual([" state pull"]);
  });

  test.each([
    ["is in Terraform Cloud", { cloud: { organization: "o", workspaces: { name: "w" } } }],
    ["is encrypted by settings", { backend: { http: { address: "http://localhost:9" } }, encryption: {} }],
  ])("that %s is left to Terraform", async (_, block) => {
    const { pull, runs } = stackWith(block);
    await pull();
    expect(runs).toEqual([" state pull"]);
  });
});

describe("The state in a backend", () => {
  let server: Server;
  let backend: object;
  let answer: object | undefined;

  beforeAll(async () => {
    server = createServer((_, response) => {
      response.statusCode = answer === undefined ? 404 : 200;
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    backend = { backend: { http: { address: `http://127.0.0.1:${port}` } } };
  });
  afterAll(() => server.close());

  test("is read without the configuration of the stack", async () => {
    const { initialize, pull, runs, write } = stackWith(backend);
    answer = undefined;
    await initialize();
    write("cdk.tf.json", "nothing that Terraform could parse");
    expect(await pull()).toMatchObject({ serial: 0, resources: [] });
    answer = state;
    expect(await pull()).toMatchObject({ serial: 3, lineage: "a" });
    expect(new Set(runs)).toEqual(new Set(["/.terraform/serverform-backend-a state pull"]));
  });
});
