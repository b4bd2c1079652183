/** @group processes */

import { RunningExample } from "./support";

let orders: RunningExample;

beforeAll(async () => {
  orders = await RunningExample.start("examples/orders");
});

afterAll(async () => {
  expect(await orders.stop()).toBe(0);
});

const isLog = (text: string) => (line: { readonly event: string; readonly line?: unknown }) =>
  line.event === "log" && String(line.line).includes(text);

describe("the orders example, served on this machine", () => {
  test("an order goes all the way: table, stream, bus, queue, bucket, topic", async () => {
    const order = { customer: "ada@example.com", lines: [{ product: "tea", quantity: 2 }] };
    const response = await fetch(`${orders.url("Api")}/orders`, {
      method: "POST",
      body: JSON.stringify(order),
    });
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: string };
    await orders.line(isLog("is on its way"));
    const found = await (await fetch(`${orders.url("Api")}/orders/${id}`)).json();
    expect(found).toMatchObject({ id, status: "shipped", customer: "ada@example.com" });
  });

  test("the job of the schedule runs by hand, with the event of the schedule", () => {
    expect(orders.command("invoke", "Overdue/Job")).toBe("null");
  });

  test("what is invoked by hand runs in the server that is there, with its data", async () => {
    const order = { customer: "bob@example.com", lines: [{ product: "tea", quantity: 1 }] };
    const placed = await fetch(`${orders.url("Api")}/orders`, {
      method: "POST",
      body: JSON.stringify(order),
    });
    const { id } = (await placed.json()) as { id: string };
    const event = JSON.stringify({ pathParameters: { id } });
    expect(orders.command("invoke", "Api/Lambda_GET_--orders--{id}", event)).toContain("bob@example.com");
  });
});
