import { closeAll } from "../support/serve";
import { serveGraph } from "./support";

afterEach(closeAll);

const schema =
  "type Query { text: String inner: Query address: AWSIPAddress mail: AWSEmail find(mail: AWSEmail, address: AWSIPAddress): String }";

const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(" ");

const fragments = (selection: (next: string) => string): string =>
  `${times(30, (index) => `fragment F${index} on Query { ${selection(`...F${index + 1}`)} }`)} fragment F30 on Query { __typename }`;

const serveLimited = () =>
  serveGraph({
    schema,
    api: { query_depth_limit: 70 },
    resolvers: { "Query.text": () => "x", "Query.find": () => "x", "Query.inner": () => null },
  });

describe("queries that cost more than they look", () => {
  test.each([
    ["fragments that name others twice", `{ ...F0 } ${fragments((next) => `${next} ${next}`)}`],
    [
      "fragments with fields that name others twice",
      `{ ...F0 } ${fragments((next) => `a: inner { ${next} } b: inner { ${next} }`)}`,
    ],
    ["the same field thousands of times", `{ ${times(5_000, () => "text")} }`],
    ["thousands of inline fragments", `{ ${times(3_000, () => "... { text }")} }`],
    ["more words than a query may have", `{ ${times(20_000, (index) => `a${index}: text`)} }`],
    ["selections in selections", `{ ${"inner { ".repeat(4_000)} text ${"}".repeat(4_000)} }`],
  ])("%s are answered in a few seconds", async (_name, query) => {
    const { ask } = await serveLimited();
    const started = performance.now();
    expect((await ask(query)).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test("a query with thousands of aliases lets others be answered between its resolvers", async () => {
    const { ask } = await serveLimited();
    let isDone = false;
    const long = ask(`{ ${times(4_000, (index) => `a${index}: text`)} }`).then(({ data }) => {
      isDone = true;
      return Object.keys(data ?? {}).length;
    });
    expect((await ask("{ text }")).data).toEqual({ text: "x" });
    expect(isDone).toBe(false);
    expect(await long).toBe(4_000);
  });
});

describe("values of scalars", () => {
  test.each([
    ["mail", `a@${".a".repeat(30_000)}@`],
    ["address", `A${"::".repeat(30_000)}x`],
    ["address", "1.1.1.1/24/8"],
    ["mail", "a@b"],
    ["mail", "a@b."],
  ])("%s: %s is refused at once", async (argument, value) => {
    const { ask } = await serveLimited();
    const started = performance.now();
    const { errors } = await ask(`{ find(${argument}: ${JSON.stringify(value)}) }`);
    expect(errors).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test.each([
    ["mail", "ana@example.com"],
    ["mail", "ana@a.b.c"],
    ["address", "10.0.0.1"],
    ["address", "10.0.0.0/8"],
    ["address", "2001:db8::1/64"],
  ])("%s: %s is valid", async (argument, value) => {
    const { ask } = await serveLimited();
    expect((await ask(`{ find(${argument}: ${JSON.stringify(value)}) }`)).errors).toBeUndefined();
  });
});

test("A value that does not fit the type of its field is an error in the words of AppSync", async () => {
  const { ask } = await serveGraph({
    schema: `
      type Note { id: ID! at: AWSDateTime seen: AWSTimestamp done: Boolean tags: [String!] links: [Note] }
      type Query { note: Note notes: [Note] }`,
    resolvers: {
      "Query.note": () => ({ id: "1", at: "soon", seen: "5", done: {}, tags: ["a", null], links: [{}] }),
      "Query.notes": () => ({ items: [] }),
    },
  });
  const { data, errors } = await ask("{ note { id at seen done tags links { id } } notes { id } }");
  expect(data).toEqual({
    note: { id: "1", at: null, seen: null, done: null, tags: null, links: [null] },
    notes: null,
  });
  const at = (path: readonly (string | number)[], message: string) => ({ path, locations: null, message });
  expect(errors).toHaveLength(6);
  expect(errors).toEqual(
    expect.arrayContaining([
      at(
        ["note", "at"],
        "Can't serialize value (/note/at) : Unable to serialize `soon` as a valid DateTime Object.",
      ),
      at(
        ["note", "seen"],
        "Can't serialize value (/note/seen) : Unable to serialize `5` as a valid timestamp.",
      ),
      at(
        ["note", "tags", 1],
        "Cannot return null for non-nullable type: 'String' within parent 'Note' (/note/tags[1])",
      ),
      at(
        ["note", "links", 0, "id"],
        "Cannot return null for non-nullable type: 'ID' within parent 'Note' (/note/links[0]/id)",
      ),
      at(["notes"], "Can't resolve value (/notes) : type mismatch error, expected type LIST"),
    ]),
  );
});
