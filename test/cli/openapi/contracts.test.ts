/** @group processes */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readContracts } from "../../../lib/cli/openapi/contracts";
import { temporaryFolder } from "../../support/stack";

/** Functions whose handlers are in one file. */
function functionsOf(text: string, count = 1, variables: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "notes.mjs"), text);
  return Array.from({ length: count }, (_, index) => ({
    id: `dev-notes-Main/Api/Lambda_GET_--notes--${index}`,
    handler: "notes.handler",
    code: { folder },
    variables,
  }));
}

const schema = (description: string) =>
  `{ "~standard": { jsonSchema: { input: () => ({ type: "string", description: ${JSON.stringify(description)} }) } } }`;
const handler = (description = "") =>
  `export const handler = Object.assign(() => {}, { schemas: { output: ${schema(description)} } });`;

describe("The contracts of functions are read", () => {
  test("also of more functions than a command line has room for", () => {
    const functions = functionsOf(handler(), 3000);
    const { byFunction, problems } = readContracts(functions, process.cwd());
    expect(problems).toEqual([]);
    expect(byFunction.size).toBe(3000);
  });

  test("with the variables of the functions, and with placeholders for secrets", () => {
    const variables = {
      AWS_REGION: "eu-west-1",
      TABLE: "notes",
      SERVERFORM_Secret_value_KEY: "__FETCH_FROM_SSM__",
    };
    const text = `const { AWS_REGION, TABLE, SERVERFORM_Secret_value_KEY } = process.env;
${handler().replace('""', "[AWS_REGION, TABLE, SERVERFORM_Secret_value_KEY].join()")}`;
    const { byFunction, problems } = readContracts(functionsOf(text, 2, variables), process.cwd());
    expect(problems).toEqual([]);
    const description = "eu-west-1,notes,placeholder-of-SERVERFORM_Secret_value_KEY";
    const contract = { output: { type: "string", description } };
    expect([...byFunction.values()]).toMatchObject([contract, contract]);
  });

  test("also if they, or the output of the code, have several megabytes", () => {
    const functions = functionsOf(`console.log("x".repeat(3_000_000));\n${handler("y".repeat(3_000_000))}`);
    const { byFunction, problems } = readContracts(functions, process.cwd());
    expect(problems).toEqual([]);
    expect([...byFunction.values()]).toMatchObject([{ output: { type: "string" } }]);
  });
});
