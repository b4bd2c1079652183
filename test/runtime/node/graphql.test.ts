import type { APIGatewayProxyEventV2 } from "aws-lambda";
import {
  buildSchema,
  type ExecutionArgs,
  execute,
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  getIntrospectionQuery,
} from "graphql";
import { useMethod } from "../../../lib/runtime/node/api";
import { useLambdaContext } from "../../../lib/runtime/node/context";
import { GraphQLHandler, type GraphQLHandlerProps } from "../../../lib/runtime/node/graphql";
import { eventV1, eventV2, lambdaContext, type RequestParts } from "../events";

/** The third arguments of the resolvers. */
let seen: unknown[];
let logged: unknown[];

/** A schema whose resolvers are plain functions. */
function testSchema(): GraphQLSchema {
  const schema = buildSchema(`
    type Query { greet(name: String!): String!, twice(n: Int!): Int!, broken: String, refused: String, wrapped: String, on(day: Day!): String }
    scalar Day
    type Mutation { add(n: Int!): Int! }
  `);
  const resolvers: Record<string, (args: Record<string, unknown>) => unknown> = {
    greet: ({ name }) => `Hello ${name}`,
    twice: ({ n }) => Number(n) * 2,
    add: ({ n }) => Number(n) + 1,
    broken: () => {
      throw new Error("connect ECONNREFUSED db.internal:5432");
    },
    refused: () => {
      throw new GraphQLError("Only for members", { extensions: { code: "FORBIDDEN" } });
    },
    wrapped: () => {
      throw new GraphQLError("Failed", { originalError: new Error("password=hunter2") });
    },
  };
  const day = schema.getType("Day");
  if (day instanceof GraphQLScalarType) {
    day.parseValue = (value) => {
      throw new Error(`${String(value)} is no day`);
    };
  }
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      field.resolve = (_source, args, context) => {
        seen.push(context);
        return resolvers[field.name]?.(args);
      };
    }
  }
  return schema;
}

beforeEach(() => {
  seen = [];
  logged = [];
  jest.spyOn(console, "error").mockImplementation((entry) => logged.push(entry));
});
afterEach(() => jest.restoreAllMocks());

const formats = [
  ["2.0", eventV2],
  ["1.0", eventV1],
] as const;

/** Sends a request in a payload format, and reads the answer. */
async function send(parts: RequestParts, props: object = {}, event: (typeof formats)[number][1] = eventV2) {
  const handler = GraphQLHandler({ schema: testSchema(), ...props });
  const { statusCode, headers, body } = await handler(event(parts), lambdaContext());
  return { statusCode, type: headers["content-type"], body: body === "" ? undefined : JSON.parse(body) };
}

const query = (text: string, rest: object = {}): RequestParts => ({
  body: JSON.stringify({ query: text, ...rest }),
});

const json = "application/json; charset=utf-8";

describe.each(formats)("GraphQLHandler with payload format %s", (_format, event) => {
  test("answers a query by POST", async () => {
    expect(await send(query('{ greet(name: "you") }'), {}, event)).toEqual({
      statusCode: 200,
      type: json,
      body: { data: { greet: "Hello you" } },
    });
  });

  test("answers a query by GET, with variables and the name of the operation", async () => {
    const parts = {
      method: "GET",
      query: {
        query: 'query A($n: Int!) { twice(n: $n) } query B { greet(name: "B & Ü?") }',
        operationName: "A",
        variables: '{"n":21}',
      },
    };
    expect((await send(parts, {}, event)).body).toEqual({ data: { twice: 42 } });
    const other = { ...parts, query: { ...parts.query, operationName: "B" } };
    expect((await send(other, {}, event)).body).toEqual({ data: { greet: "Hello B & Ü?" } });
  });

  test("takes variables and the name of the operation from the body", async () => {
    const document = "query A($n: Int!) { twice(n: $n) } mutation B($n: Int!) { add(n: $n) }";
    const parts = query(document, { operationName: "B", variables: { n: 1 } });
    expect((await send(parts, {}, event)).body).toEqual({ data: { add: 2 } });
  });

  test("decodes a body that the gateway has encoded", async () => {
    const body = Buffer.from('{"query":"{ greet(name: \\"Zoë\\") }"}').toString("base64");
    const { body: answer } = await send({ body, isBase64Encoded: true }, {}, event);
    expect(answer).toEqual({ data: { greet: "Hello Zoë" } });
  });

  test("does not mind what other headers hold", async () => {
    const parts = { ...query("{ twice(n: 1) }"), headers: { "x-name": "Zoë 🙂" } };
    expect((await send(parts, {}, event)).statusCode).toBe(200);
  });

  test("answers in the newer media type when the client asks for it", async () => {
    const accept = { headers: { accept: "application/graphql-response+json" } };
    const parts = { ...query("{ nothing }"), ...accept };
    expect(await send(parts, {}, event)).toMatchObject({
      statusCode: 400,
      type: "application/graphql-response+json; charset=utf-8",
    });
  });
});

describe("GraphQLHandler", () => {
  test.each<[string, RequestParts, number, RegExp | undefined]>([
    [
      "a mutation by GET",
      { method: "GET", query: { query: "mutation { add(n: 1) }" } },
      405,
      /mutations over GET/,
    ],
    ["another method", { method: "PUT" }, 405, undefined],
    [
      "a form, which any page could send",
      { body: "query={greet}", headers: { "content-type": "application/x-www-form-urlencoded" } },
      415,
      undefined,
    ],
    [
      "text, which any page could send",
      { body: '{"query":"{ a }"}', headers: { "content-type": "text/plain" } },
      415,
      undefined,
    ],
    [
      "a client that does not accept JSON",
      { ...query("{ a }"), headers: { accept: "text/html" } },
      406,
      undefined,
    ],
    ["no query, as from a browser's address line", { method: "GET" }, 400, /Missing query/],
    ["a body that is not JSON", { body: "{" }, 400, /JSON/],
    ["an empty body", { body: "" }, 400, /Missing body/],
    ["variables that are not an object", query("{ a }", { variables: [1] }), 400, /Invalid variables/],
  ])("refuses %s", async (_, parts, status, message) => {
    const { statusCode, body } = await send(parts);
    expect(statusCode).toBe(status);
    if (message === undefined) expect(body).toBeUndefined();
    else expect(body.errors[0].message).toMatch(message);
    expect(seen).toEqual([]);
  });

  test.each([
    ["{ greet(name: }", /Syntax Error/],
    ["{ nothing }", /Cannot query field "nothing"/],
    ['{ twice(n: "x") }', /Int cannot represent/],
    ["query A { twice(n: 1) } query B { twice(n: 2) }", /operation/],
  ])("tells a client what is wrong with %s", async (text, message) => {
    const { statusCode, body } = await send(query(text));
    expect([statusCode, body.errors[0].message]).toEqual([200, expect.stringMatching(message)]);
    expect(logged).toEqual([]);
  });

  test("tells a client which variable is wrong", async () => {
    const { body } = await send(query("query($n: Int!) { twice(n: $n) }", { variables: { n: "x" } }));
    expect(body.errors[0].message).toMatch(/Variable "\$n" got invalid value "x"/);
  });

  test("tells a client what a scalar of the schema does not accept", async () => {
    const { body } = await send(query("query($day: Day!) { on(day: $day) }", { variables: { day: "x" } }));
    expect(body.errors[0].message).toMatch(/x is no day/);
    expect(logged).toEqual([]);
  });

  test("refuses a query above the limit of tokens, and answers one within it", async () => {
    const tokens = (count: number) => query(`{ ${"a: twice(n: 1) ".repeat(count)} }`);
    expect((await send(tokens(1), { maxTokens: 10 })).body).toEqual({ data: { a: 2 } });
    expect((await send(tokens(2), { maxTokens: 10 })).body.errors[0].message).toMatch(/10 tokens/);
    expect((await send(tokens(1500))).body.errors[0].message).toMatch(/10000 tokens/);
  });

  test("lets clients introspect the schema", async () => {
    const { body } = await send(query(getIntrospectionQuery()));
    expect(body.data.__schema.queryType).toMatchObject({ name: "Query" });
  });

  test("shows no page to a browser", async () => {
    const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    expect(await send({ method: "GET", headers: { accept } })).toMatchObject({ statusCode: 400, type: json });
  });
});

describe("GraphQLHandler errors", () => {
  test("an unexpected one is hidden from the client, and logged", async () => {
    const { statusCode, body } = await send(query("{ broken twice(n: 1) }"));
    expect(statusCode).toBe(200);
    expect(body).toEqual({
      data: { broken: null, twice: 2 },
      errors: [
        {
          message: "Unexpected error.",
          path: ["broken"],
          locations: [{ line: 1, column: 3 }],
          extensions: { code: "INTERNAL_SERVER_ERROR" },
        },
      ],
    });
    expect(logged).toEqual([new Error("connect ECONNREFUSED db.internal:5432")]);
  });

  test("one that wraps an unexpected one is hidden, too", async () => {
    const { body } = await send(query("{ wrapped }"));
    expect(JSON.stringify(body)).not.toContain("hunter2");
    expect(body.errors[0].message).toBe("Unexpected error.");
  });

  test("one thrown as GraphQLError is the client's, and not logged", async () => {
    const { body } = await send(query("{ refused }"));
    expect(body.errors[0]).toMatchObject({ message: "Only for members", extensions: { code: "FORBIDDEN" } });
    expect(logged).toEqual([]);
  });

  test("an unexpected one is shown on a developer's machine", async () => {
    jest.replaceProperty(process, "env", { ...process.env, IS_LOCAL: "true" });
    const { body } = await send(query("{ broken }"));
    expect(body.errors[0].message).toMatch(/ECONNREFUSED/);
  });

  test.each([
    ["an unexpected one", new Error("secret"), 500, "Unexpected error."],
    ["a GraphQLError", new GraphQLError("Sign in first"), 400, "Sign in first"],
  ])("%s of context ends the request", async (_, error, status, message) => {
    const context = () => Promise.reject(error);
    const { statusCode, body } = await send(query("{ twice(n: 1) }"), { context });
    expect([statusCode, body.errors[0].message]).toEqual([status, message]);
    expect(logged).toEqual(status === 500 ? [error] : []);
    expect(seen).toEqual([]);
  });
});

describe("GraphQLHandler batching", () => {
  const batch = (count: number, text = "{ twice(n: 2) }") => ({
    body: JSON.stringify(Array.from({ length: count }, () => ({ query: text }))),
  });

  test("is off", async () => {
    const { statusCode, body } = await send(batch(1));
    expect([statusCode, body.errors[0].message]).toEqual([400, expect.stringMatching(/batching is off/)]);
    expect(seen).toEqual([]);
  });

  test.each([
    [true, 10],
    [{}, 10],
    [{ limit: 2 }, 2],
  ])("%j allows this number of operations and no more: %d", async (batching, limit) => {
    const { statusCode, type, body } = await send(batch(limit), { batching });
    expect([statusCode, type]).toEqual([200, json]);
    expect(body).toEqual(Array.from({ length: limit }, () => ({ data: { twice: 4 } })));
    expect((await send(batch(limit + 1), { batching })).statusCode).toBe(413);
    expect(seen).toHaveLength(limit);
  });

  test("gives each operation its own errors, in its place, with the same masking", async () => {
    const body = JSON.stringify([
      { query: "{ twice(n: 1) }" },
      { query: "{ broken }" },
      { query: "{ nothing }" },
      1,
    ]);
    const answer = await send({ body }, { batching: true });
    expect(answer.body).toEqual([
      { data: { twice: 2 } },
      expect.objectContaining({
        data: { broken: null },
        errors: [expect.objectContaining({ message: "Unexpected error." })],
      }),
      { errors: [expect.objectContaining({ message: expect.stringMatching(/nothing/) })] },
      { errors: [expect.objectContaining({ message: "JSON body must be an object" })] },
    ]);
  });

  test("refuses an empty list", async () => {
    expect((await send({ body: " []" }, { batching: true })).statusCode).toBe(400);
  });
});

describe("GraphQLHandler context", () => {
  test("is made of the event and the Lambda context, for each operation", async () => {
    const context = ({
      event,
      context,
    }: {
      event: APIGatewayProxyEventV2;
      context: { awsRequestId: string };
    }) => ({
      ip: event.requestContext.http.sourceIp,
      id: context.awsRequestId,
    });
    await send(query("{ twice(n: 1) }"), { context });
    expect(seen).toEqual([{ ip: "192.0.2.1", id: "request" }]);
  });

  test("is nothing by itself: neither the event nor the Lambda context gets to resolvers", async () => {
    await send(query("{ twice(n: 1) }"));
    expect(seen).toEqual([undefined]);
  });

  test("the Lambda context is left unchanged", async () => {
    const context = Object.freeze(lambdaContext());
    const handler = GraphQLHandler({ schema: testSchema() });
    await handler(eventV2(query("{ twice(n: 1) }")), context);
    expect(context.callbackWaitsForEmptyEventLoop).toBe(true);
  });
});

describe("GraphQLHandler formatPayload", () => {
  type Format = NonNullable<GraphQLHandlerProps<{ user: string }>["formatPayload"]>;

  test("changes what is sent", async () => {
    const formatPayload: Format = ({ payload, context, operationName }) => ({
      ...payload,
      extensions: { user: context?.user, operationName },
    });
    const props = { context: () => ({ user: "ada" }), formatPayload };
    expect((await send(query("query A { twice(n: 1) }", { operationName: "A" }), props)).body).toEqual({
      data: { twice: 2 },
      extensions: { user: "ada", operationName: "A" },
    });
  });

  test("gets masked errors, with the thrown errors behind them", async () => {
    const formatPayload: Format = ({ payload }) => ({
      ...payload,
      errors: payload.errors?.map((error) => ({
        ...error.toJSON(),
        extensions: { was: error.originalError?.name },
      })),
    });
    expect((await send(query("{ broken }"), { formatPayload })).body.errors).toEqual([
      expect.objectContaining({ message: "Unexpected error.", extensions: { was: "Error" } }),
    ]);
  });

  test("ends the request with status 500 when it throws", async () => {
    const formatPayload = () => {
      throw new Error("secret");
    };
    const { statusCode, body } = await send(query("{ twice(n: 1) }"), { formatPayload });
    expect([statusCode, body.errors[0].message]).toEqual([500, "Unexpected error."]);
  });
});

test("an operation is executed by the given function", async () => {
  const executed: (string | undefined)[] = [];
  const props = {
    execute: async (args: ExecutionArgs) => {
      executed.push(args.operationName ?? undefined);
      const result = await execute(args);
      return { ...result, extensions: { took: 1 } };
    },
  };
  const { body } = await send(query("query Twice { twice(n: 2) }", { operationName: "Twice" }), props);
  expect(body).toEqual({ data: { twice: 4 }, extensions: { took: 1 } });
  expect(executed).toEqual(["Twice"]);
});

test("an invalid operation is not executed", async () => {
  const props = { execute: jest.fn() };
  expect((await send(query("{ missing }"), props)).body.errors).toHaveLength(1);
  expect(props.execute).not.toHaveBeenCalled();
});

test("resolvers and context read the current request", async () => {
  const props = { context: () => `${useMethod()} ${useLambdaContext().awsRequestId}` };
  await send(query("{ twice(n: 1) }"), props);
  expect(seen).toEqual(["POST request"]);
});
