import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { History } from "../../../lib/local";
import type { RouteAnswerPart } from "../../../lib/local/console/actions";
import {
  operationFrom,
  schemaFrom,
  signatureOf,
  type typeText,
} from "../../../lib/local/console/graphql-schema";
import { consoleActions } from "../../../lib/local/parts/console-actions";

describe("an operation for a field of a GraphQL schema", () => {
  const id = { kind: "NON_NULL", name: null, ofType: { kind: "SCALAR", name: "ID" } };
  const note = { kind: "OBJECT", name: "Note" };
  const notes = { kind: "LIST", name: null, ofType: { kind: "NON_NULL", name: null, ofType: note } };
  const field = (
    name: string,
    type: Parameters<typeof typeText>[0],
    args: Record<string, typeof type> = {},
  ) => ({
    name,
    type,
    args: Object.entries(args).map(([key, each]) => ({ name: key, type: each })),
  });
  const schema = schemaFrom({
    queryType: { name: "Query" },
    mutationType: { name: "Changes" },
    subscriptionType: null,
    types: [
      {
        kind: "OBJECT",
        name: "Query",
        fields: [field("notes", notes, { id, tags: { ...notes, ofType: id } })],
      },
      { kind: "OBJECT", name: "Changes", fields: [field("clear", { kind: "SCALAR", name: "Boolean" })] },
      {
        kind: "OBJECT",
        name: "Note",
        fields: [field("id", id), field("text", { kind: "SCALAR", name: "String" }), field("next", note)],
      },
    ],
  });

  test("has a variable for each argument, and the fields that have none themselves", () => {
    const [query, mutation] = schema.operations;
    expect(schema.operations.map(({ kind }) => kind)).toEqual(["query", "mutation"]);
    const [all] = query?.fields ?? [];
    const [clear] = mutation?.fields ?? [];
    if (all === undefined || clear === undefined) throw new Error("There are no fields.");
    expect(signatureOf(all)).toBe("(id: ID!, tags: [ID!]): [Note!]");
    expect(operationFrom("query", all, schema)).toEqual({
      query: "query($id: ID!, $tags: [ID!]) {\n  notes(id: $id, tags: $tags) { id text }\n}",
      variables: { id: "1", tags: [] },
    });
    expect(operationFrom("mutation", clear, schema)).toEqual({
      query: "mutation {\n  clear\n}",
      variables: {},
    });
  });
});

test("the answer of a route is given on as it comes, with the end of a broken one", async () => {
  // Each part is sent when the one before it has come.
  let goOn = (): void => {};
  const server = createServer((_, response) => {
    response.writeHead(201, { "x-a": "b" }).write(Buffer.from("h\u00e9").subarray(0, 2));
    goOn = () => {
      goOn = () => response.destroy();
      response.write(Buffer.from("h\u00e9").subarray(2));
    };
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = { now: () => 0 } as never;
  const { call } = consoleActions({ servers: { served: [{ urls: [url] }] } } as never, new History(), clock);
  const parts = async (asked: string): Promise<readonly RouteAnswerPart[]> => {
    const found: RouteAnswerPart[] = [];
    const given = { url: asked, method: "GET", path: "", headers: {}, body: "" };
    for await (const part of call(given, new AbortController().signal)) {
      found.push(part);
      if ("text" in part) goOn();
    }
    return found;
  };
  const [head, ...rest] = await parts(url);
  expect(head).toMatchObject({ status: 201, headers: { "x-a": "b" } });
  expect(rest).toEqual([
    { text: "h" },
    { text: "\u00e9" },
    { problem: expect.stringContaining("terminated") },
  ]);
  expect(await parts("http://169.254.169.254")).toEqual([
    { problem: expect.stringContaining("is not served here") },
  ]);
  server.closeAllConnections();
  server.close();
});
