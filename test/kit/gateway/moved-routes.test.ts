/** @group slow */

import { Construct } from "constructs";
import { Api, type Function, RestV1Api, Stack, WebSocketApi } from "../../../lib";
import { type Block, synthesized, testApp, testStack } from "../../support/stack";

const handler = "functions/notes.get";
type Value = Readonly<Record<string, unknown>>;
type Routes = Readonly<Record<string, unknown>>;

interface Gateway extends Construct {
  addRoutes(scope: Construct, routes: never): void;
  getFunction(key: string): Function | undefined;
}

type Make = (scope: Construct, id: string, routes: Routes) => Gateway;

const api: Make = (scope, id, routes) => new Api(scope, id, { routes: routes as never });
const rest: Make = (scope, id, routes) => new RestV1Api(scope, id, { routes: routes as never });
const socket: Make = (scope, id, routes) => new WebSocketApi(scope, id, { routes: routes as never });

const makers = { Api: api, RestV1Api: rest, WebSocketApi: socket } as const;
const keys = {
  Api: ["GET /old/{id}", "GET /new/{note}"],
  RestV1Api: ["GET /old/{id}", "GET /new/{note}"],
  WebSocketApi: ["old", "new"],
} as const;

const events: Value = {
  type: "cloud",
  cdk: {
    integration: {
      subtype: "EventBridge-PutEvents",
      parameterMapping: { Detail: "$request.body", DetailType: "a", Source: "b" },
    },
  },
};
const url: Value = { type: "url", url: "https://example.com" };

/** The gateway, what answers, and the two keys. */
const cases: readonly [name: string, make: Make, value: Value, from: string, to: string][] = [
  ...(Object.keys(makers) as (keyof typeof makers)[]).map(
    (name) => [`${name} of a function`, makers[name], { function: handler }, ...keys[name]] as const,
  ),
  ["Api of AWS", api, events, ...keys.Api],
  ["Api of an address", api, url, ...keys.Api],
  ["RestV1Api with responses", rest, responses(), ...keys.RestV1Api],
].map((each) => each as [string, Make, Value, string, string]);

function responses(): Value {
  return {
    function: handler,
    cdk: {
      method: { methodResponses: [{ statusCode: "200" }] },
      integration: { proxy: false, integrationResponses: [{ statusCode: "200" }] },
    },
  };
}

function blocks(stack: Stack): ReadonlyMap<string, Block> {
  return new Map(
    Object.entries(synthesized(stack).resource).flatMap(([type, of]) =>
      Object.entries(of).map(([name, { "//": _, ...block }]) => [`${type}.${name}`, block] as const),
    ),
  );
}

const movesOf = (stack: Stack) =>
  new Map(
    ((synthesized(stack).moved ?? []) as { from: string; to: string }[]).map((each) => [each.from, each.to]),
  );

/** Where Terraform finds what was at an address: it follows all blocks. */
function placeNow(stack: Stack, address: string): string {
  const moves = movesOf(stack);
  let place = address;
  for (let next = moves.get(place); next !== undefined; next = moves.get(place)) place = next;
  return place;
}

/**
 * The addresses that are missing in the later version of an app. A permission names the path: with another one it is a new
 * permission.
 */
function lost(before: Stack, after: Stack): readonly string[] {
  const present = blocks(after);
  return [...blocks(before).keys()].filter(
    (address) => !address.startsWith("aws_lambda_permission.") && !present.has(placeNow(after, address)),
  );
}

const functionNames = (stack: Stack) =>
  Object.values(synthesized(stack).resource.aws_lambda_function ?? {}).map((each) => each.function_name);

function built(make: Make, routes: Routes, id = "It"): Stack {
  const stack = testStack();
  make(stack, id, routes);
  return stack;
}

const movedTo = (value: Value, from: string) => ({ ...value, moved: { from } });

describe("moved of a route", () => {
  test.each(cases)("keeps everything of a route of %s", (_, make, value, from, to) => {
    const before = built(make, { [from]: value });
    const after = built(make, { [to]: movedTo(value, from) });
    expect(lost(before, after)).toEqual([]);
    expect(movesOf(after).size).toBeGreaterThan(1);
    expect(functionNames(after)).toEqual(functionNames(before));
  });

  test.each(cases)("keeps it in a scope of addRoutes, for %s", (_, make, value, from, to) => {
    const build = (routes: Routes) => {
      const stack = testStack();
      make(stack, "It", {}).addRoutes(new Construct(stack, "More"), routes as never);
      return stack;
    };
    const [before, after] = [build({ [from]: value }), build({ [to]: movedTo(value, from) })];
    expect(lost(before, after)).toEqual([]);
    expect(functionNames(after)).toEqual(functionNames(before));
  });

  test.each(cases)("keeps it in an API that is moved, too, for %s", (_, make, value, from, to) => {
    const app = testApp();
    app.moved("Main/It", "Main/That");
    const after = new Stack(app, "Main");
    make(after, "That", { [to]: movedTo(value, from) });
    const old = { value, routes: { [from]: value }, now: { [to]: movedTo(value, from) } };
    const first = built(make, old.routes);
    expect(lost(first, after)).toEqual([]);
    expect(functionNames(after)).toEqual(functionNames(first));
    // The route may have been renamed in a deployment before the API, and the other way round.
    expect(lost(built(make, { [to]: value }), after)).toEqual([]);
    expect(lost(built(make, old.routes, "That"), after)).toEqual([]);
    const targets = [...movesOf(after).values()];
    expect(new Set(targets).size).toBe(targets.length);
  });

  test("keeps the permission of a route of Api that changes its method only", () => {
    const before = built(api, { "GET /old": handler });
    const after = built(api, { "POST /old": movedTo({ function: handler }, "GET /old") });
    const [permission = ""] = [...blocks(before).keys()].filter((each) => each.includes("_Permission_"));
    expect(blocks(after).has(placeNow(after, permission))).toBe(true);
  });

  test("writes nothing about a route that a given function answers but its own parts", () => {
    const stack = testStack();
    const { node } = api(stack, "It", { "GET /a": handler });
    const fn = (node.scope as Stack).node.findChild("It") as Api;
    rest(stack, "Rest", { "GET /new": { function: fn.getFunction("GET /a"), moved: { from: "GET /old" } } });
    expect([...movesOf(stack).keys()].filter((each) => each.startsWith("aws_lambda_function."))).toEqual([]);
  });
});

describe("moved of a route of a REST API", () => {
  const pathsMoved = (routes: Routes) =>
    [...movesOf(built(rest, routes))]
      .filter(([from]) => from.startsWith("aws_api_gateway_resource."))
      .map((each) => each.map((address) => address.replace(/^.*_Resource_|_[0-9A-F]{8}$/g, "")).join(" > "))
      .filter((each) => !each.includes("var"))
      .sort();
  const moved = (from: string) => movedTo({ function: handler }, from);

  test.each<[string, Routes, string[]]>([
    ["no other route is at it", { "GET /new": moved("GET /old") }, ["--old > --new"]],
    [
      "all routes come from one path",
      { "GET /new": moved("GET /old"), "POST /new/sub": moved("POST /old/sub") },
      ["--old > --new", "--old--sub > --new--sub"],
    ],
    ["the path is longer now", { "GET /v1/notes": moved("GET /notes") }, ["--notes > --v1--notes"]],
    ["another route has the new path", { "GET /new": moved("GET /old"), "POST /new": handler }, []],
    ["another route keeps the old path", { "GET /new": moved("GET /old"), "POST /old": handler }, []],
    ["the method changes", { "PUT /new": moved("GET /old") }, []],
    ["routes come from two paths", { "GET /new": moved("GET /a"), "POST /new": moved("POST /b") }, []],
    ["the path splits", { "GET /a": moved("GET /old"), "POST /b": moved("POST /old") }, ["--old > --a"]],
  ])("moves the resource of its path, if it can: %s", (_, routes, expected) => {
    expect(pathsMoved(routes)).toEqual(expected);
  });

  test("moves a method with its resource only: at another resource it is a new one", () => {
    const methods = [...movesOf(built(rest, { "GET /new": moved("GET /old"), "POST /old": handler })).keys()];
    expect(
      methods.filter((each) => /^aws_api_gateway_method\..*_Method_GET_--(old|new)_/.test(each)),
    ).toEqual([]);
    expect(methods.some((each) => each.startsWith("aws_lambda_function."))).toBe(true);
  });

  test("moves the answer to preflight requests with the resource", () => {
    const cors = (routes: Routes) => {
      const stack = testStack();
      new RestV1Api(stack, "It", { cors: true, routes: routes as never });
      return stack;
    };
    const [before, after] = [cors({ "GET /old": handler }), cors({ "GET /new": moved("GET /old") })];
    const left = lost(before, after);
    expect(left).toEqual([]);
  });
});

describe("moved of a route refuses", () => {
  const add = (make: Make, ...calls: readonly Routes[]) => {
    const stack = testStack();
    const gateway = make(stack, "It", calls[0] ?? {});
    for (const routes of calls.slice(1)) gateway.addRoutes(stack, routes as never);
  };
  const at = (from: unknown) => ({ function: handler, moved: { from } });

  test.each<[string, readonly Routes[], RegExp]>([
    [
      "a route that is still declared",
      [{ "GET /new": at("GET /old"), "get  /old": handler }],
      /It: routes\["GET \/new"\]\.moved\.from is "GET \/old", and the route "GET \/old" is still declared.*\[route-moved-declared\]/s,
    ],
    [
      "a route that was declared before",
      [{ "GET /old": handler }, { "GET /new": at("GET /old") }],
      /route-moved-declared/,
    ],
    [
      "a route that is declared later",
      [{ "GET /new": at("GET /old") }, { "GET /old": handler }],
      /route-moved-declared/,
    ],
    [
      "a route that is moved itself",
      [{ "GET /a": at("GET /b"), "GET /b": at("GET /c") }],
      /route-moved-declared/,
    ],
    [
      "the route itself",
      [{ "GET /new": at("get /new") }],
      /moved\.from is "GET \/new", which is the route itself.*\[route-moved-alike\]/s,
    ],
    [
      "a second route from the same one",
      [{ "GET /a": at("GET /old"), "GET /b": at("GET /old") }],
      /routes\["GET \/b"\]\.moved\.from is "GET \/old", from which "GET \/a" is moved already.*\[route-moved-twice\]/s,
    ],
    [
      "a second route in a later call",
      [{ "GET /a": at("GET /old") }, { "GET /b": at("GET /old") }],
      /route-moved-twice/,
    ],
    [
      "a text that is not a key",
      [{ "GET /a": at("/old") }],
      /It: routes\["GET \/a"\]\.moved\.from .*-key-invalid\]/s,
    ],
    [
      "a method that does not exist",
      [{ "GET /a": at("GTE /old") }],
      /routes\["GET \/a"\]\.moved\.from begins with "GTE".*\[route-method-unknown\]/s,
    ],
    ["a number", [{ "GET /a": at(3) }], /moved\.from is 3/],
    [
      "a text in place of an object",
      [{ "GET /a": { function: handler, moved: "GET /old" } }],
      /routes\["GET \/a"\]\.moved is "GET \/old"/,
    ],
    [
      "another key",
      [{ "GET /a": { function: handler, moved: { form: "GET /old" } } }],
      /moved has the unknown key "form"|key-unknown/,
    ],
    ["nothing", [{ "GET /a": { function: handler, moved: {} } }], /moved\.from .*\[prop-required\]/s],
  ])("%s, of Api and RestV1Api", (_, calls, message) => {
    for (const make of [api, rest]) expect(() => add(make, ...calls)).toThrow(message);
  });

  test.each<[string, readonly Routes[], RegExp]>([
    ["a route that is still declared", [{ now: at("old"), old: handler }], /route-moved-declared/],
    ["the route itself", [{ now: at(" now ") }], /route-moved-alike/],
    ["a second route from the same one", [{ a: at("old"), b: at("old") }], /route-moved-twice/],
    ["a key of another gateway", [{ a: at("GET /old") }], /routes\["a"\]\.moved\.from .*\[route-key-http\]/s],
    ["a reserved key", [{ a: at("$conect") }], /route-key-web-socket/],
  ])("%s, of WebSocketApi", (_, calls, message) => {
    expect(() => add(socket, ...calls)).toThrow(message);
  });

  test("and leaves no move behind", () => {
    const stack = testStack();
    const gateway = api(stack, "It", {});
    expect(() =>
      gateway.addRoutes(stack, { "GET /new": at("GET /old"), "GET /bad": { type: "url" } } as never),
    ).toThrow(/routes\["GET \/bad"\]/);
    gateway.addRoutes(stack, { "GET /new": handler } as never);
    expect(movesOf(stack).size).toBe(0);
    expect(functionNames(stack)).toEqual([expect.stringContaining("new")]);
  });
});
