import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { buildSync } from "esbuild";
import { bundleArtifacts } from "../../lib/bundle";
import { temporaryFolder } from "../support/stack";
import { eventV2, lambdaContext } from "./events";

const root = resolve(__dirname, "../..");
const project = temporaryFolder();

const handler = `import { GraphQLInt, GraphQLObjectType, GraphQLSchema } from "graphql";
import { GraphQLHandler } from "serverform/node/graphql";
const query = new GraphQLObjectType({ name: "Query", fields: { answer: { type: GraphQLInt, resolve: () => 42 } } });
export const handler = GraphQLHandler({ schema: new GraphQLSchema({ query }) });
`;

/** A project that has the package as it is published: CommonJS in \`dist\`, found through \`exports\`. */
beforeAll(() => {
  const installed = join(project, "node_modules/serverform");
  mkdirSync(installed, { recursive: true });
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(
    join(installed, "package.json"),
    JSON.stringify({ name: "serverform", type: "commonjs", exports }),
  );
  const sources = join(root, "lib/runtime");
  buildSync({
    entryPoints: readdirSync(sources).flatMap((file) => (file.endsWith(".ts") ? join(sources, file) : [])),
    outdir: join(installed, "dist/runtime"),
    format: "cjs",
    platform: "node",
  });
  for (const name of ["graphql", "graphql-http"])
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
  writeFileSync(join(project, "handler.ts"), handler);
});

describe.each(["cjs", "esm"] as const)("A handler bundled as %s against the published package", (format) => {
  const outDir = join(temporaryFolder(), "task");
  const bundle = join(outDir, "handler.js");

  beforeAll(() => {
    const failures = bundleArtifacts([
      {
        kind: "node",
        appPath: project,
        srcPath: ".",
        runtime: "nodejs22.x",
        architecture: "x86_64",
        copyFiles: [],
        entry: "handler.ts",
        format,
        splitting: false,
        plugins: undefined,
        minify: true,
        sourcemap: false,
        loader: undefined,
        banner: undefined,
        externalModules: [],
        nodeModules: [],
        define: undefined,
        keepNames: false,
        functions: [{ owner: "Main/Api", handler: "handler.handler" }],
        outDir,
      },
    ]);
    expect(failures).toEqual([]);
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
