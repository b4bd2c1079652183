/** @group slow */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Testing } from "cdktf";
import { Api, type ApiRouteProps, type App, type StackContext } from "../../lib";
import { addressesOf } from "../examples/support";
import { type GatewayRoutes, gatewayRoutes, routes } from "./app";
import { goldenApp, goldenApps } from "./apps";
import { type Receivers, receivers } from "./services";

type Addresses = Record<string, string[]>;

/** Addresses of every stack of an app. */
function addresses(app: App): Addresses {
  return Object.fromEntries(
    app.stacks.map((stack) => {
      const template = { resource: {}, data: {}, output: {}, ...JSON.parse(Testing.synth(stack)) };
      return [stack.node.id, addressesOf(template)];
    }),
  );
}

const notes = () => addresses(goldenApps.notes());
const full = (given?: Readonly<Record<string, ApiRouteProps>>) => addresses(goldenApps.full(given));
const gateways = (given?: GatewayRoutes) => addresses(goldenApps.gateways(given));
const services = (given?: Receivers) => addresses(goldenApps.services(given));

/** The JSON of an app as `serverform start` deploys it: the debug stack, and a function with its wrapper. */
function live(): Record<string, unknown> {
  Object.assign(process.env, { SERVERFORM_LIVE: "true", SERVERFORM_SKIP_BUNDLING: "1" });
  try {
    const app = goldenApp("test/fixtures/app", (each) => {
      each.stack(
        ({ stack }: StackContext) =>
          new Api(stack, "Api", { routes: { "GET /notes": "functions/notes.get" } }),
        { id: "Main" },
      );
    });
    // Reading a stack completes the app, which adds the debug stack.
    for (const stack of app.stacks) Testing.synth(stack);
    return Object.fromEntries(
      app.stacks.map((stack) => {
        const { resource, data, output } = JSON.parse(Testing.synth(stack));
        return [stack.node.id, { resource, data, output }];
      }),
    );
  } finally {
    delete process.env.SERVERFORM_LIVE;
    delete process.env.SERVERFORM_SKIP_BUNDLING;
  }
}

test("the JSON of the debug stack and of a function under start is that of live.json", () => {
  const file = join(__dirname, "live.json");
  const found = live();
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  expect(found).toEqual(JSON.parse(readFileSync(file, "utf8")));
});

describe("addresses in Terraform's state", () => {
  // A changed address destroys and creates the resource. If that is necessary: add a `moved` block, run this file with
  // UPDATE_GOLDEN=1, and write an Addresses line in CHANGELOG.md.
  test.each([
    ["notes.json", notes],
    ["full.json", full],
    ["gateways.json", gateways],
    ["services.json", services],
  ])("are those of %s", (name, current) => {
    const file = join(__dirname, name);
    const found = current();
    if (process.env.UPDATE_GOLDEN) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
    expect(found).toEqual(JSON.parse(readFileSync(file, "utf8")));
  });

  test("stay when routes change places", () => {
    expect(full(Object.fromEntries(Object.entries(routes).reverse()))).toEqual(full());
  });

  test("stay when routes are added, at the start, in between and at the end", () => {
    const before = full();
    const [first, ...rest] = Object.entries(routes);
    const more = full({
      "DELETE /aaa": "functions/notes.get",
      ...Object.fromEntries([first ?? ["", ""]]),
      "GET /notes/{id}": "functions/notes.get",
      ...Object.fromEntries(rest),
      "GET /zzz": { type: "url", url: "https://example.com/zzz" },
    });
    for (const [stack, all] of Object.entries(before))
      expect(more[stack]).toEqual(expect.arrayContaining(all));
    expect(Object.values(more).flat().length).toBeGreaterThan(Object.values(before).flat().length);
  });

  test("of the remaining routes stay when a route is removed", () => {
    const { "POST /notes": _gone, ...left } = routes;
    const before = new Set(Object.values(full()).flat());
    const after = Object.values(full(left)).flat();
    expect(after.filter((address) => !before.has(address))).toEqual([]);
  });
});

const reversed = <Given extends object>(given: Given): Given =>
  Object.fromEntries(Object.entries(given).reverse()) as Given;

describe("addresses of REST and WebSocket APIs", () => {
  const { rest, webSocket } = gatewayRoutes;
  test("stay when routes change places", () => {
    expect(gateways({ rest: reversed(rest), webSocket: reversed(webSocket) })).toEqual(gateways());
  });

  test("stay when routes are added: siblings, parents, children and other methods", () => {
    const before = gateways();
    const more = gateways({
      rest: {
        "DELETE /aaa": "functions/notes.get",
        "GET /orders/{id}/lines/{line}": "functions/notes.get",
        "GET /files": "functions/notes.get",
        ...rest,
        "PUT /orders/{id}": "functions/notes.create",
        "GET /orders/open": "functions/notes.get",
        "GET /zzz/{proxy+}": "functions/notes.get",
      },
      webSocket: { again: "functions/notes.get", ...webSocket, $disconnect: "functions/notes.get" },
    });
    for (const [stack, all] of Object.entries(before))
      expect(more[stack]).toEqual(expect.arrayContaining(all));
    expect(Object.values(more).flat().length).toBeGreaterThan(Object.values(before).flat().length);
  });

  test("of the remaining routes stay when routes are removed", () => {
    const { "GET /orders": _list, "OPTIONS /files": _preflight, ...restLeft } = rest;
    const { $default: _other, ...webSocketLeft } = webSocket;
    const all = Object.values(gateways()).flat();
    const left = Object.values(gateways({ rest: restLeft, webSocket: webSocketLeft })).flat();
    // The gateway answers preflight requests of paths without a route.
    expect(
      left.filter((address) => !all.includes(address) && !/Response_OPTIONS_--files_204_/.test(address)),
    ).toEqual([]);
  });
});

describe("addresses of data, events and users", () => {
  const { table, stream, bucket, topic, bus, triggers, graph, live } = receivers;
  const fn = "functions/notes.get";

  test("stay when what is called changes places", () => {
    const other = {
      table: reversed(table),
      stream: reversed(stream),
      bucket: reversed(bucket),
      topic: reversed(topic),
      bus: reversed(bus),
      triggers: reversed(triggers),
      graph: reversed(graph),
      live: reversed(live),
    };
    expect(services(other)).toEqual(services());
  });

  test("stay when consumers, notifications, subscribers, rules, triggers and data sources are added", () => {
    const before = services();
    const more = services({
      table: { aaa: fn, ...table },
      stream: { aaa: fn, ...stream },
      bucket: { aaa: { function: fn, events: ["object_removed"] }, ...bucket },
      topic: { aaa: fn, ...topic },
      bus: { aaa: { pattern: { source: ["a"] }, targets: { aaa: fn } }, ...bus },
      triggers: { ...triggers, customMessage: fn },
      graph: { aaa: fn, ...graph },
      live: { aaa: { onPublish: fn }, ...live },
    });
    for (const [stack, all] of Object.entries(before))
      expect(more[stack]).toEqual(expect.arrayContaining(all));
    expect(Object.values(more).flat().length).toBeGreaterThan(Object.values(before).flat().length);
  });

  test("of the remaining parts stay when one is removed", () => {
    const { index: _index, ...tableLeft } = table;
    const { mail: _mail, ...topicLeft } = topic;
    const { paid: _paid, ...busLeft } = bus;
    const { preSignUp: _preSignUp, ...triggersLeft } = triggers;
    const { writer: _writer, ...graphLeft } = graph;
    const { orders: _orders, ...liveLeft } = live;
    const all = Object.values(services()).flat();
    const left = services({
      table: tableLeft,
      stream: {},
      bucket: {},
      topic: topicLeft,
      bus: busLeft,
      triggers: triggersLeft,
      graph: graphLeft,
      live: liveLeft,
    });
    expect(
      Object.values(left)
        .flat()
        .filter((address) => !all.includes(address)),
    ).toEqual([]);
  });
});
