/** @group processes */

import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { eventV2, lambdaContext, type RequestParts } from "../runtime/events";
import { compiledLibrary, typescript, withCompiledLibrary } from "../support/compiled";
import { checkOutput } from "../support/reference-check";
import { temporaryFolder } from "../support/stack";
import { FakeDynamoDb } from "./dynamodb";
import { cleanEnvironment, copyExamples, functionOfRoute, packageFolder, root, template } from "./support";

const service = "dev-reviews-Service";
const example = "examples/graphql";
const outdir = join(temporaryFolder(), "cdktf.out");

/** Runs a program of this repository in a project. */
function runTs(
  project: string,
  file: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): string {
  return execFileSync(process.execPath, [...typescript, file, ...args], {
    cwd: project,
    env: { ...cleanEnvironment(), ...withCompiledLibrary(), ...environment },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

beforeAll(() => {
  runTs(join(root, example), "main.ts", [], { CDKTF_OUTDIR: outdir });
});

test("the output of the example is sound Terraform JSON", () => {
  expect(checkOutput(outdir)).toEqual([]);
});

test("both routes lead to one function", () => {
  const stack = template(outdir, service);
  expect(functionOfRoute(stack, "GET /graphql")).toBe(functionOfRoute(stack, "POST /graphql"));
});

describe("packaged functions run", () => {
  const database = new FakeDynamoDb();
  let endpoint: string;

  beforeAll(async () => {
    endpoint = await database.start();
  });
  afterAll(() => database.stop());

  /**
   * Invokes the function from its package alone, in a process that finds no module of this repository but the AWS SDK,
   * which the runtime ships.
   */
  async function invoke(parts: RequestParts, claims?: Readonly<Record<string, string>>) {
    const stack = template(outdir, service);
    const fn = functionOfRoute(stack, "POST /graphql");
    const place = temporaryFolder();
    mkdirSync(join(place, "node_modules"));
    for (const scope of ["@aws-sdk", "@smithy"])
      symlinkSync(join(root, "node_modules", scope), join(place, "node_modules", scope));
    cpSync(packageFolder(outdir, service, stack, fn), join(place, "task"), { recursive: true });
    writeFileSync(join(place, "invoke.js"), runner);
    const event = eventV2(parts);
    const authorizer = claims && { jwt: { claims, scopes: null } };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        join(place, "invoke.js"),
        String(fn.handler),
        JSON.stringify({ ...event, requestContext: { ...event.requestContext, authorizer } }),
        JSON.stringify(lambdaContext()),
      ],
      {
        cwd: place,
        env: {
          ...cleanEnvironment(),
          ...(fn.environment as { variables: Record<string, string> }).variables,
          TABLE_NAME: "reviews-table",
          AWS_REGION: "us-east-1",
          AWS_ACCESS_KEY_ID: "test",
          AWS_SECRET_ACCESS_KEY: "test",
          AWS_ENDPOINT_URL_DYNAMODB: endpoint,
        },
      },
    );
    const { statusCode, body } = JSON.parse(stdout);
    return { statusCode, body: JSON.parse(body) };
  }

  const mutation = {
    body: JSON.stringify({
      query: 'mutation($stars: Int!) { addReview(book: "Emma", stars: $stars) { author stars } }',
      variables: { stars: 4 },
    }),
  };

  test("a member adds a review", async () => {
    expect(await invoke(mutation, { sub: "ada" })).toEqual({
      statusCode: 200,
      body: { data: { addReview: { author: "ada", stars: 4 } } },
    });
  });

  test("everyone reads it, by GET", async () => {
    const query = { query: "query Books { reviews { book stars } }", operationName: "Books" };
    expect(await invoke({ method: "GET", query })).toEqual({
      statusCode: 200,
      body: { data: { reviews: [{ book: "Emma", stars: 4 }] } },
    });
  });

  test("changes need a POST request with a token", async () => {
    const before = database.requests.length;
    const { query } = JSON.parse(mutation.body);
    const byGet = { method: "GET", query: { query, variables: '{"stars":1}' } };
    expect((await invoke(byGet, { sub: "ada" })).statusCode).toBe(405);
    expect((await invoke(mutation)).body.errors[0].message).toBe("Sign in to write a review.");
    expect(database.requests).toHaveLength(before);
  });
});

test("serverform build writes the schema of the example as it is in the repository", () => {
  const folder = copyExamples(join(temporaryFolder(), "serverform"));
  const project = join(folder, example);
  const file = join(project, "graphql/schema.graphql");
  const expected = readFileSync(file, "utf8");
  rmSync(file);
  const build = () => runTs(project, join(compiledLibrary(), "cli/main.js"), ["build"]);
  expect(build()).toContain("Generated graphql/schema.graphql from graphql/schema.ts.");
  expect(readFileSync(file, "utf8")).toBe(expected);
  expect(build()).not.toContain("Generated");
  expect(existsSync(join(project, ".serverform/generated.json"))).toBe(true);
});

/** Finds the handler as the service does: the file up to the last dot, then the export. */
const runner = `
const { join } = require("node:path");
const [handler, event, context] = process.argv.slice(2);
const dot = handler.lastIndexOf(".");
const run = require(join(__dirname, "task", handler.slice(0, dot)))[handler.slice(dot + 1)];
run(JSON.parse(event), JSON.parse(context)).then((answer) => process.stdout.write(JSON.stringify(answer)));
`;
