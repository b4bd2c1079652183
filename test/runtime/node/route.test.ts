import { EventEmitter } from "node:events";
import { z } from "zod";
import {
  type RouteProblem,
  type RouteResult,
  route,
  type StandardSchema,
} from "../../../lib/runtime/node/route";
import { eventV1, eventV2, lambdaContext, type RequestParts } from "../events";

const noteInput = z.object({ title: z.string().min(1), text: z.string().default("") });
const note = noteInput.extend({ id: z.string() });
const missing = z.object({ message: z.string() });

const formats = [
  ["2.0", eventV2],
  ["1.0", eventV1],
] as const;

const json = (body: unknown): RequestParts => ({ body: JSON.stringify(body) });
const parsed = ({ body = "" }: RouteResult): unknown => JSON.parse(body);

describe.each(formats)("a route for events in payload format %s", (_format, event) => {
  const call = (handler: ReturnType<typeof route>, parts: RequestParts, more: object = {}) =>
    handler({ ...event(parts), ...more }, lambdaContext());

  test("gets the body as its schema makes it, and answers with JSON", async () => {
    const create = route({ body: noteInput, output: note, status: 201 }, ({ body }) => ({
      ...body,
      id: "1",
    }));
    const result = await call(create, json({ title: "Milk" }));
    expect([result.statusCode, result.headers]).toEqual([201, { "content-type": "application/json" }]);
    expect(parsed(result)).toEqual({ title: "Milk", text: "", id: "1" });
  });

  test("refuses a request with all its problems, each with its place", async () => {
    const update = route(
      { path: z.object({ id: z.uuid() }), query: z.object({ page: z.coerce.number() }), body: noteInput },
      () => "never",
    );
    const result = await call(
      update,
      { ...json({ title: "" }), query: { page: "x" } },
      {
        pathParameters: { id: "1" },
      },
    );
    expect([result.statusCode, result.headers]).toEqual([
      400,
      { "content-type": "application/problem+json" },
    ]);
    const { type, title, status, errors } = parsed(result) as RouteProblem;
    expect({ type, title, status }).toEqual({ type: "about:blank", title: "Bad Request", status: 400 });
    expect(errors.map((each) => `${each.in}${each.pointer}`)).toEqual([
      "path/id",
      "query/page",
      "body/title",
    ]);
  });

  test.each([
    ["a body that is not JSON", { body: "{" }, "The body is not valid JSON."],
    ["no body", { method: "POST" }, "Invalid input: expected object, received undefined"],
  ])("refuses %s", async (_what, parts, detail) => {
    const result = await call(
      route({ body: noteInput }, () => "never"),
      parts,
    );
    expect((parsed(result) as RouteProblem).errors).toEqual([{ in: "body", pointer: "", detail }]);
  });

  test("passes parts without a schema as they came", async () => {
    const echo = route({}, (input) => input);
    const result = await call(echo, { ...json([1]), query: { a: "1" } }, { pathParameters: { id: "7" } });
    expect(parsed(result)).toEqual({ path: { id: "7" }, query: { a: "1" }, body: [1] });
  });

  test("gets the fields of a form", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const result = await call(
      route({ body: noteInput }, ({ body }) => body.title),
      { body: "title=Milk", headers },
    );
    expect(parsed(result)).toBe("Milk");
  });

  test("gets JSON also with the type of a form, which curl sends", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const result = await call(
      route({ body: noteInput }, ({ body }) => body.title),
      { ...json({ title: "Milk" }), headers },
    );
    expect(parsed(result)).toBe("Milk");
  });

  test("ends with a status and a body of its errors", async () => {
    const get = route({ output: note, errors: { 404: missing } }, (_input, { fail }) =>
      fail(404, { message: "No such note" }),
    );
    const result = await call(get, {});
    expect([result.statusCode, parsed(result)]).toEqual([404, { message: "No such note" }]);
  });

  test("answers with status 204 without a body, where the code returns nothing", async () => {
    expect(
      await call(
        route({}, () => undefined),
        {},
      ),
    ).toEqual({ statusCode: 204 });
  });

  test("passes on an error of the function", async () => {
    const broken = route({}, () => {
      throw new TypeError("broken");
    });
    await expect(call(broken, {})).rejects.toThrow(new TypeError("broken"));
  });

  test.each([
    ["a user pool of an HTTP API", { jwt: { claims: { sub: "ada" } } }],
    ["a user pool of a REST API", { claims: { sub: "ada" } }],
    ["a function of an HTTP API", { lambda: { sub: "ada" } }],
    ["a function of a REST API", { sub: "ada" }],
  ])("has the claims that %s found", async (_what, authorizer) => {
    const whoAmI = route({}, (_input, { claims }) => claims.sub);
    const { requestContext } = event({});
    const result = await call(whoAmI, {}, { requestContext: { ...requestContext, authorizer } });
    expect(parsed(result)).toBe("ada");
  });

  test("has no claims without an authorizer", async () => {
    const result = await call(
      route({}, (_input, { claims }) => claims),
      {},
    );
    expect(parsed(result)).toEqual({});
  });

  test("sends the items of an iterable, whole if the gateway does not stream", async () => {
    const events = route({ stream: "text/event-stream" }, async function* () {
      yield "data: 1\n\n";
      yield Buffer.from("data: 2\n\n");
    } as () => AsyncIterable<string | Uint8Array>);
    expect(await call(events, {})).toEqual({
      statusCode: 200,
      headers: { "content-type": "text/event-stream" },
      body: "data: 1\n\ndata: 2\n\n",
    });
  });
});

describe("a stream in Lambda's runtime", () => {
  type Stream = EventEmitter & { destroyed: boolean; write(chunk: string): boolean; end(): void };
  type Handle = (event: unknown, stream: Stream) => Promise<void>;
  let sent: string[];

  beforeEach(() => {
    sent = [];
    const head = (stream: Stream, { statusCode }: { readonly statusCode: number }) => {
      const { write } = stream;
      const first = (chunk: string) => {
        stream.write = write;
        sent.push(`head ${statusCode}`);
        return write(chunk);
      };
      return Object.assign(stream, { write: first });
    };
    Object.assign(globalThis, {
      awslambda: { streamifyResponse: (handle: Handle) => handle, HttpResponseStream: { from: head } },
    });
  });
  afterEach(() => void Reflect.deleteProperty(globalThis, "awslambda"));

  /** As Lambda's stream, whose end writes nothing. */
  const streamOf = (takes = true): Stream =>
    Object.assign(new EventEmitter(), {
      destroyed: false,
      write: (chunk: string) => sent.push(chunk) > 0 && takes,
      end: () => void sent.push("end"),
    });
  const handlerOf = (schemas: object, code: () => AsyncIterable<string>) =>
    route({ stream: "text/plain", ...schemas }, code) as unknown as Handle;
  async function* nothing() {}

  test("sends the status and the body of a refused request", async () => {
    await handlerOf({ groups: ["admins"] }, nothing)(eventV2({}), streamOf());
    expect(sent).toEqual(["head 403", expect.stringContaining('"title":"Forbidden"'), "end"]);
  });

  test("sends the status of an answer without a part", async () => {
    await handlerOf({ status: 202 }, nothing)(eventV2({}), streamOf());
    expect(sent).toEqual(["head 202", "", "end"]);
  });

  test("ends the code when the caller has gone", async () => {
    const stream = streamOf(false);
    let hasEnded = false;
    const parts = async function* () {
      try {
        for (;;) yield "part";
      } finally {
        hasEnded = true;
      }
    };
    const done = handlerOf({}, parts)(eventV2({}), stream);
    await new Promise(setImmediate);
    stream.destroyed = true;
    stream.emit("close");
    await done;
    expect([hasEnded, sent]).toEqual([true, ["head 200", "part"]]);
  });

  test("fails if the code fails after the first part", async () => {
    const parts = async function* () {
      yield "part";
      throw new Error("gone");
    };
    await expect(handlerOf({}, parts)(eventV2({}), streamOf())).rejects.toThrow("gone");
    expect(sent).toEqual(["head 200", "part"]);
  });
});

test("a parameter that is repeated is a list", async () => {
  const handler = route({}, ({ query }) => query);
  const event = { ...eventV2({}), rawQueryString: "tag=a&tag=b&page=1" };
  expect(parsed(await handler(event, lambdaContext()))).toEqual({ tag: ["a", "b"], page: "1" });
});

test("any library of Standard Schema works, also one that answers later", async () => {
  const even: StandardSchema<number, string> = {
    "~standard": {
      version: 1,
      vendor: "own",
      validate: async (value) =>
        Number(value) % 2 === 0
          ? { value: `${value}!` }
          : { issues: [{ message: "Odd", path: ["a/b", { key: 0 }] }] },
    },
  };
  const handler = route({ body: even }, ({ body }) => body);
  expect(parsed(await handler(eventV2(json(2)), lambdaContext()))).toBe("2!");
  const { errors } = parsed(await handler(eventV2(json(1)), lambdaContext())) as RouteProblem;
  expect(errors).toEqual([{ in: "body", pointer: "/a~1b/0", detail: "Odd" }]);
});

describe("an answer that does not match its schema", () => {
  const drifting = () =>
    route({ output: note }, () => ({ title: "Milk" }) as unknown as { title: string; id: string });
  const warnings = () => jest.spyOn(console, "warn").mockImplementation(() => undefined);
  afterEach(() => {
    delete process.env.IS_LOCAL;
    jest.restoreAllMocks();
  });

  test("is reported once per route on this machine, and sent", async () => {
    process.env.IS_LOCAL = "true";
    const warn = warnings();
    const handler = drifting();
    for (let count = 0; count < 2; count++) {
      const result = await handler(eventV2({ method: "GET" }), lambdaContext());
      expect(parsed(result)).toEqual({ title: "Milk" });
    }
    expect(warn.mock.calls).toEqual([
      [
        "The answer of GET /graphql does not match its schema. /id: Invalid input: expected string, received undefined",
      ],
    ]);
  });

  test("costs nothing in AWS", async () => {
    const warn = warnings();
    await drifting()(eventV2({}), lambdaContext());
    expect(warn).not.toHaveBeenCalled();
  });
});

test("tools read the schemas of a handler", () => {
  const schemas = { body: noteInput, status: 201 };
  expect(route(schemas, () => undefined).schemas).toBe(schemas);
});

test("the compiler knows the parts of a request, the answer and the errors from the schemas", () => {
  route({ body: noteInput, output: note }, ({ body }) => ({ id: "1", title: body.title }));
  // @ts-expect-error The answer has no id.
  route({ body: noteInput, output: note }, ({ body }) => ({ title: body.title }));
  // @ts-expect-error The body has no author.
  route({ body: noteInput }, ({ body }) => body.author);
  // @ts-expect-error The route has no such error.
  route({ errors: { 404: missing } }, (_input, { fail }) => fail(409, { message: "Taken" }));
});
