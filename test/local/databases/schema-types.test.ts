import { parseTables, schemaTypes } from "../../../lib/local/databases/types-writer";

const column = (name: string, dataType: string, given: object = {}) => ({
  name,
  dataType,
  isNullable: false,
  isGenerated: false,
  ...given,
});

describe("the types of a schema", () => {
  test("have an interface for each table", () => {
    const tables = [
      {
        name: "user_notes",
        columns: [column("id", "int4", { isGenerated: true }), column("made_at", "timestamptz")],
      },
      {
        name: "tags",
        columns: [column("name", "text", { isNullable: true }), column("all", "_text")],
      },
      { name: "kysely_migration", columns: [column("name", "varchar")] },
    ];
    expect(schemaTypes(parseTables(tables), false)).toMatchInlineSnapshot(`
      "// Written by serverform from the schema of the database. Changes are lost.
      import type { ColumnType } from "kysely";

      /** A column that the database fills when it is left out. */
      type Generated<Type> = ColumnType<Type, Type | undefined, Type>;

      export interface Database {
        tags: Tags;
        user_notes: UserNotes;
      }

      export interface Tags {
        name: string | null;
        all: string[];
      }

      export interface UserNotes {
        id: Generated<number>;
        made_at: Date;
      }
      "
    `);
  });

  test("are in camel case when asked", () => {
    const text = schemaTypes([{ name: "user_notes", columns: [column("made_at", "date")] }], true);
    expect(text).toContain("userNotes: UserNotes;");
    expect(text).toContain("madeAt: Date;");
    expect(text).not.toContain("kysely");
  });

  test.each([
    ["int8", "number"],
    ["numeric", "string"],
    ["BIGINT", "number"],
    ["jsonb", "unknown"],
    ["bytea", "Uint8Array"],
    ["bool", "boolean"],
    ["_int4", "number[]"],
    ["mood", "string"],
    ["constructor", "string"],
  ])("of %s are %s", (dataType, type) => {
    expect(schemaTypes([{ name: "t", columns: [column("c", dataType)] }], false)).toContain(`  c: ${type};`);
  });

  test("have names that TypeScript accepts, each once", () => {
    const tables = ["2026-notes", "a b", "a_b", "database"].map((name) => ({
      name,
      columns: [column("x-y", "text")],
    }));
    const text = schemaTypes(tables, false);
    expect(text.match(/export interface \w+/g)).toEqual([
      "export interface Database",
      "export interface Table2026notes",
      "export interface Ab",
      "export interface AB",
      "export interface Database2",
    ]);
    expect(text).toContain('"x-y": string;');
  });

  test("of an invalid answer are empty", () => {
    expect(parseTables("broken")).toEqual([]);
  });
});
