import { closeAll } from "../support/serve";
import { serveGraph } from "./support";

afterEach(closeAll);

const schema = `
  type Note { id: ID! title: String tags: [String] author: Author }
  type Author { name: String posts: Int }
  type Query { note(id: ID!): Note notes: [Note] text(value: String): AWSJSON }
  type Mutation { add(title: String!): Note }
`;

const passOn = `
export function response(ctx) {
  if (ctx.error) util.error(ctx.error.message, ctx.error.type, ctx.result);
  return ctx.result;
}`;
const imports = `import { util, runtime, extensions } from "@aws-appsync/utils";`;

describe("A resolver with a function alone", () => {
  test("hands the context over and gives the answer", async () => {
    const { ask, context } = await serveGraph({
      schema,
      resolvers: {
        "Query.note": ({ arguments: { id } }: { arguments: { id: string } }) => ({ id, title: "one" }),
      },
    });
    const { data, errors } = await ask("query Get($id: ID!) { note(id: $id) { id name: title } }", {
      id: "n1",
    });
    expect({ data, errors }).toEqual({ data: { note: { id: "n1", name: "one" } }, errors: undefined });
    expect(context.functions.events("Query_note")).toEqual([
      {
        arguments: { id: "n1" },
        identity: null,
        source: null,
        request: { headers: expect.objectContaining({ "x-api-key": "da2-key" }), domainName: null },
        prev: null,
        stash: {},
        info: {
          fieldName: "note",
          parentTypeName: "Query",
          variables: { id: "n1" },
          selectionSetList: ["id", "name"],
          selectionSetGraphQL: "{\n  id\n  name: title\n}",
        },
      },
    ]);
  });

  test("makes its failure an error of the field", async () => {
    const { ask } = await serveGraph({
      schema,
      resolvers: {
        "Query.note": () => {
          throw new TypeError("no database");
        },
      },
    });
    const { status, data, errors } = await ask('{ note(id: "1") { id } }');
    expect(status).toBe(200);
    expect(data).toEqual({ note: null });
    expect(errors).toEqual([
      {
        path: ["note"],
        data: null,
        errorType: "Lambda:Unhandled",
        errorInfo: null,
        locations: [{ line: 1, column: 3, sourceName: null }],
        message: "no database",
      },
    ]);
  });
});

describe("A resolver in JavaScript", () => {
  test("runs between request and response, with arguments and stash", async () => {
    const code = `${imports}
export function request(ctx) {
  ctx.stash.tag = util.str.toUpper(ctx.args.id);
  return { payload: { id: ctx.args.id, title: util.authType() } };
}
export function response(ctx) {
  return { ...ctx.result, tags: [ctx.stash.tag] };
}`;
    const { ask } = await serveGraph({ schema, resolvers: { "Query.note": { code } } });
    const { data } = await ask('{ note(id: "a") { id title tags } }');
    expect(data).toEqual({ note: { id: "a", title: "API Key Authorization", tags: ["A"] } });
  });

  test.each([
    [
      "util.error",
      'util.error("bad", "Mine", { id: 1 }, { why: 2 })',
      { message: "bad", errorType: "Mine", data: { id: 1 }, errorInfo: { why: 2 } },
    ],
    [
      "util.unauthorized",
      "util.unauthorized()",
      { message: "Not Authorized to access note on type Query", errorType: "Unauthorized" },
    ],
    ["a mistake", "ctx.args.missing.id", { message: "Runtime Error", errorType: "Code" }],
  ])("%s ends it with an error", async (_, statement, error) => {
    const code = `${imports}\nexport function request(ctx) { ${statement}; return {}; }${passOn}`;
    const { ask } = await serveGraph({ schema, resolvers: { "Query.note": { code } } });
    const { data, errors } = await ask('{ note(id: "a") { id } }');
    expect(data).toEqual({ note: null });
    expect(errors).toEqual([expect.objectContaining({ path: ["note"], ...error })]);
  });

  test("a mistake is in the log with its line", async () => {
    const code = `${imports}\nexport function request(ctx) {\n  return ctx.args.missing.id;\n}${passOn}`;
    const { ask, context } = await serveGraph({ schema, resolvers: { "Query.note": { code } } });
    await ask('{ note(id: "a") { id } }');
    const line = expect.stringMatching(/^Query\.note request failed: Cannot read .*\(line 3, column 27\)$/);
    expect(context.reported).toContainEqual(
      expect.objectContaining({ event: "log", stream: "stderr", line }),
    );
  });

  test("util.appendError adds an error to the data", async () => {
    const code = `${imports}\nexport function request(ctx) { util.appendError("hm", "Soft"); return { payload: { id: "1" } }; }${passOn}`;
    const { ask } = await serveGraph({ schema, resolvers: { "Query.note": { code } } });
    const { data, errors } = await ask('{ note(id: "a") { id } }');
    expect(data).toEqual({ note: { id: "1" } });
    expect(errors).toEqual([expect.objectContaining({ message: "hm", errorType: "Soft", path: ["note"] })]);
  });

  test("an early return skips data source and response", async () => {
    const code = `${imports}\nexport function request(ctx) { runtime.earlyReturn({ id: "early" }); }\nexport function response() { util.error("reached"); }`;
    const { ask } = await serveGraph({ schema, resolvers: { "Query.note": { code } } });
    const { data, errors } = await ask('{ note(id: "a") { id } }');
    expect({ data, errors }).toEqual({ data: { note: { id: "early" } }, errors: undefined });
  });

  test("syntax that the runtime does not have is refused by name and line", async () => {
    const code = `${imports}\nexport function request(ctx) {\n  while (true) {}\n}${passOn}`;
    const { ask } = await serveGraph({ schema, resolvers: { "Query.note": { code } } });
    const { errors } = await ask('{ note(id: "a") { id } }');
    expect(errors?.[0]?.message).toBe("The runtime APPSYNC_JS does not have this:\n  Query.note:3:3: while");
  });

  test("code that does not end is stopped", async () => {
    const code = `${imports}\nexport function request(ctx) { const all = "x".repeat(9999).split(""); for (const a of all) for (const b of all) for (const c of all) ctx.stash.c = c; return {}; }${passOn}`;
    const { ask } = await serveGraph({ schema, resolvers: { "Query.note": { code } } });
    const { errors } = await ask('{ note(id: "a") { id } }');
    expect(errors).toEqual([expect.objectContaining({ message: "Runtime Error", errorType: "Code" })]);
  });

  test.each(["process", "require", "fetch", "setTimeout", "Buffer"])("it has no %s", async (name) => {
    const code = `export function request() { return { payload: { title: typeof ${name} } }; }\nexport function response(ctx) { return ctx.result; }`;
    const { ask } = await serveGraph({ schema, resolvers: { "Query.note": { code } } });
    const { data } = await ask('{ note(id: "a") { title } }');
    expect(data).toEqual({ note: { title: "undefined" } });
  });

  test("it makes no code from text", async () => {
    const code = `export function request() { return { payload: [].map.constructor("return this")() }; }${passOn}`;
    const { ask } = await serveGraph({ schema, resolvers: { "Query.note": { code } } });
    expect((await ask('{ note(id: "a") { title } }')).errors).toMatchObject([{ message: "Runtime Error" }]);
  });

  test("JSON is a value for it and a text for clients", async () => {
    const code = `export function request(ctx) { return { payload: { of: ctx.args.value } }; }\nexport function response(ctx) { return ctx.result; }`;
    const { ask } = await serveGraph({ schema, resolvers: { "Query.text": { code } } });
    const { data } = await ask('{ text(value: "x") }');
    expect(data).toEqual({ text: '{"of":"x"}' });
  });
});

const pipeline = { values: { kind: "PIPELINE", pipeline_config: { functions: ["one", "two"] } } };
const step = (code: string, data_source = "none") => ({ data_source, code });

describe("A pipeline", () => {
  const append = (letter: string) =>
    step(`export function request(ctx) { ctx.stash.seen = (ctx.stash.seen || "") + "${letter}"; return { payload: { id: (ctx.prev.result.id || "") + "${letter}" } }; }
export function response(ctx) { return ctx.result; }`);
  const around = `${imports}
export function request(ctx) { return { id: "0" }; }
export function response(ctx) { return { ...ctx.prev.result, title: ctx.stash.seen }; }`;

  test("runs its steps in order, with the result of the one before and one stash", async () => {
    const resolvers = { "Query.note": { values: { ...pipeline.values, code: around } } };
    const { ask } = await serveGraph({ schema, resolvers, steps: { one: append("1"), two: append("2") } });
    const { data } = await ask('{ note(id: "a") { id title } }');
    expect(data).toEqual({ note: { id: "012", title: "12" } });
  });

  test.each([
    ["NEXT", "early2"],
    ["END", "early"],
  ])("an early return to %s", async (skipTo, id) => {
    const early = step(
      `${imports}\nexport function request(ctx) { runtime.earlyReturn({ id: "early" }, { skipTo: "${skipTo}" }); }\nexport function response() { return null; }`,
    );
    const resolvers = { "Query.note": { values: { ...pipeline.values, code: around } } };
    const { ask } = await serveGraph({ schema, resolvers, steps: { one: early, two: append("2") } });
    const { data } = await ask('{ note(id: "a") { id } }');
    expect(data).toEqual({ note: { id } });
  });

  test("an early return before the steps goes to the response of the resolver", async () => {
    const code = `${imports}\nexport function request() { runtime.earlyReturn({ id: "early" }); }\nexport function response(ctx) { return ctx.prev.result; }`;
    const resolvers = { "Query.note": { values: { ...pipeline.values, code } } };
    const { ask } = await serveGraph({ schema, resolvers, steps: { one: append("1"), two: append("2") } });
    expect((await ask('{ note(id: "a") { id } }')).data).toEqual({ note: { id: "early" } });
  });

  test("an error of a step ends it", async () => {
    const broken = step(
      `${imports}\nexport function request() { util.error("stop"); }\nexport function response() { return null; }`,
    );
    const resolvers = { "Query.note": { values: { ...pipeline.values, code: around } } };
    const { ask } = await serveGraph({ schema, resolvers, steps: { one: broken, two: append("2") } });
    expect((await ask('{ note(id: "a") { id } }')).errors).toEqual([
      expect.objectContaining({ message: "stop" }),
    ]);
  });
});

test("a failure of the server itself is in its log, not in the answer", async () => {
  const { ask, context } = await serveGraph({
    schema,
    resolvers: { "Query.note": async () => ({ id: "a" }) },
  });
  jest.spyOn(context.functions, "invoke").mockRejectedValue(new Error("Could not resolve /home/me/app/a.js"));
  expect((await ask('{ note(id: "a") { id } }')).errors).toEqual([
    expect.objectContaining({
      message: "An internal failure occurred while resolving this field.",
      errorType: "InternalFailure",
    }),
  ]);
  expect(context.reported).toContainEqual({
    event: "warning",
    text: expect.stringContaining("failed in this server: Error: Could not resolve /home/me/app/a.js"),
  });
});
