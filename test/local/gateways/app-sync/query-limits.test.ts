import { closeAll } from "../support/serve";
import { serveGraph } from "./support";

afterEach(closeAll);

const schema = `
  type Note { id: ID! note: Note }
  input Deep { deep: Deep }
  type Query { note(id: AWSJSON, deep: Deep, lists: [[Int]]): Note }
  type Mutation { make: Note }
  type Subscription { made: Note @aws_subscribe(mutations: ["make"]) }
`;

/** A text of many levels. */
const nested = (open: string, inner: string, close: string, levels: number): string =>
  open.repeat(levels) + inner + close.repeat(levels);

describe("A query without measure", () => {
  // A table of such texts takes jest minutes to show.
  const queries: Readonly<Record<string, readonly [query: string, variables?: object]>> = {
    selections: [nested("{ note ", "{ id }", "}", 20_000)],
    "selections that the parser takes": [nested("{ note ", "{ id }", "}", 1500)],
    lists: [`{ note(lists: ${nested("[", "1", "]", 20_000)}) { id } }`],
    "lists that the parser takes": [`{ note(lists: ${nested("[", "1", "]", 1200)}) { id } }`],
    objects: [`{ note(deep: ${nested("{ deep: ", "null", "}", 20_000)}) { id } }`],
    "types of variables": [`query A($a: ${nested("[", "Int", "]", 20_000)}) { note { id } }`],
    aliases: [`{ ${Array.from({ length: 6000 }, (_, index) => `a${index}: note { id }`).join(" ")} }`],
    "JSON in a text": [
      "query A($id: AWSJSON) { note(id: $id) { id } }",
      { id: nested("[", "", "]", 20_000) },
    ],
  };

  test.each(Object.keys(queries))("of %s is an error, and the next one is answered", async (what) => {
    const [query = "", variables] = queries[what] ?? [];
    const { ask } = await serveGraph({ schema, resolvers: { "Query.note": () => ({ id: "1" }) } });
    const { errors } = await ask(query, variables);
    expect(errors?.length).toBeGreaterThan(0);
    expect((await ask("{ note { id } }")).data).toEqual({ note: { id: "1" } });
  });

  test("as variables is refused, and the next one is answered", async () => {
    const { ask, url } = await serveGraph({ schema, resolvers: { "Query.note": () => ({ id: "1" }) } });
    const body = `{"query":"{ note { id } }","variables":${nested('{"a":', "1", "}", 20_000)}}`;
    const refused = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "x-api-key": "da2-key" },
      body,
    });
    expect(refused.status).toBe(400);
    expect((await ask("{ note { id } }")).data).toEqual({ note: { id: "1" } });
  });

  test.each(["query { note", "mutation { make"])(
    "of fragments that name one another twice is answered: %s",
    async (field) => {
      const note = () => ({ id: "1" });
      const { ask } = await serveGraph({ schema, resolvers: { "Query.note": note, "Mutation.make": note } });
      const fragments = Array.from(
        { length: 40 },
        (_, index) => `fragment F${index} on Note { ...F${index + 1} ...F${index + 1} }`,
      );
      const query = [`${field} { ...F0 } }`, ...fragments, "fragment F40 on Note { id }"].join("\n");
      expect(Object.values((await ask(query)).data ?? {})).toEqual([{ id: "1" }]);
    },
  );
});
