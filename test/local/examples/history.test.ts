/** @group processes */

import {
  askRunningServer,
  type Fact,
  type FactOf,
  hasFailed,
  localFolder,
  type Trace,
  type TracePage,
} from "../../../lib/local";
import { inBrowser, startBrowser } from "../../support/browser";
import { ExampleCopy } from "./example-copy";
import { RunningExample } from "./support";

let copy: ExampleCopy;
let orders: RunningExample;

beforeAll(async () => {
  copy = new ExampleCopy("examples/orders");
  // The consumer fails for one customer, and its queue tries again after a second.
  copy.edit(
    "logic/fulfil.ts",
    "await writeReceipt(order);",
    'if (order.customer.startsWith("broken")) throw new Error("no stock");\n  await writeReceipt(order);',
  );
  copy.edit(
    "stacks/events.ts",
    'new Queue(stack, "Failed")',
    'new Queue(stack, "Failed", { consumer: "functions/sorry.handler" })',
  );
  copy.edit(
    "stacks/events.ts",
    "deadLetter: {",
    "cdk: { queue: { visibilityTimeoutSeconds: 10 } },\n    deadLetter: {",
  );
  // The requests of each function share few processes, one after the other: a call must be distinguished from those of the
  // requests before it, too.
  copy.edit(
    "main.ts",
    'new App({ name: "orders" });',
    'new App({ name: "orders" });\napp.setDefaultFunctionProps({ reservedConcurrentExecutions: 3 });',
  );
  copy.write("functions/sorry.ts", "export const handler = async () => {};\n");
  orders = await RunningExample.start(copy.name, {}, ["--facts", "--console"]);
});

afterAll(async () => {
  try {
    expect(await orders.stop()).toBe(0);
  } finally {
    copy.remove();
  }
});

const place = (customer: string) =>
  fetch(`${orders.url("Api")}/orders`, {
    method: "POST",
    body: JSON.stringify({
      customer,
      lines: [{ product: "tea", quantity: 2 }],
    }),
  });

async function ask(command: object): Promise<unknown> {
  const answer = await askRunningServer(localFolder(copy.folder), command, "/history");
  return answer?.answer;
}

/** The facts in lines, each indented below its first cause: `invocation Fulfilment ok`. */
function outline({ root, facts }: Trace): string[] {
  const lines: string[] = [];
  const seen = new Set<string>();
  const add = (fact: Fact, depth: number): void => {
    seen.add(fact.id);
    lines.push(`${"  ".repeat(depth)}${titleOf(fact)}`);
    for (const each of facts) if (each.causes.includes(fact.id) && !seen.has(each.id)) add(each, depth + 1);
  };
  add(root, 0);
  return lines;
}

const lastPart = (name: string): string =>
  name
    .split(/[:/]/)
    .at(-1)
    ?.replace(/^dev-orders-|-[0-9a-f]{8}$/g, "") ?? "";

function titleOf(fact: Fact): string {
  switch (fact.kind) {
    case "request":
      return `${fact.route} ${fact.status}`;
    case "invocation":
      return `run ${lastPart(fact.function)} ${hasFailed(fact) ? "failed" : "ok"}`;
    case "call":
      return `${fact.service}:${fact.operation} ${fact.status} ${fact.verdicts
        ?.map(({ allowed }) => allowed)
        .join()}`;
    case "delivery":
      return `to ${lastPart(fact.target)}`;
    case "dead-letter":
      return `dead letter to ${lastPart(fact.target)}`;
    default:
      return fact.kind;
  }
}

const isOf = <Kind extends Fact["kind"]>(kind: Kind, fact: Fact): fact is FactOf<Kind> & Fact =>
  fact.kind === kind;

describe("the history of the orders example", () => {
  test("a request is one tree from the route to the dead letter, with the retries of the consumer", async () => {
    expect((await place("broken@example.com")).status).toBe(201);
    await orders.line((line) => isFunction(line, "Failed"));
    const { traces } = (await ask({
      action: "traces",
      route: "POST /orders",
      text: "broken@",
    })) as TracePage;
    expect(traces).toHaveLength(1);
    const [trace] = traces;
    if (trace === undefined) throw new Error("no trace");
    expect(outline(trace)).toMatchInlineSnapshot(`
      [
        "POST /orders 201",
        "  run Service-Api-Lambda_POST_--orders ok",
        "    dynamodb:PutItem 200 true",
        "      run Events-Consumer_Orders_changes ok",
        "        events:PutEvents 200 true",
        "          to Fulfilment",
        "            run Events-Fulfilment-Consumer_Fulfilment failed",
        "              dynamodb:GetItem 200 true",
        "            run Events-Fulfilment-Consumer_Fulfilment failed",
        "              dynamodb:GetItem 200 true",
        "            run Events-Fulfilment-Consumer_Fulfilment failed",
        "              dynamodb:GetItem 200 true",
        "            dead letter to Failed",
        "              run Events-Failed-Consumer_Failed ok",
      ]
    `);
  });

  inBrowser("the page shows that tree", async () => {
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      const ready = await orders.line(({ event }) => event === "ready");
      await page.goto(String(ready.console));
      const line = await page.waitForSelector("xpath///li/button[contains(., 'POST /orders')]");
      await line?.evaluate((each) => (each as unknown as { click(): void }).click());
      await page.waitForSelector(".steps li");
      const lines = await page.$$eval(".steps li", (all) =>
        all.map((each) => {
          const [kind, indent, name] = [".kind", ".indent", ".name"].map((part) => each.querySelector(part));
          const width = Number(/\d+(\.\d+)?/.exec(indent?.getAttribute("style") ?? "")?.[0] ?? 0);
          return `${"  ".repeat(Math.round(width / 0.5))}${kind?.textContent} ${name?.getAttribute("title")}`;
        }),
      );
      expect(lines).toMatchInlineSnapshot(`
        [
          "request POST /orders",
          "  invocation functions/orders.ts place",
          "    call dynamodb PutItem",
          "      invocation functions/changes.ts handler",
          "        call events PutEvents",
          "          delivery rule dev-orders-placed to dev-orders-Fulfilment",
          "            invocation functions/fulfil.ts handler",
          "              call dynamodb GetItem",
          "            invocation functions/fulfil.ts handler",
          "              call dynamodb GetItem",
          "            invocation functions/fulfil.ts handler",
          "              call dynamodb GetItem",
          "            dead-letter A message of queue dev-orders-Fulfilment reached its maximum receive count: it moves to arn:aws:sqs:us-east-1:123456789012:dev-orders-Failed.",
          "              invocation functions/sorry.ts handler",
        ]
      `);
    } finally {
      await browser.close();
    }
  });

  test("a request that succeeds is one tree over eight services", async () => {
    expect((await place("ada@example.com")).status).toBe(201);
    await orders.line(({ event, line }) => event === "log" && String(line).includes("is on its way"));
    const { traces } = (await ask({ action: "traces", route: "POST /orders", text: "ada@" })) as TracePage;
    expect(traces).toHaveLength(1);
    const titles = traces.flatMap(({ facts }) => facts.map(titleOf));
    for (const expected of [
      "dynamodb:PutItem 200 true",
      "run Events-Consumer_Orders_changes ok",
      "events:PutEvents 200 true",
      "to Fulfilment",
      "run Events-Fulfilment-Consumer_Fulfilment ok",
      "s3:PutObject 200 true",
      "kinesis:PutRecords 200 true",
      "sns:Publish 200 true",
    ])
      expect(titles).toContain(expected);
    expect(titles.filter((title) => title.startsWith("POST"))).toHaveLength(1);
    expect(
      titles.filter((title) => /^run .*(?:receipts|sales|announce|News)/i.test(title)).length,
    ).toBeGreaterThan(2);
  });

  test("each call of 200 parallel requests is below its own request", async () => {
    // The random ids of requests and traces have no such words.
    const ids = Array.from({ length: 200 }, (_, index) => `parallel-${index}-`);
    const idIn = (text: string) => /parallel-\d+-/.exec(text)?.[0];
    await Promise.all(
      ids.map((id, index) =>
        index % 2 === 0 ? place(`${id}@example.com`) : fetch(`${orders.url("Api")}/orders/${id}`),
      ),
    );
    const { traces } = (await ask({
      action: "traces",
      kinds: ["request"],
      limit: 500,
    })) as TracePage;
    const byId = new Map<string, Trace>();
    for (const trace of traces) {
      const id = idIn(JSON.stringify(trace.root));
      if (id !== undefined) byId.set(id, trace);
    }
    expect(byId.size).toBe(ids.length);
    for (const [id, { facts }] of byId) {
      const inputs = facts.filter(
        (fact) =>
          isOf("call", fact) &&
          /^(PutItem|GetItem)$/.test(fact.operation) &&
          fact.caller.includes("Api-Lambda"),
      );
      expect(inputs.map((fact) => isOf("call", fact) && idIn(fact.input.text))).toEqual([id]);
    }
  });
});

function isFunction(line: { readonly event: string; readonly fact?: unknown }, name: string): boolean {
  const fact = line.event === "fact" ? (line.fact as Fact) : undefined;
  return fact?.kind === "invocation" && fact.function.includes(name);
}
