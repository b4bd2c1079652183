/** @group processes */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Terminal } from "../../../lib/cli";
import { generateSchemas } from "../../../lib/cli/schemagen/generate";
import { listenForInterrupt } from "../../../lib/cli/ui/interrupt";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

const schemaModule = `import { GraphQLObjectType, GraphQLSchema, GraphQLString } from "graphql";
import { fields } from "./fields";
export const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: "Query", fields }) });
`;
const fieldsModule = (name: string) => `import { GraphQLInt } from "graphql";
export const fields = { ${name}: { type: GraphQLInt }, able: { type: GraphQLInt } };
`;

interface RouteSettings {
  readonly schema?: string;
  readonly output?: string;
  readonly commands?: readonly string[];
  readonly internalPackages?: readonly string[];
}

const settings: RouteSettings = { schema: "graphql/schema.ts", output: "graphql/schema.graphql" };

/** A project whose app has written routes with these settings into its metadata. */
function projectWith(...routes: readonly RouteSettings[]): Project {
  const project = new Project({ "dev-a-Main": {} });
  project.write("graphql/schema.ts", schemaModule);
  project.write("graphql/fields.ts", fieldsModule("zoo"));
  declare(project, routes);
  return project;
}

function declare(project: Project, routes: readonly RouteSettings[]): void {
  const metadata = [
    { id: "Table", stack: "dev-a-Main", type: "Table", data: {} },
    {
      id: "Api",
      stack: "dev-a-Main",
      type: "Api",
      data: {
        routes: [
          { type: "function", route: "GET /" },
          ...routes.map((each, index) => ({
            type: "graphql",
            route: `POST /graphql${index || ""}`,
            ...each,
          })),
        ],
      },
    },
  ];
  project.write("cdktf.out/serverform.json", JSON.stringify(metadata));
}

const read = (project: Project, file: string) => readFileSync(project.path(file), "utf8");

/** Generates what a build does after the app has run, here: starting the command line and the app takes most of a build. */
async function generate(project: Project): Promise<void> {
  if (!existsSync(project.path("cdktf.out/manifest.json"))) project.write("cdktf.out/manifest.json", "{}");
  const interrupt = listenForInterrupt(() => {});
  const terminal = new Terminal({ json: true });
  try {
    await generateSchemas({
      terminal,
      interrupt,
      project: { root: project.folder, output: "cdktf.out" } as never,
      stage: "dev",
      synthesize: () => Promise.reject(new Error("The app has run.")),
    });
  } finally {
    interrupt.release();
  }
}

/** Generates without an error, and returns whether a file was written. */
async function build(project: Project): Promise<boolean> {
  const errors = jest.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await generate(project);
    return errors.mock.calls.some(([text]) => String(text).includes("Generated "));
  } finally {
    errors.mockRestore();
  }
}

/** The message of the error with which it ends. */
async function failedBuild(project: Project): Promise<string> {
  const outcome = await build(project).then(
    () => undefined,
    (error: Error) => error,
  );
  expect(outcome).toMatchObject({ code: expect.any(String), path: expect.any(String) });
  return outcome?.message ?? "";
}

describe("serverform build with schemagen", () => {
  test("writes the sorted schema that a module exports, and prints a message", async () => {
    const project = projectWith(settings);
    const { stdout } = await project.run(["build"]);
    expect(stdout).toContain("Generated graphql/schema.graphql from graphql/schema.ts.\n");
    expect(read(project, "graphql/schema.graphql")).toBe("type Query {\n  able: Int\n  zoo: Int\n}\n");
  });

  test("leaves only its record behind", async () => {
    const project = projectWith(settings);
    await build(project);
    expect(readdirSync(project.path("graphql")).sort()).toEqual(["fields.ts", "schema.graphql", "schema.ts"]);
    expect(readdirSync(project.path(".serverform"))).toEqual(["generated.json"]);
  });

  test.each<[string, (project: Project) => unknown]>([
    [
      "a module that the schema imports",
      (project) => project.write("graphql/fields.ts", fieldsModule("zebra")),
    ],
    ["the generated file", (project) => project.write("graphql/schema.graphql", "type Query { a: Int }\n")],
    ["that the generated file is gone", (project) => rmSync(project.path("graphql/schema.graphql"))],
    ["that the record is gone", (project) => rmSync(project.path(".serverform"), { recursive: true })],
    ["the commands", (project) => declare(project, [{ ...settings, commands: ["true"] }])],
  ])("does nothing until its inputs change: %s", async (_, change) => {
    const project = projectWith(settings);
    expect(await build(project)).toBe(true);
    expect(await build(project)).toBe(false);
    change(project);
    expect(await build(project)).toBe(true);
    expect(read(project, "graphql/schema.graphql")).toContain("type Query {\n  able: Int\n  z");
  });

  test("does nothing when another file of the project changes", async () => {
    const project = projectWith(settings);
    await build(project);
    project.write("graphql/other.ts", "export {};\n");
    expect(await build(project)).toBe(false);
  });

  test("runs the commands in the project after the file is written", async () => {
    const commands = ["cp graphql/schema.graphql copy.graphql", "echo run >> runs"];
    const project = projectWith({ ...settings, commands });
    await build(project);
    await build(project);
    expect(read(project, "copy.graphql")).toBe(read(project, "graphql/schema.graphql"));
    expect(read(project, "runs")).toBe("run\n");
  });

  test("keeps the changes that a command makes to the file", async () => {
    const project = projectWith({ ...settings, commands: ["echo '# checked' >> graphql/schema.graphql"] });
    await build(project);
    expect(await build(project)).toBe(false);
    expect(read(project, "graphql/schema.graphql")).toMatch(/# checked\n$/);
  });

  test("generates once for routes with the same settings", async () => {
    const commands = ["echo run >> runs"];
    const project = projectWith(
      { ...settings, commands },
      { ...settings, commands },
      { ...settings, output: "deep/other.graphql", commands },
    );
    await build(project);
    expect(read(project, "runs")).toBe("run\nrun\n");
    expect(existsSync(project.path("deep/other.graphql"))).toBe(true);
  });

  test.each([
    ["a default export", "export default schema;"],
    ["a CommonJS export", "module.exports = { schema };"],
    ["an export of any name", "export { schema as api };"],
  ])("finds the schema in %s", async (_, exported) => {
    const project = projectWith(settings);
    const text = schemaModule.replace("export const", "const").replace('"./fields"', '"./fields"');
    project.write(
      "graphql/schema.ts",
      exported.startsWith("module") ? commonJs(text) + exported : text + exported,
    );
    expect(await build(project)).toBe(true);
  });

  test("waits for top-level await, and ends open connections", async () => {
    const project = projectWith(settings);
    project.write(
      "graphql/schema.ts",
      `${schemaModule}await Promise.resolve();\nsetInterval(() => {}, 1000);\nconsole.log("loaded");\n`,
    );
    const { code, stdout } = await project.run(["build"]);
    expect([code, stdout.includes("loaded")]).toEqual([0, false]);
  });

  test("gives the module the bindings of the app, with placeholders for values that are unknown", async () => {
    const project = projectWith(settings);
    const variables = {
      SERVERFORM_STAGE: "dev",
      SERVERFORM_Table_tableName_notes: "${aws_dynamodb_table.notes.name}",
      SERVERFORM_Secret_value_KEY: "__FETCH_FROM_SSM__",
      OTHER: "not passed",
    };
    project.write(
      "before.js",
      `const { TerraformStack } = require("cdktf");
       const { prepareStack } = TerraformStack.prototype;
       TerraformStack.prototype.prepareStack = function () {
         this.addOverride("resource.aws_lambda_function.Get", ${JSON.stringify({ environment: { variables } })});
         prepareStack.call(this);
       };`,
    );
    project.write(
      "graphql/schema.ts",
      `import { GraphQLObjectType, GraphQLSchema, GraphQLString } from "graphql";
const names = ["STAGE", "Table_tableName_notes", "Secret_value_KEY"].map((each) => process.env["SERVERFORM_" + each]);
const description = [...names, process.env.OTHER].join(" ");
const query = new GraphQLObjectType({ name: "Query", description, fields: { a: { type: GraphQLString } } });
export const schema = new GraphQLSchema({ query });
`,
    );
    expect((await project.run(["build"])).code).toBe(0);
    expect(read(project, "graphql/schema.graphql")).toContain(
      "dev placeholder-of-SERVERFORM_Table_tableName_notes placeholder-of-SERVERFORM_Secret_value_KEY ",
    );
    expect(read(project, "graphql/schema.graphql")).not.toContain("not passed");
  });

  test("bundles only the packages of internalPackages", async () => {
    const project = projectWith();
    const folder = withOwnModules(project);
    // Node.js does not know the condition "module".
    writePackage(
      `${folder}/fields`,
      { exports: { module: "./for-bundlers.js", default: "./index.ts" } },
      { "index.ts": fieldsModule("zoo") },
    );
    project.write("graphql/schema.ts", schemaModule.replace("./fields", "fields"));
    declare(project, [settings]);
    expect(await failedBuild(project)).toMatch(/schemagen\.internalPackages/);
    declare(project, [{ ...settings, internalPackages: ["fields"] }]);
    expect(await build(project)).toBe(true);
  });

  test("generates again with another version of a package", async () => {
    const project = projectWith(settings);
    const folder = withOwnModules(project);
    const files = {
      "index.js": `const { GraphQLInt } = require("graphql");\nexports.fields = { zoo: { type: GraphQLInt } };\n`,
    };
    writePackage(`${folder}/fields`, { version: "1.0.0" }, files);
    project.write("graphql/schema.ts", schemaModule.replace("./fields", "fields"));
    expect(await build(project)).toBe(true);
    expect(await build(project)).toBe(false);
    writePackage(`${folder}/fields`, { version: "1.0.1" }, files);
    expect(await build(project)).toBe(true);
  });

  test("does nothing for routes without a schema", async () => {
    const project = projectWith({ commands: ["touch ran"] });
    expect(await build(project)).toBe(false);
    expect(existsSync(project.path("ran"))).toBe(false);
  });
});

describe("serverform build with schemagen names the route when", () => {
  test("the module does not compile", async () => {
    const project = projectWith(settings);
    project.write("graphql/fields.ts", "export const fields = {;\n");
    const { code, stderr } = await project.run(["build"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^dev-a-Main\/Api: routes\["POST \/graphql"\]\.schemagen\.schema refers to graphql\/schema\.ts.*graphql\/fields\.ts:1.*\[bundle-failed\]\n$/s,
    );
  });

  test("a package is not installed", async () => {
    const project = projectWith(settings);
    project.write("graphql/fields.ts", 'export { fields } from "not-there";\n');
    expect(await failedBuild(project)).toMatch(/schemagen\.schema .*Could not resolve "not-there"/s);
  });

  test("the module throws, with the line of the source", async () => {
    const project = projectWith(settings);
    project.write("graphql/fields.ts", 'export const fields = {};\nthrow new Error("no such table");\n');
    expect(await failedBuild(project)).toMatch(
      /schemagen\.schema .*no such table.*graphql\/fields\.ts:2.*\[schemagen-module-failed\]$/s,
    );
  });

  test.each([
    ["export {};", /exports: nothing/],
    ["export const builder = {}, other = 1;", /exports: builder, other/],
  ])("the module exports no schema: %j", async (text, message) => {
    const project = projectWith(settings);
    project.write("graphql/schema.ts", text);
    const error = await failedBuild(project);
    expect(error).toMatch(
      /schemagen\.schema is "graphql\/schema\.ts", which exports no GraphQL schema.*\[schemagen-no-schema\]/s,
    );
    expect(error).toMatch(message);
  });

  test("the output cannot be written", async () => {
    const project = projectWith({ ...settings, output: "graphql" });
    expect(await failedBuild(project)).toMatch(
      /schemagen\.output is "graphql", which cannot be written: EISDIR.*\[schemagen-not-written\]/s,
    );
  });

  test("a command fails; the next build tries again", async () => {
    const project = projectWith({ ...settings, commands: ["echo what it says; exit 4", "touch ran"] });
    for (const _ of [1, 2]) {
      expect(await failedBuild(project)).toMatch(/schemagen\.commands runs .*exit code 4.*what it says/s);
    }
    expect(existsSync(project.path("ran"))).toBe(false);
  });
});

test("serverform deploy generates schemas before it deploys", async () => {
  const project = projectWith({ ...settings, commands: ["exit 1"] });
  const { environment, file } = project.recordTerraform();
  const { code } = await project.run(["deploy", "--yes", "--stage", "dev"], environment);
  expect([code, existsSync(project.path("graphql/schema.graphql"))]).toEqual([1, true]);
  expect(readFileSync(file, "utf8")).not.toMatch(/ (init|apply)/);
});

const commonJs = (text: string) =>
  text.replace(
    /import (\{.+?\}) from (".+?");/g,
    (_match, names: string, from: string) => `const ${names} = require(${from});`,
  );

/** A `node_modules` folder for packages of the test, below the one that is linked. */
function withOwnModules(project: Project): string {
  return project.path("graphql/node_modules");
}

function writePackage(folder: string, manifest: object, files: Readonly<Record<string, string>>): void {
  const all = { "package.json": JSON.stringify({ name: "fields", version: "1.0.0", ...manifest }), ...files };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(`${folder}/${file}`), { recursive: true });
    writeFileSync(`${folder}/${file}`, text);
  }
}
