import { Construct } from "constructs";
import {
  Api,
  Bucket,
  Cron,
  EventBus,
  Function,
  KinesisStream,
  Queue,
  RDS,
  RestV1Api,
  Stack,
  Table,
  Topic,
  Userbase,
  WebSocketApi,
} from "../../../../lib";
import { holdsData, lasting } from "../../../support/plan/identity";
import { type Block, synthesized, testApp, testStack } from "../../../support/stack";

const handler = "functions/notes.get";

/** Constructs below a scope, by the name of their class. */
const makers: Readonly<Record<string, (scope: Construct, id: string) => unknown>> = {
  Api: (scope, id) => new Api(scope, id, { routes: { "GET /notes": handler } }),
  Bucket: (scope, id) => new Bucket(scope, id, { notifications: { all: handler } }),
  Cron: (scope, id) => new Cron(scope, id, { schedule: "rate(1 day)", job: handler }),
  EventBus: (scope, id) =>
    new EventBus(scope, id, { rules: { all: { pattern: { source: ["x"] }, targets: { one: handler } } } }),
  Function: (scope, id) => new Function(scope, id, { handler }),
  KinesisStream: (scope, id) => new KinesisStream(scope, id, { consumers: { one: handler } }),
  Queue: (scope, id) => new Queue(scope, id, { consumer: handler }),
  RDS: (scope, id) => new RDS(scope, id, { engine: "postgresql16", defaultDatabaseName: "main" }),
  RestV1Api: (scope, id) => new RestV1Api(scope, id, { routes: { "GET /notes": handler } }),
  Table: (scope, id) =>
    new Table(scope, id, { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } }),
  Topic: (scope, id) => new Topic(scope, id, { subscribers: { one: handler } }),
  Userbase: (scope, id) => new Userbase(scope, id, { triggers: { preSignUp: handler } }),
  WebSocketApi: (scope, id) => new WebSocketApi(scope, id, { routes: { $default: handler } }),
};

type Resources = ReadonlyMap<string, readonly [type: string, Block]>;

function resourcesOf(stack: Stack): Resources {
  return new Map(
    Object.entries(synthesized(stack).resource).flatMap(([type, of]) =>
      Object.entries(of).map(([name, { "//": _, ...block }]) => [`${type}.${name}`, [type, block]] as const),
    ),
  );
}

const movesOf = (stack: Stack) => (synthesized(stack).moved ?? []) as readonly { from: string; to: string }[];

function movedStack(moves: readonly (readonly [string, string])[]): Stack {
  const app = testApp();
  for (const [from, to] of moves) app.moved(from, to);
  return new Stack(app, "Main");
}

/** The app with a construct below one path, and the app that has moved it to another. */
function renamed(make: (scope: Construct, id: string) => unknown): readonly [Stack, Stack] {
  const before = testStack();
  make(before, "Old");
  const after = movedStack([["Main/Old", "Main/New"]]);
  make(after, "New");
  return [before, after];
}

describe("App.moved", () => {
  test.each(Object.entries(makers))("keeps the content of a %s under another id", (_, make) => {
    const [before, after] = renamed(make);
    const [old, now] = [resourcesOf(before), resourcesOf(after)];
    const targets = new Map(movesOf(after).map(({ from, to }) => [from, to]));
    expect(targets.size).toBeGreaterThan(0);
    for (const [address, [type, block]] of old) {
      if (!holdsData.has(type) && !lasting.has(type)) continue;
      const target = targets.get(address);
      expect([address, target !== undefined && now.has(target)]).toEqual([address, true]);
      const [, present = {}] = now.get(target ?? "") ?? [];
      const addressed = (of: Block) =>
        JSON.stringify(of)
          .replace(/(Old|New)(_[\w-]+)?_[0-9A-F]{8}/g, "It$2")
          .replace(/Main\/(Old|New)/g, "Main/It");
      expect(addressed(present)).toBe(addressed(block));
    }
  });

  test("keeps the names of the parts of a compound with another id", () => {
    const build = (scope: Construct, id: string) => makers.Queue?.(new Construct(scope, id), "Jobs");
    const [before, after] = renamed(build);
    const name = (stack: Stack) =>
      Object.values(synthesized(stack).resource.aws_lambda_function ?? {})[0]?.function_name;
    expect(name(after)).toBe(name(before));
    expect(
      movesOf(after)
        .map(({ from }) => from)
        .sort(),
    ).toEqual([...resourcesOf(before).keys()].filter((each) => !each.includes("_code_")).sort());
  });

  test("takes the stack's whole id, too", () => {
    const stack = movedStack([["dev-notes-Main/Old", "dev-notes-Main/New"]]);
    makers.Table?.(stack, "New");
    expect(movesOf(stack)).toHaveLength(1);
  });

  test.each<[string, readonly [string, string][], string]>([
    ["a path without an id", [["Main", "Main/New"]], "moved-path"],
    ["an empty path", [["Main/Old", ""]], "moved-path"],
    ["another stack", [["Main/Old", "Other/Old"]], "moved-between-stacks"],
    ["one path", [["Main/Old", "Main/Old"]], "moved-alike"],
    [
      "a second source",
      [
        ["Main/Old", "Main/New"],
        ["Main/Older", "Main/New"],
      ],
      "moved-twice",
    ],
    [
      "a second target",
      [
        ["Main/Old", "Main/New"],
        ["Main/Old", "Main/Newer"],
      ],
      "moved-twice",
    ],
    ["an undeclared construct", [["Main/Old", "Main/Nwe"]], "moved-target-missing"],
    ["a source that is still declared", [["Main/Kept", "Main/New"]], "moved-source-declared"],
  ])("refuses %s", (_, moves, code) => {
    const attempt = () => {
      const stack = movedStack(moves);
      makers.Table?.(stack, "New");
      makers.Topic?.(stack, "Kept");
      synthesized(stack);
    };
    expect(attempt).toThrow(new RegExp(`\\[${code}\\]`));
  });

  test("refuses a construct that is declared already", () => {
    const stack = testStack();
    makers.Table?.(stack, "New");
    expect(() => stack.app.moved("Main/Old", "Main/New")).toThrow(/\[moved-too-late\]/);
  });
});
