import { z } from "zod";
import { SchemaTypes } from "../../../lib/cli/types/schema-types";

const inOneLine = (type: string) => type.replace(/\s+/g, " ");
const typeOf = (schema: unknown) => inOneLine(new SchemaTypes().typeOf(schema, "Note"));

describe("the type of a schema", () => {
  test.each<[string, unknown, string]>([
    ["a text", { type: "string" }, "string"],
    ["a whole number", { type: "integer" }, "number"],
    ["a constant", { const: "a" }, '"a"'],
    ["a list of values", { enum: ["a", 1, null, { a: 1 }] }, '"a" | 1 | null | unknown'],
    ["several types", { type: ["string", "null"] }, "string | null"],
    ["a choice", { anyOf: [{ type: "string" }, { type: "number" }] }, "string | number"],
    ["one of a choice", { oneOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
    ["all of several", { allOf: [{ enum: ["a", "b"] }, { type: "string" }] }, '("a" | "b") & string'],
    ["a list", { type: "array", items: { type: ["string", "null"] } }, "(string | null)[]"],
    ["a list of anything", { type: "array" }, "unknown[]"],
    [
      "a tuple",
      { type: "array", prefixItems: [{ type: "string" }], items: { type: "number" } },
      "[string, ...number[]]",
    ],
    ["a tuple that ends", { type: "array", prefixItems: [{ type: "string" }], items: false }, "[string]"],
    [
      "an object",
      { type: "object", properties: { id: { type: "string" }, "due-at": {} }, required: ["id"] },
      '{ id: string; "due-at"?: unknown; }',
    ],
    ["a map", { type: "object", additionalProperties: { type: "number" } }, "Record<string, number>"],
    [
      "an object with other members",
      { type: "object", properties: { id: { type: "string" } }, additionalProperties: {} },
      "{ id?: string; [name: string]: unknown; }",
    ],
    ["any object", { type: "object" }, "Record<string, unknown>"],
    ["anything", true, "unknown"],
    ["nothing", false, "never"],
    ["a type that JSON Schema does not have", { type: "constructor" }, "unknown"],
    ["a reference to nothing", { $ref: "#/$defs/None" }, "unknown"],
  ])("of %s", (_what, schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  test("that is circular has a name", () => {
    interface Tree {
      readonly name: string;
      readonly children: readonly Tree[];
    }
    const tree: z.ZodType<Tree> = z.object({ name: z.string(), children: z.array(z.lazy(() => tree)) });
    const types = new SchemaTypes();
    expect(types.typeOf(z.toJSONSchema(tree, { io: "input" }), "Tree")).toBe(
      "{\n  name: string;\n  children: TreeWhole[];\n}",
    );
    expect([...types.declarations.values()].map(inOneLine)).toEqual([
      "type TreeWhole = { name: string; children: TreeWhole[]; };",
    ]);
  });

  test("takes parts that are declared once", () => {
    const types = new SchemaTypes();
    const schema = {
      $defs: { "a/b": { type: "string" } },
      type: "array",
      prefixItems: [{ $ref: "#/$defs/a~1b" }, { $ref: "#/$defs/a~1b" }],
    };
    expect(types.typeOf(schema, "Pair")).toBe("[PairA1b, PairA1b]");
    expect([...types.declarations.values()]).toEqual(["type PairA1b = string;"]);
  });
});
