/** @group processes */

import { execFile } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "../support/stack";
import { eventV2, lambdaContext } from "./events";
import { bundleHandler, installRuntime } from "./installed";

const project = temporaryFolder();

const handler = `import { GraphQLInt, GraphQLObjectType, GraphQLSchema } from "graphql";
import { GraphQLHandler } from "serverform/node/graphql";
const query = new GraphQLObjectType({ name: "Query", fields: { answer: { type: GraphQLInt, resolve: () => 42 } } });
export const handler = GraphQLHandler({ schema: new GraphQLSchema({ query }) });
`;

beforeAll(() => {
  installRuntime(project, ["graphql", "graphql-http"]);
  writeFileSync(join(project, "handler.ts"), handler);
});

describe.each(["cjs", "esm"] as const)("A handler bundled as %s against the published package", (format) => {
  const outDir = join(temporaryFolder(), "task");
  const bundle = join(outDir, "handler.js");

  beforeAll(() => {
    expect(bundleHandler(project, format, outDir)).toEqual([]);
  });

  test("answers a query: the schema and the server share one copy of graphql", async () => {
    const program = `import(${JSON.stringify(bundle)})
      .then(({ handler }) => handler(${JSON.stringify(eventV2({ body: '{"query":"{ answer }"}' }))}, ${JSON.stringify(lambdaContext())}))
      .then(({ body }) => console.log(body));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", program]);
    expect(JSON.parse(stdout)).toEqual({ data: { answer: 42 } });
  });

  test("is hardly larger than graphql itself", () => {
    expect(statSync(bundle).size).toBeLessThan(320_000);
  });
});
