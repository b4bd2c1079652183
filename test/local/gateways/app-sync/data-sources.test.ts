import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type { Service } from "../../../../lib/local/services/contract/service";
import { dynamodb } from "../../../../lib/local/services/dynamodb";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { serviceContext } from "../../services/context";
import { testModel } from "../../support/model";
import { closeAll, listen } from "../support/serve";
import { type Answer, functionArn, type ServedGraph, serveGraph, type TestGraph } from "./support";

const schema = `
  type Note { id: ID owner: String stars: Int tags: [String] comments: [String] }
  type Query { run(input: AWSJSON): AWSJSON notes: [Note] }
  type Mutation { write(input: AWSJSON): AWSJSON }
`;
const notes = {
  name: "notes",
  arn: "arn:aws:dynamodb:eu-west-1:123456789012:table/notes",
  hash_key: "id",
  attribute: [
    { name: "id", type: "S" },
    { name: "owner", type: "S" },
  ],
  global_secondary_index: [{ name: "byOwner", hash_key: "owner", projection_type: "ALL" }],
};

let router: EndpointRouter;
let tables: Service;
/** Requests to services that only record: EventBridge and the Data API. */
let recorded: {
  readonly url: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}[];
let answers: object[];

beforeAll(async () => {
  const model = testModel({ aws_dynamodb_table: { Notes: notes } });
  router = await EndpointRouter.start(() => {});
  tables = await dynamodb.start(serviceContext({ model }));
  const record: Service = {
    resources: { replace: async () => {}, stop: async () => {} },
    handle: async ({ url, headers, body }) => {
      recorded.push({ url, headers, body: JSON.parse(body.toString()) });
      return { status: 200, body: JSON.stringify(answers.shift() ?? {}) };
    },
  };
  router.serve(
    new Map([
      ["dynamodb", tables],
      ["events", record],
      ["rds-data", record],
    ]),
  );
});
afterAll(async () => {
  await router.close();
  await tables.resources.stop?.();
});
beforeEach(() => {
  recorded = [];
  answers = [];
});
afterEach(closeAll);

const imports = `
import { util } from "@aws-appsync/utils";
import * as ddb from "@aws-appsync/utils/dynamodb";
import { select, insert, update, remove, sql, agg, typeHint, createPgStatement, createMySQLStatement, toJsonObject } from "@aws-appsync/utils/rds";
`;
const respond = `export function response(ctx) {
  if (ctx.error) util.error(ctx.error.message, ctx.error.type, ctx.result);
  return ctx.result;
}`;

const sources = {
  notes: { type: "AMAZON_DYNAMODB", dynamodb_config: { table_name: "notes" } },
  bus: {
    type: "AMAZON_EVENTBRIDGE",
    event_bridge_config: { event_bus_arn: "arn:aws:events:eu-west-1:1:event-bus/b" },
  },
  db: {
    type: "RELATIONAL_DATABASE",
    relational_database_config: {
      http_endpoint_config: {
        db_cluster_identifier: "cluster",
        aws_secret_store_arn: "secret",
        database_name: "shop",
      },
    },
  },
  search: { type: "AMAZON_OPENSEARCH_SERVICE" },
};

/** Serves a field whose request is an expression. */
function serve(
  source: string,
  request: string,
  more: Partial<TestGraph> = {},
  response = respond,
): Promise<ServedGraph> {
  const code = `${imports}\nexport function request(ctx) { return ${request}; }\n${response}`;
  return serveGraph({
    schema,
    sources: { ...sources, ...more.sources },
    resolvers: { "Query.run": { code, source }, ...more.resolvers },
    functions: more.functions,
    context: { endpoints: new Map(["dynamodb", "events", "rds-data"].map((name) => [name, router.url])) },
  });
}

async function run(source: string, request: string, response?: string): Promise<unknown> {
  const { ask } = await serve(source, request, {}, response);
  return valueOf(await ask("{ run }"));
}

function valueOf({ data, errors }: Answer): unknown {
  return errors === undefined
    ? JSON.parse(String(data?.run))
    : errors.map(({ message, errorType, data: found }) => ({ message, errorType, data: found }));
}

describe("A DynamoDB data source", () => {
  const put = (id: string, item: object) =>
    run("notes", `ddb.put({ key: { id: "${id}" }, item: ${JSON.stringify(item)} })`);

  test("puts, gets, updates and removes items", async () => {
    expect(await put("1", { owner: "ann", stars: 1, tags: ["a"] })).toEqual({
      id: "1",
      owner: "ann",
      stars: 1,
      tags: ["a"],
    });
    expect(await run("notes", 'ddb.get({ key: { id: "1" }, projection: ["stars", "tags"] })')).toEqual({
      stars: 1,
      tags: ["a"],
    });
    const changed = `ddb.update({ key: { id: "1" }, update: {
      stars: ddb.operations.increment(4), owner: ddb.operations.remove(), tags: ddb.operations.append(["b"]), at: { day: 3 } } })`;
    await expect(run("notes", changed)).resolves.toEqual([
      expect.objectContaining({ errorType: "DynamoDB:ValidationException" }),
    ]);
    const possible = changed.replace("at: { day: 3 }", 'state: "new"');
    expect(await run("notes", possible)).toEqual({ id: "1", stars: 5, tags: ["a", "b"], state: "new" });
    expect(await run("notes", 'ddb.remove({ key: { id: "1" } })')).toMatchObject({ id: "1" });
    expect(await run("notes", 'ddb.get({ key: { id: "1" } })')).toBeNull();
  });

  test("queries and scans page by page, with filters", async () => {
    for (const [id, stars] of [
      ["q1", 1],
      ["q2", 2],
      ["q3", 3],
    ] as const)
      await put(id, { owner: "quinn", stars });
    const query = (more: string) =>
      run("notes", `ddb.query({ query: { owner: { eq: "quinn" } }, index: "byOwner", ${more} })`);
    const first = (await query("limit: 2")) as { items: { id: string }[]; nextToken: string };
    const rest = (await query(`nextToken: "${first.nextToken}"`)) as typeof first;
    expect([...first.items, ...rest.items].map(({ id }) => id).sort()).toEqual(["q1", "q2", "q3"]);
    expect(rest.nextToken).toBeNull();
    expect(await query("filter: { or: [{ stars: { gt: 2 } }, { id: { beginsWith: 'q1' } }] }")).toMatchObject(
      { scannedCount: 3, items: [{}, {}] },
    );
    const scanned = (await run(
      "notes",
      "ddb.scan({ filter: { stars: { between: [2, 2] }, owner: { attributeExists: true } } })",
    )) as typeof first;
    expect(scanned.items.map(({ id }) => id)).toEqual(["q2"]);
    const synced = (await run("notes", "ddb.sync({ filter: { stars: { in: [3] } } })")) as typeof first;
    expect(synced).toMatchObject({ items: [{ id: "q3" }], startedAt: Date.UTC(2026, 0, 2, 3, 4, 5) });
  });

  test("puts, gets and removes batches", async () => {
    expect(await run("notes", 'ddb.batchPut({ tables: { notes: [{ id: "b1" }, { id: "b2" }] } })')).toEqual({
      data: { notes: [{ id: "b1" }, { id: "b2" }] },
      unprocessedItems: { notes: [] },
    });
    expect(
      await run(
        "notes",
        'ddb.batchGet({ tables: { notes: { keys: [{ id: "b2" }, { id: "none" }, { id: "b1" }] } } })',
      ),
    ).toEqual({
      data: { notes: [{ id: "b2" }, null, { id: "b1" }] },
      unprocessedKeys: { notes: [] },
    });
    expect(await run("notes", 'ddb.batchDelete({ tables: { notes: [{ id: "b1" }] } })')).toMatchObject({
      data: { notes: [{ id: "b1" }] },
    });
    expect(await run("notes", 'ddb.get({ key: { id: "b1" } })')).toBeNull();
  });

  test("reads and writes in transactions", async () => {
    const write = `ddb.transactWrite({ items: [
      { putItem: { table: "notes", key: { id: "t1" }, item: { stars: 1 } } },
      { conditionCheck: { table: "notes", key: { id: "t2" }, condition: { id: { attributeExists: false } } } } ] })`;
    expect(await run("notes", write)).toEqual({
      keys: [{ id: "t1" }, { id: "t2" }],
      cancellationReasons: null,
    });
    const get =
      'ddb.transactGet({ items: [{ table: "notes", key: { id: "t1" } }, { table: "notes", key: { id: "t2" } }] })';
    expect(await run("notes", get)).toEqual({
      items: [{ id: "t1", stars: 1 }, null],
      cancellationReasons: null,
    });
    const again =
      'ddb.transactWrite({ items: [{ deleteItem: { table: "notes", key: { id: "t1" }, condition: { stars: { gt: 5 } } } }] })';
    expect(await run("notes", again)).toEqual([
      {
        errorType: "DynamoDB:TransactionCanceledException",
        message: expect.stringContaining("[ConditionalCheckFailed]"),
        data: {
          keys: null,
          items: null,
          cancellationReasons: [
            { type: "ConditionalCheckFailed", message: expect.any(String), item: { id: "t1", stars: 1 } },
          ],
        },
      },
    ]);
  });

  test("a condition that fails gives the item, unless it is as wanted", async () => {
    await put("c1", { owner: "ann" });
    const write = (owner: string) =>
      run(
        "notes",
        `ddb.put({ key: { id: "c1" }, item: { owner: "${owner}" }, condition: { id: { attributeExists: false } } })`,
      );
    expect(await write("ann")).toEqual({ id: "c1", owner: "ann" });
    expect(await write("bob")).toEqual([
      {
        errorType: "DynamoDB:ConditionalCheckFailedException",
        message: expect.any(String),
        data: { id: "c1", owner: "ann" },
      },
    ]);
  });

  test.each([
    [
      "an unknown operation",
      '({ operation: "Guess" })',
      'The request has the operation "Guess". Known operations: GetItem',
    ],
    [
      "an unknown operator",
      "ddb.scan({ filter: { id: { like: 1 } } })",
      "Unknown operator like of id. Known operators: eq",
    ],
    ["a token that is not one", 'ddb.scan({ nextToken: "x" })', "Invalid pagination token given."],
    [
      "a table that does not exist",
      'ddb.batchPut({ tables: { other: [{ id: "1" }] } })',
      "Requested resource not found",
    ],
  ])("%s is an error", async (_, request, message) => {
    expect(await run("notes", request)).toEqual([
      expect.objectContaining({ message: expect.stringContaining(message) }),
    ]);
  });

  test("takes requests of templates", async () => {
    const values = {
      data_source: "notes",
      kind: "UNIT",
      request_template: `#set($item = $util.dynamodb.toMapValues($ctx.args.input))
{ "version": "2018-05-29", "operation": "PutItem", "key": { "id": $util.dynamodb.toDynamoDBJson("v1") }, "attributeValues": $util.toJson($item) }`,
      response_template: "$util.toJson($ctx.result)",
    };
    const { ask } = await serve("none", "{}", { resolvers: { "Mutation.write": { values } } });
    const { data } = await ask("mutation Write($input: AWSJSON) { write(input: $input) }", {
      input: '{"stars":3}',
    });
    expect(JSON.parse(String(data?.write))).toEqual({ id: "v1", stars: 3 });
  });
});

describe("An EventBridge data source", () => {
  test("sends events to its bus", async () => {
    answers.push({ FailedEntryCount: 0, Entries: [{ EventId: "e1" }] });
    const request =
      '({ operation: "PutEvents", events: [{ source: "shop", detailType: "Paid", detail: { id: 1 } }] })';
    expect(await run("bus", request)).toEqual({ FailedEntryCount: 0, Entries: [{ EventId: "e1" }] });
    const EventBusName = sources.bus.event_bridge_config.event_bus_arn;
    expect(recorded[0]?.body).toEqual({
      Entries: [{ Source: "shop", DetailType: "Paid", Detail: '{"id":1}', EventBusName }],
    });
    expect(recorded[0]?.headers["x-amz-target"]).toBe("AWSEvents.PutEvents");
  });
});

describe("A database", () => {
  const rows = {
    records: [[{ longValue: 1 }, { stringValue: "a" }, { isNull: true }]],
    columnMetadata: [{ name: "id" }, { name: "text" }, { name: "at", label: "made" }],
  };

  test("runs a statement through the Data API, and gives rows", async () => {
    answers.push(rows);
    const request =
      'createPgStatement(sql`select * from notes where id = ${1} and day = ${typeHint.DATE("2026-01-02")}`)';
    const response = "export function response(ctx) { return toJsonObject(ctx.result)[0]; }";
    expect(await run("db", request, response)).toEqual([{ id: 1, text: "a" }]);
    expect(recorded).toEqual([
      expect.objectContaining({
        url: "/Execute",
        body: {
          resourceArn: "cluster",
          secretArn: "secret",
          database: "shop",
          sql: "select * from notes where id = :P0 and day = :P1",
          parameters: [
            { name: "P0", value: { longValue: 1 } },
            { name: "P1", value: { stringValue: "2026-01-02" }, typeHint: "DATE" },
          ],
          includeResultMetadata: true,
        },
      }),
    ]);
  });

  test.each([
    [
      'select({ table: "notes", columns: ["id", "text"], where: { id: { eq: 1 }, and: [{ or: [{ a: { contains: "x" } }, { b: { attributeExists: false } }] }] }, orderBy: [{ column: "id", dir: "DESC" }], limit: 5, offset: 2 })',
      'SELECT "id", "text" FROM "notes" WHERE "id" = :P0 AND (("a" LIKE :P1) OR ("b" IS NULL)) ORDER BY "id" DESC LIMIT :P2 OFFSET :P3',
    ],
    [
      'select({ from: { n: "notes" }, columns: [{ total: agg.countDistinct("n.id") }, "n.owner"], groupBy: ["n.owner"], having: { "n.id": { count: { gt: 1 } } }, leftJoin: [{ from: "people", on: { "people.id": { ne: "x" } } }] })',
      `SELECT count(DISTINCT "n"."id") as "total", "n"."owner" FROM "notes" as "n" LEFT JOIN "people" ON "people"."id" != :P0 GROUP BY "n"."owner" HAVING count("n"."id") > :P1`,
    ],
    [
      'insert({ table: "notes", values: { id: 1, text: "a" }, returning: "*" })',
      'INSERT INTO "notes" ("id", "text") VALUES (:P0, :P1) RETURNING *',
    ],
    [
      'update({ table: "notes", values: { text: "b" }, where: { id: { between: [1, 2] } } })',
      'UPDATE "notes" SET "text" = :P0 WHERE "id" BETWEEN :P1 AND :P2',
    ],
    [
      'remove({ table: "public.notes", where: sql`id = ${7}` })',
      'DELETE FROM "public"."notes" WHERE id = :P0',
    ],
  ])("%s makes a statement", async (statement, expected) => {
    await run("db", `createPgStatement(${statement})`);
    expect(recorded.map(({ body }) => (body as { sql: string }).sql)).toEqual([expected]);
  });

  test("of MySQL has its quotes, and two statements run in order", async () => {
    await run(
      "db",
      'createMySQLStatement(insert({ table: "a`b", values: { id: 1 } }), select({ table: "t" }))',
    );
    expect(recorded.map(({ body }) => (body as { sql: string }).sql)).toEqual([
      "INSERT INTO `a``b` (`id`) VALUES (:P0)",
      "SELECT * FROM `t`",
    ]);
  });
});

describe("An HTTP data source", () => {
  const server = async () => {
    const seen: object[] = [];
    const url = await listen(
      createServer(async (request, response) => {
        const { authorization, "x-id": id } = request.headers;
        seen.push({ line: `${request.method} ${request.url}`, body: await text(request), id, authorization });
        response.writeHead(404, { "x-seen": "yes" }).end("gone");
      }),
    );
    return { url, seen };
  };
  const request =
    '({ method: "POST", resourcePath: "/a/b", params: { query: { q: ["1", "2"] }, headers: { "X-Id": "7" }, body: { a: 1 } } })';

  test("sends the request, and any status is a result", async () => {
    const { url, seen } = await server();
    const http = { type: "HTTP", http_config: { endpoint: url } };
    const { ask } = await serve("web", request, { sources: { web: http } });
    expect(valueOf(await ask("{ run }"))).toMatchObject({
      statusCode: 404,
      body: "gone",
      headers: { "x-seen": "yes" },
    });
    expect(seen).toEqual([{ line: "POST /a/b?q=1&q=2", body: '{"a":1}', id: "7", authorization: undefined }]);
  });

  const signed = (endpoint: string, signing_service_name: string) => ({
    type: "HTTP",
    http_config: {
      endpoint,
      authorization_config: {
        authorization_type: "AWS_IAM",
        aws_iam_config: { signing_region: "eu-west-1", signing_service_name },
      },
    },
  });

  test("signs for a service", async () => {
    const { url, seen } = await server();
    const { ask } = await serve("web", request, { sources: { web: signed(url, "states") } });
    await ask("{ run }");
    expect(seen).toEqual([
      expect.objectContaining({ authorization: expect.stringMatching(/\/eu-west-1\/states\/aws4_request/) }),
    ]);
  });

  test("that is for a service of AWS goes to the local one, and never to AWS", async () => {
    const web = signed("https://events.eu-west-1.amazonaws.com", "events");
    const local = await serve("web", request, { sources: { web } });
    expect(valueOf(await local.ask("{ run }"))).toMatchObject({ statusCode: 200 });
    expect(recorded).toHaveLength(1);
    const other = signed("https://states.eu-west-1.amazonaws.com", "states");
    const missing = await serve("web", request, { sources: { web: other } });
    expect(valueOf(await missing.ask("{ run }"))).toEqual([
      expect.objectContaining({
        errorType: "NotEmulated",
        message: expect.stringContaining("--endpoint states="),
      }),
    ]);
  });
});

describe("A function as a data source", () => {
  const fn = { type: "AWS_LAMBDA", lambda_config: { function_arn: functionArn("answer") } };

  test("gets the payload of the request, and its failure reaches the response", async () => {
    const functions = {
      answer: (payload: { n: number }) => {
        if (payload.n === 0) throw new Error("zero");
        return payload.n * 2;
      },
    };
    const code = '({ operation: "Invoke", payload: { n: ctx.args.input } })';
    const { ask } = await serve("fn", code, { sources: { fn }, functions });
    expect(valueOf(await ask('{ run(input: "4") }'))).toBe(8);
    expect(valueOf(await ask('{ run(input: "0") }'))).toEqual([
      { errorType: "Lambda:Unhandled", message: "zero", data: null },
    ]);
  });

  const list = {
    "Query.notes": {
      code: `export function request() { return { payload: [{ id: "1" }, { id: "2" }, { id: "3" }] }; }\n${respond.replace(/if .*\n/, "")}`,
    },
  };
  const batched = `export function request(ctx) { return { operation: "BatchInvoke", payload: ctx.source.id }; }
export function response(ctx) { return ctx.result; }`;

  const failing = `import { util } from "@aws-appsync/utils";\n${batched.split("\n")[0]}\n${respond}`;

  test("is invoked once for all items of a list", async () => {
    const calls: unknown[] = [];
    const functions = {
      answer: (ids: string[]) => {
        calls.push(ids);
        return ids.map((id) => [`c${id}`]);
      },
    };
    const { ask } = await serve("none", "{}", {
      sources: { fn },
      functions,
      resolvers: { ...list, "Note.comments": { code: batched, source: "fn" } },
    });
    expect((await ask("{ notes { id comments } }")).data).toEqual({
      notes: ["1", "2", "3"].map((id) => ({ id, comments: [`c${id}`] })),
    });
    expect(calls).toEqual([["1", "2", "3"]]);
  });

  test.each([
    [["c1"], "1 items"],
    ["c1", "no list"],
  ])("that answers a batch with %j gets an error with the reason", async (answer, given) => {
    const { ask } = await serve("none", "{}", {
      sources: { fn },
      functions: { answer: () => answer },
      resolvers: { ...list, "Note.comments": { code: failing, source: "fn" } },
    });
    const { errors } = await ask("{ notes { comments } }");
    const message = `The function was invoked with a batch of 3, and answered with ${given}.`;
    expect(errors).toEqual(
      [1, 2, 3].map(() => expect.objectContaining({ message, errorType: "Lambda:IllegalArgument" })),
    );
  });

  test("without handlers gets whole contexts in batches of its size", async () => {
    const sizes: number[] = [];
    const functions = {
      answer: (contexts: { source: { id: string } }[]) => {
        sizes.push(contexts.length);
        return contexts.map(({ source: { id } }) =>
          id === "2" ? { errorMessage: "no", errorType: "Mine" } : { data: [id] },
        );
      },
    };
    const values = { data_source: "fn", kind: "UNIT", max_batch_size: 2 };
    const { ask } = await serve("none", "{}", {
      sources: { fn },
      functions,
      resolvers: { ...list, "Note.comments": { values } },
    });
    const { data, errors } = await ask("{ notes { comments } }");
    expect(data).toEqual({ notes: [{ comments: ["1"] }, { comments: null }, { comments: ["3"] }] });
    expect(errors).toEqual([
      expect.objectContaining({ message: "no", errorType: "Mine", path: ["notes", 1, "comments"] }),
    ]);
    expect(sizes).toEqual([2, 1]);
  });
});

test("a data source that is not emulated returns an error with that reason", async () => {
  expect(await run("search", "{}")).toEqual([
    expect.objectContaining({
      errorType: "NotEmulated",
      message: "Data sources of the type AMAZON_OPENSEARCH_SERVICE are not emulated, here search.",
    }),
  ]);
});
