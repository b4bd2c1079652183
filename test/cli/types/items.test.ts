/** @group processes */

import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { itemTypes } from "../../../lib/cli/types/items";
import { readModel } from "../../../lib/model";
import { root } from "../../examples/support";
import { temporaryFolder } from "../../support/stack";

/** A project whose output has tables with these schemas. */
function projectWith(schemas: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "functions"));
  const entry = (id: string, data: object) => ({ id, addr: id, stack: "Main", type: "Table", data });
  const entries = [
    ...Object.entries(schemas).map(([id, itemSchema]) => entry(id, { tableName: id, itemSchema })),
    entry("Untyped", { tableName: "t" }),
  ];
  writeFileSync(join(folder, "serverform.json"), JSON.stringify(entries));
  const variables = { SERVERFORM_Table_tableName_Notes: "dev-notes" };
  const reader = { function_name: "reader", environment: { variables } };
  const stack = { resource: { aws_lambda_function: { reader } } };
  writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify(stack));
  writeFileSync(
    join(folder, "functions/note.ts"),
    `import { z } from "zod";
     if (process.env.SERVERFORM_Table_tableName_Notes === undefined) throw new Error("no table");
     const title: string = "title";
     export const note = z.object({ id: z.string(), [title]: z.string().default(""), tags: z.array(z.string()).optional() });
     export const plain = { id: "1" };`,
  );
  return folder;
}

test("the records of a table have the type that its schema returns", async () => {
  const project = projectWith({
    Notes: "functions/note.note",
    "my-plain": "functions/note.plain",
    Gone: "functions/note.gone",
  });
  const { text, notes } = await itemTypes({ model: readModel(project) }, project, project);
  expect(text).toBe(`// Written by \`serverform types\`. Changes to this file get lost.

/** The records of tables, by their constructs. */
export interface Items {
  Notes: {
    id: string;
    title: string;
    tags?: string[];
  };
}
`);
  expect(notes.map((note) => note.replace(/\s+/g, " "))).toEqual([
    expect.stringMatching(/^Gone: functions\/note\.gone cannot be built: .*No matching export/),
    "my-plain: functions/note.plain is not a schema, or its library gives no JSON Schema.",
  ]);
  expect(readdirSync(join(project, ".serverform"))).toEqual([]);
});
