/** @group processes */

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Database } from "../../../../examples/notes/stacks/database";
import { Service as NotesService } from "../../../../examples/notes/stacks/service";
import { Users } from "../../../../examples/notes/stacks/users";
import { Data } from "../../../../examples/orders/stacks/data";
import { Events } from "../../../../examples/orders/stacks/events";
import { Service as OrdersService } from "../../../../examples/orders/stacks/service";
import type { App } from "../../../../lib";
import { liveActions } from "../../../../lib/cli/live/live-console";
import type { LiveFunctions } from "../../../../lib/cli/live-client/live-functions";
import { type Fact, History, LocalStage } from "../../../../lib/local";
import { findTraces } from "../../../../lib/local/history/query";
import type { AccessFacts } from "../../../../lib/model/access/facts";
import { readFacts } from "../../../../lib/model/access/read-facts";
import { DeployedState, readModel } from "../../../../lib/model/resources/read/read-model";
import { accessKeys, localCredentials } from "../../../support/access-keys";
import { temporaryFolder } from "../../../support/stack";
import { until } from "../../../support/until";
import { deployExample, develop, folderWithPackages, serveOutput, synthesize } from "./support";

const root = resolve(__dirname, "../../../..");
const orders = join(root, "examples/orders");

const defineNotes = (app: App): void => {
  app.setDefaultFunctionProps({ srcPath: "examples/notes" });
  app.stack(Database).stack(Users).stack(NotesService);
};

const defineOrders = (app: App): void => void app.stack(Data).stack(Events).stack(OrdersService);

const order = { customer: "ada@example.com", lines: [{ product: "tea", quantity: 2 }] };
const place = (url: string): Promise<Response> =>
  fetch(new URL("orders", url), { method: "POST", body: JSON.stringify(order) });

describe("Under start", () => {
  test("an order goes through the functions on the developer's machine: table, stream, bus, queue, topic", async () => {
    const stage = await deployExample(orders, "orders", defineOrders);
    const history = new History();
    const { events, functions } = await develop(stage, defineOrders, { history });
    const { id } = (await (await place(stage.url)).json()) as { id: string };
    await until(() => events.some((each) => each.event === "log" && each.line.includes("is on its way")));
    const found = await (await fetch(new URL(`orders/${id}`, stage.url))).json();
    expect(found).toMatchObject({ id, status: "shipped" });
    const sources = (): readonly string[] =>
      events.flatMap((each) => (each.event === "result" ? each.source : []));
    const wanted = [
      `GET /orders/${id}`,
      "POST /orders",
      "event shop.orders OrderShipped",
      "queue dev-orders-Fulfilment",
      "table dev-orders-Orders",
      "topic dev-orders-News",
    ];
    await until(() => wanted.every((source) => sources().includes(source)));
    expectCauses(history);
    await expectActions(history, functions, readFacts(join(stage.folder, ".serverform/live/out")), id);
  });

  /** The events on this machine are a history, with the causes that ids in events name. */
  function expectCauses(history: History): void {
    const placed = findTraces(history, { route: "POST /orders" }).traces;
    expect(placed.map(({ facts }) => facts.map(shown))).toEqual([
      [
        "request POST /orders 201",
        "invocation of POST /orders, cold, ok",
        "call dynamodb PutItem 200 by dev-orders-Service-Api-Lambda_POST_--orders",
      ],
    ]);
    const causeOf = ({ causes: [id = ""] }: Fact): Fact | undefined => history.find(id);
    const chains = history.all
      .filter(({ kind }) => kind === "invocation")
      .map((fact) =>
        [fact, causeOf(fact)].flatMap((each) => (each === undefined ? [] : [shown(each)])).join(" <- "),
      );
    expect(chains).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^invocation of queue dev-orders-Fulfilment, .*<- call events PutEvents 200/),
        expect.stringMatching(
          /^invocation of event shop.orders OrderShipped, .*<- call events PutEvents 200/,
        ),
        expect.stringMatching(/^invocation of topic dev-orders-News, .*<- call sns Publish 200/),
        // Records of tables have no id of the call that has written them.
        expect.stringMatching(/^invocation of table dev-orders-Orders, [a-z, ]+$/),
      ]),
    );
    const mailed = history.all.flatMap((fact) => (fact.kind === "invocation" ? fact.logs : []));
    expect(mailed).toContainEqual(
      expect.objectContaining({ line: expect.stringContaining("is on its way") }),
    );
  }

  const shown = (fact: Fact): string => {
    switch (fact.kind) {
      case "request":
        return `request ${fact.route} ${fact.status}`;
      case "invocation":
        return `invocation of ${fact.source}, ${fact.isCold === true ? "cold" : "warm"}, ${fact.status}`;
      case "call":
        return `call ${fact.service} ${fact.operation} ${fact.status} by ${fact.caller}`;
      default:
        return fact.kind;
    }
  };

  /** The page invokes a function again with the role of its last invocation from AWS. */
  async function expectActions(
    history: History,
    functions: LiveFunctions,
    facts: AccessFacts,
    id: string,
  ): Promise<void> {
    const stage = {
      name: "dev",
      region: "",
      summary: "",
      empty: "",
      limits: [],
      problems: [],
      invokes: true,
    };
    const { app, invoke, samples, operate } = liveActions({ facts, functions }, history, () => stage);
    const { functions: all } = await app();
    const found = await invoke({
      function: all.find(({ name }) => name.includes("Lambda_GET_--orders---id"))?.arn ?? "",
      payload: JSON.stringify({ pathParameters: { id } }),
    });
    expect(found).toMatchObject({ status: "ok", payload: expect.stringContaining("shipped") });
    const last = history.all.findLast(({ kind }) => kind === "invocation");
    expect(last).toMatchObject({ source: "console", causes: [] });
    const never = all.find(
      ({ name }) => !history.all.some((each) => each.kind === "invocation" && each.function === name),
    );
    expect(await invoke({ function: never?.arn ?? "", payload: "{}" })).toMatchObject({
      problem: expect.stringMatching(/^AWS has not invoked .* here since the start/),
    });
    expect(await invoke({ function: never?.arn ?? "", payload: "{ 1" })).toMatchObject({
      problem: expect.stringContaining("The event is not JSON: "),
    });
    const { name = "" } = all.find((each) => each.name.endsWith("Consumer_Fulfilment")) ?? {};
    expect((await samples({ function: name })).samples[0]?.payload).toContain("aws:sqs");
    expect(await operate({ service: "dynamodb", operation: "Scan", input: {} })).toHaveProperty("problem");
  }

  test("notes are listed by the function on the developer's machine", async () => {
    const stage = await deployExample(root, "notes", defineNotes);
    const { events } = await develop(stage, defineNotes);
    expect(await (await fetch(new URL("notes", stage.url))).json()).toEqual([]);
    expect(events).toContainEqual(
      expect.objectContaining({ event: "result", source: "GET /notes", status: "ok" }),
    );
  });
});

describe("With the data of a stage", () => {
  /** Serves an app here, and another server in place of AWS. */
  async function openStage(sources: string, name: string, define: (app: App) => void) {
    const folder = folderWithPackages();
    const deployed = join(folder, "deployed");
    synthesize(sources, {}, deployed, define, name);
    const aws = await serveOutput(folder, deployed);
    const from = join(folder, "here");
    const bundlesFile = join(folder, "bundles.json");
    const defineHere = (app: App): void => {
      // In place of the addresses of AWS, which every SDK knows.
      app.addDefaultFunctionEnv({ AWS_ENDPOINT_URL: aws.servicesUrl });
      define(app);
    };
    synthesize(
      sources,
      { SERVERFORM_LOCAL: "true", SERVERFORM_BUNDLES_FILE: bundlesFile },
      from,
      defineHere,
      name,
    );
    const local = await LocalStage.start({
      accessKeys,
      from,
      bundlesFile,
      folder: join(folder, "server"),
      host: "127.0.0.1",
      port: 0,
      inspectPort: undefined,
      endpoints: new Map(),
      watch: false,
      report: () => {},
      state: stateOf(deployed),
      isHere: () => true,
      aws: {},
      credentialsOf: async () => localCredentials,
    });
    const http = local.served.find(({ gateway }) => gateway.kind === "HTTP");
    return { local, aws, url: http?.urls[0] ?? "" };
  }

  test("an order that is placed here is in the stage, whose functions continue with it", async () => {
    const { local, aws, url } = await openStage(orders, "orders", defineOrders);
    try {
      const { id } = (await (await place(url)).json()) as { id: string };
      const [deployed] = aws.served.flatMap(({ urls }) => urls);
      let found = { status: "" };
      while (found.status !== "shipped") {
        found = (await (await fetch(new URL(`orders/${id}`, deployed))).json()) as typeof found;
      }
      expect(await (await fetch(new URL(`orders/${id}`, url))).json()).toMatchObject({
        id,
        status: "shipped",
      });
    } finally {
      await local.stop();
    }
  });

  test("notes of the stage are listed here", async () => {
    const { local, url } = await openStage(root, "notes", defineNotes);
    try {
      expect(await (await fetch(new URL("notes", url))).json()).toEqual([]);
    } finally {
      await local.stop();
    }
  });
});

/** The state that Terraform would return for a stage that this server simulates. */
function stateOf(output: string): DeployedState {
  const state = new DeployedState();
  const model = readModel(output, { report: () => {} });
  for (const stack of new Set(model.resources.map((each) => each.stack))) {
    const resources = model.resources
      .filter((each) => each.stack === stack)
      .map(({ type, name, values }) => ({ address: `${type}.${name}`, values }));
    state.add(stack, JSON.stringify({ values: { root_module: { resources } } }));
  }
  return state;
}

/** Everything that differs between two JSON values, as paths. */
function differences(before: unknown, after: unknown, path = ""): readonly string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const both = [before, after].every((each) => typeof each === "object" && each !== null);
  if (!both || Array.isArray(before) !== Array.isArray(after)) return [path];
  const [left, right] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].flatMap((key) => differences(left[key], right[key], path === "" ? key : `${path}.${key}`));
}

describe("The JSON under start differs from the deployed one", () => {
  test.each([
    ["notes", root, defineNotes],
    ["orders", orders, defineOrders],
  ])("of the %s example in the wrapper, its variables and its permissions only", (name, sources, define) => {
    const folder = temporaryFolder();
    const variants = ["false", "true"].map((isLive, index) => {
      const out = join(folder, String(index));
      synthesize(sources, { SERVERFORM_SKIP_BUNDLING: "1", SERVERFORM_LIVE: isLive }, out, define, name);
      const stacks = readdirSync(join(out, "stacks"));
      return Object.fromEntries(
        stacks.map((stack) => [
          stack,
          JSON.parse(readFileSync(join(out, "stacks", stack, "cdk.tf.json"), "utf8")),
        ]),
      );
    });
    const kinds = differences(variants[0], variants[1]).map((path) =>
      path
        .replace(/^dev-\w+-(?!debug)\w+\./, "")
        .replace(/^(resource\.\w+)\.[^.]+/, "$1")
        .replace(/^(data\.terraform_remote_state)\..*/, "$1")
        .replace(/variables\.SERVERFORM_\w+$/, "variables.SERVERFORM_..."),
    );
    expect([...new Set(kinds)].sort()).toEqual([
      "data.terraform_remote_state",
      `dev-${name}-debug-stack`,
      "resource.aws_iam_role_policy.policy",
      "resource.aws_lambda_function.environment.variables.SERVERFORM_...",
      "resource.aws_lambda_function.handler",
    ]);
  });
});
