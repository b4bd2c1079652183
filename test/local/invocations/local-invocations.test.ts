import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bundles, LocalEvent } from "../../../lib/local";
import { LocalInvocations } from "../../../lib/local/invocations/local-invocations";
import type { Model, Resource, Values } from "../../../lib/model";
import { temporaryFolder } from "../../support/stack";
import { TestFunctions } from "../support/functions";
import { testModel } from "../support/model";

/** An app with one script, whose input has the code of the function `seed` as its revision. */
function scriptModel(values: Values = {}): Model {
  const input = JSON.stringify({ createFunction: "seed", params: { a: 1 }, revision: "code-of-seed" });
  return testModel({
    aws_lambda_function: {
      dispatcher: { function_name: "dispatcher", handler: "i.h", source_code_hash: "code-of-dispatcher" },
      seed: { function_name: "seed", handler: "i.h", source_code_hash: "code-of-seed" },
    },
    aws_lambda_invocation: {
      Seed: {
        function_name: "dispatcher",
        lifecycle_scope: "CRUD",
        terraform_key: "tf",
        input,
        ...values,
      },
    },
  });
}

function start(given: {
  readonly model: Model;
  readonly dataFolder?: string;
  readonly from?: string;
  readonly answer?: () => unknown;
  readonly code?: string;
}) {
  const functions = new TestFunctions(given.answer);
  const events: LocalEvent[] = [];
  const code = given.code ?? temporaryFolder();
  const bundles = { codeOf: () => ({ ready: async () => ({ folder: code }) }) } as unknown as Bundles;
  const invocations = new LocalInvocations({
    from: given.from ?? temporaryFolder(),
    functions,
    bundles,
    report: (event) => events.push(event),
    dataFolder: given.dataFolder,
  });
  invocations.take(given.model);
  /** The steps that have been taken, as the functions saw them. */
  const steps = async () => {
    await invocations.settled();
    return functions.invoked.map(({ event }) => (event as { tf?: { action: string } }).tf?.action ?? event);
  };
  const texts = () => events.map((event) => ("text" in event ? event.text : event.event));
  return { invocations, functions, steps, texts, code };
}

describe("an invocation of a deployment, locally", () => {
  test("is made at the start, with its step in the input", async () => {
    const { functions, invocations, texts } = start({ model: scriptModel() });
    await invocations.settled();
    expect(functions.invoked).toEqual([
      {
        functionArn: "dispatcher",
        source: "Main",
        event: {
          createFunction: "seed",
          params: { a: 1 },
          revision: "code-of-seed",
          tf: { action: "create", prev_input: null },
        },
      },
    ]);
    expect(texts()).toEqual(["Main: create succeeded in 1 ms."]);
  });

  test("is made once: neither a reload nor a check repeats it", async () => {
    const { invocations, steps } = start({ model: scriptModel() });
    invocations.take(scriptModel());
    invocations.check();
    expect(await steps()).toEqual(["create"]);
  });

  test("is an update after a change of its input, with the former input", async () => {
    const { invocations, functions, steps } = start({ model: scriptModel() });
    await steps();
    invocations.take(scriptModel({ input: '{"params":{"a":2}}' }));
    expect(await steps()).toEqual(["create", "update"]);
    expect(functions.invoked[1]?.event).toMatchObject({
      params: { a: 2 },
      tf: { prev_input: { params: { a: 1 } } },
    });
  });

  test("is an update after a change of the code that its input names", async () => {
    const { invocations, steps, code } = start({ model: scriptModel() });
    await steps();
    writeFileSync(join(code, "seed.js"), "changed");
    invocations.check();
    expect(await steps()).toEqual(["create", "update"]);
  });

  test("with its own version ignores changes of the code", async () => {
    const input = '{"createFunction":"seed","params":{},"revision":"2"}';
    const { invocations, steps, code } = start({ model: scriptModel({ input }) });
    await steps();
    writeFileSync(join(code, "seed.js"), "changed");
    invocations.check();
    expect(await steps()).toEqual(["create"]);
  });

  test("without a lifecycle is repeated unchanged when its triggers change", async () => {
    const migration = (hash: string) =>
      scriptModel({ lifecycle_scope: "CREATE_ONLY", input: '{"type":"latest"}', triggers: { hash } });
    const { invocations, steps, texts } = start({ model: migration("a") });
    await steps();
    invocations.take(migration("a"));
    invocations.take(migration("b"));
    expect(await steps()).toEqual([{ type: "latest" }, { type: "latest" }]);
    expect(texts()).toEqual(["Main: succeeded in 1 ms.", "Main: succeeded in 1 ms."]);
  });

  test("deletes when it is removed from the app, and not when the server ends", async () => {
    const { invocations, steps } = start({ model: scriptModel() });
    await invocations.leave(testModel({}));
    invocations.take(testModel({}));
    expect(await steps()).toEqual(["create", "delete"]);
    const ended = start({ model: scriptModel() });
    await ended.steps();
    await ended.invocations.stop();
    expect(await ended.steps()).toEqual(["create"]);
  });

  test("that has failed is reported, and is a creation again after a change", async () => {
    let fails = true;
    const answer = () => {
      if (fails) throw new Error("no table");
    };
    const { invocations, steps, texts } = start({ model: scriptModel(), answer });
    invocations.check();
    await steps();
    fails = false;
    invocations.take(scriptModel({ input: "{}" }));
    expect(await steps()).toEqual(["create", "create"]);
    expect(texts()).toEqual([
      "Main: create failed, and a deployment would stop here: Error: no table",
      "Main: create succeeded in 1 ms.",
    ]);
  });
});

describe("with a data folder", () => {
  test("an unchanged invocation is not made again by the next server", async () => {
    const [dataFolder, code] = [temporaryFolder(), temporaryFolder()];
    await start({ model: scriptModel(), dataFolder, code }).steps();
    expect(await start({ model: scriptModel(), dataFolder, code }).steps()).toEqual([]);
    expect(await start({ model: scriptModel({ input: "{}" }), dataFolder, code }).steps()).toEqual([
      "update",
    ]);
  });

  test("code that was changed in between is an update", async () => {
    const [dataFolder, code] = [temporaryFolder(), temporaryFolder()];
    await start({ model: scriptModel(), dataFolder, code }).steps();
    writeFileSync(join(code, "seed.js"), "changed");
    expect(await start({ model: scriptModel(), dataFolder, code }).steps()).toEqual(["update"]);
  });

  test("a file that cannot be read counts as none", async () => {
    const dataFolder = temporaryFolder();
    writeFileSync(join(dataFolder, "invocations.json"), '{"Main/aws_lambda_invocation.Seed":{"identity":1}');
    expect(await start({ model: scriptModel(), dataFolder }).steps()).toEqual(["create"]);
  });
});

describe("the order of invocations", () => {
  const invocation = (stack: string, name: string, dependsOn: readonly string[] = []): Resource => ({
    address: `${stack}/aws_lambda_invocation.${name}`,
    type: "aws_lambda_invocation",
    name,
    stack,
    region: "us-east-1",
    folder: "/nowhere",
    constructPath: undefined,
    dependsOn,
    values: { function_name: name, input: `{"name":"${name}"}` },
  });
  const modelOf = (...resources: readonly Resource[]): Model => ({
    ...testModel({}),
    resources,
    ofType: (type) => resources.filter((each) => each.type === type),
  });

  test("is that of their dependencies in a stack", async () => {
    const model = modelOf(
      invocation("Main", "a", ["aws_lambda_invocation.c"]),
      invocation("Main", "b"),
      invocation("Main", "c", ["aws_lambda_invocation.b", "aws_iam_role.x"]),
    );
    expect(await start({ model }).steps()).toEqual([{ name: "b" }, { name: "c" }, { name: "a" }]);
  });

  test("ends at one that has failed, for those that depend on it, and continues after its repair", async () => {
    let fails = true;
    const answer = () => {
      if (fails) throw new Error("no column");
    };
    const depending = [
      invocation("Main", "seed", ["aws_lambda_invocation.migrate"]),
      invocation("Main", "index", ["aws_lambda_invocation.seed"]),
    ];
    const { invocations, steps, texts } = start({
      model: modelOf(...depending, invocation("Main", "migrate")),
      answer,
    });
    invocations.check();
    expect(await steps()).toEqual([{ name: "migrate" }]);
    expect(texts().slice(1)).toEqual([
      "Main/aws_lambda_invocation.seed does not run before Main/aws_lambda_invocation.migrate has succeeded.",
      "Main/aws_lambda_invocation.index does not run before Main/aws_lambda_invocation.seed has succeeded.",
    ]);
    fails = false;
    const migrate = invocation("Main", "migrate");
    const repaired = { ...migrate, values: { ...migrate.values, triggers: { folder: "2" } } };
    invocations.take(modelOf(...depending, repaired));
    expect((await steps()).slice(1)).toEqual([{ name: "migrate" }, { name: "seed" }, { name: "index" }]);
  });

  test("is that of the stacks", async () => {
    const from = temporaryFolder();
    mkdirSync(from, { recursive: true });
    const stacks = { App: { dependencies: ["Data"] }, Data: { dependencies: [] } };
    writeFileSync(join(from, "manifest.json"), JSON.stringify({ stacks }));
    const model = modelOf(invocation("App", "seed"), invocation("Data", "migrate"));
    expect(await start({ model, from }).steps()).toEqual([{ name: "migrate" }, { name: "seed" }]);
  });
});
