/** @group processes */

import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { GraphQLApi } from "../../../lib/constructs/graphql-api";
import { App, type AppProps, Stack } from "../../../lib/kit/app";
import { synthesized, temporaryFolder } from "../../support/stack";
import { failure } from "../api/support/api";

/** Replaces GraphQL Code Generator: notes each run and writes the file that a handler imports. */
const generator = `#!/usr/bin/env node
const { appendFileSync, existsSync, writeFileSync } = require("node:fs");
appendFileSync(".runs", process.cwd() + " " + process.argv.slice(2).join(" ") + "\\n");
console.log("what the generator says");
if (existsSync("broken.graphql")) process.exit(3);
writeFileSync("generated.ts", "export const name = 'generated';\\n");
`;

/** Stands for npx, which takes most of a second to find what is installed. */
const quickNpx = `#!/bin/sh
program=$1
shift
echo "npm_config_yes=$npm_config_yes"
exec node "node_modules/.bin/$program" "$@"
`;

let project: string;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

function writeProgram(file: string, text: string): void {
  write(file, text);
  chmodSync(join(project, file), 0o755);
}

function setVariable(name: string, value: string | undefined): void {
  jest.replaceProperty(process, "env", { ...process.env, [name]: value });
}

/** Every start of the generator: its working directory and arguments. */
const runs = () =>
  existsSync(join(project, ".runs")) ? readFileSync(join(project, ".runs"), "utf8").trim().split("\n") : [];

beforeEach(() => {
  project = temporaryFolder();
  write("cdktf.json", "{}");
  write("codegen.yml", "schema: schema.graphql\ngenerates: { generated.ts: {} }\n");
  write("schema.graphql", "type Query { a: Int }\n");
  write("server.ts", 'import { name } from "./generated";\nexport const handler = async () => name;\n');
  writeProgram("node_modules/.bin/graphql-codegen", generator);
  writeProgram(".bin/npx", quickNpx);
  setVariable("PATH", `${join(project, ".bin")}${delimiter}${process.env.PATH}`);
  process.chdir(project);
  jest.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => jest.restoreAllMocks());

function graphqlApp(ids: readonly string[] = ["Api"], props: AppProps = {}): Stack {
  const app = new App({ name: "notes", stage: "dev", region: "us-east-1", outdir: "cdktf.out", ...props });
  const stack = new Stack(app, "Main");
  for (const id of ids) new GraphQLApi(stack, id, { server: "server.handler", codegen: "codegen.yml" });
  return stack;
}

const synth = (...args: Parameters<typeof graphqlApp>) => graphqlApp(...args).app.synth();

describe("GraphQLApi codegen", () => {
  test("runs in the project before the handlers are bundled", () => {
    synth();
    expect(runs()).toEqual([`${process.cwd()} -c codegen.yml`]);
    expect(existsSync(join(project, "cdktf.out/stacks/dev-notes-Main/assets"))).toBe(true);
  });

  test("runs once for two constructs with the same configuration", () => {
    synth(["Api", "Other"]);
    expect(runs()).toHaveLength(1);
  });

  test("does not run again when nothing has changed", () => {
    synth();
    synth();
    expect(runs()).toHaveLength(1);
  });

  test.each([
    ["the configuration", () => write("codegen.yml", "schema: other.graphql\n")],
    ["a schema", () => write("schema.graphql", "type Query { b: Int }\n")],
    ["a new document", () => write("queries/list.graphql", "{ a }\n")],
    ["what was generated", () => write("generated.ts", "export const name = 1;\n")],
    ["that what was generated is gone", () => rmSync(join(project, "generated.ts"))],
    ["that the record is gone", () => rmSync(join(project, ".serverform"), { recursive: true })],
  ])("runs again after a change: %s", (_, change) => {
    synth();
    change();
    synth();
    expect(runs()).toHaveLength(2);
  });

  test.each(["https://example.com/graphql", "../schema.graphql"])(
    "runs each time for a schema in %s",
    (schema) => {
      write("codegen.yml", `schema: ${schema}\n`);
      synth();
      synth();
      expect(runs()).toHaveLength(2);
    },
  );

  test("a failure names the construct, and shows the output of the generator", () => {
    write("broken.graphql", "type\n");
    const error = failure(() => synth());
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: "codegen" });
    expect(error.message).toMatch(
      /npx graphql-codegen -c codegen\.yml.*exit code 3.*what the generator says/s,
    );
    expect(existsSync(join(project, "cdktf.out/manifest.json"))).toBe(false);
  });

  test("runs again after a failure", () => {
    write("broken.graphql", "type\n");
    failure(() => synth());
    failure(() => synth());
    expect(runs()).toHaveLength(2);
  });

  test("never lets npx install a package of that name when the generator is missing", () => {
    write("broken.graphql", "type\n");
    expect(failure(() => synth()).message).toContain("npm_config_yes=false");
  });

  test("finds the generator that is installed in the project", () => {
    rmSync(join(project, ".bin"), { recursive: true });
    synth();
    expect(runs()).toHaveLength(1);
  });

  test("does not run for Testing.synth", () => {
    synthesized(graphqlApp());
    expect(runs()).toEqual([]);
  });

  test.each([
    ["under start", "SERVERFORM_LOCAL", "true"],
    ["without bundling", "SERVERFORM_SKIP_BUNDLING", "1"],
  ])("does not run %s", (_, name, value) => {
    write("generated.ts", "export const name = 1;\n");
    setVariable(name, value);
    synth();
    expect(runs()).toEqual([]);
  });
});
