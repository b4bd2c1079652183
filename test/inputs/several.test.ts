import {
  Api,
  Bucket,
  EventBus,
  Function,
  KinesisStream,
  type ServerformError,
  Stack,
  Topic,
  Userbase,
  WebSocketApi,
} from "../../lib";
import { declaredAddresses, testApp } from "../support/stack";

/** The props of all problems of one constructor. */
function propsOf(declare: (stack: Stack) => unknown): readonly string[] {
  const stack = new Stack(testApp(), "Main");
  const before = declaredAddresses(stack);
  try {
    declare(stack);
    return [];
  } catch (error) {
    // The children of a failed construct are removed with the app, which ends here.
    expect(declaredAddresses(stack).filter((each) => !each.includes(".It_"))).toEqual(before);
    const { problems, prop } = error as ServerformError;
    return problems.length === 0 ? [prop] : problems.map((each) => each.prop);
  }
}

const handler = "functions/notes.get";
const pattern = { source: ["shop"] };

/** Constructs with two wrong parts and a right one. */
const several: Readonly<
  Record<string, readonly [declare: (stack: Stack) => unknown, props: readonly string[]]>
> = {
  "wrong keys and values": [
    (stack) => new Function(stack, "It", { handler, memry: 1, url: null, layers: 3 } as never),
    ["props", "url", "layers"],
  ],
  routes: [
    (stack) =>
      new Api(stack, "It", { routes: { "GET /": handler, "GETT /a": handler, "GET /b/{b": handler } }),
    ['routes["GETT /a"]', 'routes["GET /b/{b"]'],
  ],
  "functions of routes": [
    (stack) =>
      new WebSocketApi(stack, "It", {
        routes: {
          $connect: handler,
          one: { function: { handler, timeout: -1 } },
          other: { function: { handler, memorySize: 1 } },
        },
      }),
    ["timeout", "memorySize"],
  ],
  rules: [
    (stack) =>
      new EventBus(stack, "It", {
        rules: {
          a: { pattern: { source: [] } },
          b: { pattern },
          c: { pattern, targets: { d: 1 as never, e: 2 as never } },
        },
      }),
    ['rules["a"].pattern.source', 'rules["c"].targets["d"]', 'rules["c"].targets["e"]'],
  ],
  subscribers: [
    (stack) => new Topic(stack, "It", { subscribers: { a: 1 as never, b: handler, c: 2 as never } }),
    ['subscribers["a"]', 'subscribers["c"]'],
  ],
  notifications: [
    (stack) => new Bucket(stack, "It", { notifications: { a: 1 as never, b: handler, c: 2 as never } }),
    ['notifications["a"]', 'notifications["c"]'],
  ],
  consumers: [
    (stack) => new KinesisStream(stack, "It", { consumers: { a: 1 as never, b: handler, c: 2 as never } }),
    ["consumers.a", "consumers.c"],
  ],
  clients: [
    (stack) => new Userbase(stack, "It", { clients: { a: { x: 1 } as never, b: {}, c: { y: 1 } as never } }),
    ['clients["a"]', 'clients["c"]'],
  ],
};

test.each(Object.entries(several))("%s that cannot work are reported together", (_, [declare, props]) => {
  expect(propsOf(declare)).toEqual(props);
});

test("a wrong default of several routes is reported once", () => {
  const props = propsOf(
    (stack) =>
      new Api(stack, "It", {
        defaults: { function: { timeout: -1 } },
        routes: { "GET /a": handler, "GET /b": handler },
      }),
  );
  expect(props).toEqual(["timeout"]);
});
