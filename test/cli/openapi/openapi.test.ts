/** @group processes */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment, root } from "../../examples/support";
import { compiledCommandLine, withCompiledLibrary } from "../../support/compiled";
import { temporaryFolder } from "../../support/stack";
import { findProblems, testValidated } from "./validator";

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, [...compiledCommandLine(), ...args], {
    cwd: root,
    encoding: "utf8",
    env: { ...cleanEnvironment(), ...withCompiledLibrary(), SERVERFORM_STAGE: "dev" },
  });

/** A stack with functions, as Terraform JSON of any tool; `handlers` are the files of the functions by route. */
function folderWith(handlers: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  const resource: Record<string, Record<string, object>> = {
    aws_apigatewayv2_api: { Shop: { name: "Shop", protocol_type: "HTTP" } },
    aws_apigatewayv2_integration: {},
    aws_apigatewayv2_route: {},
    aws_lambda_function: {},
  };
  const archives: Record<string, object> = {};
  Object.entries(handlers).forEach(([key, code], index) => {
    const name = `f${index}`;
    writeFileSync(join(folder, `${name}.mjs`), code);
    archives[name] = {
      type: "zip",
      source_file: join(folder, `${name}.mjs`),
      output_path: join(folder, `${name}.zip`),
    };
    Object.assign(resource.aws_lambda_function ?? {}, {
      [name]: {
        function_name: name,
        handler: `${name}.handler`,
        role: "arn:aws:iam::1:role/r",
        filename: join(folder, `${name}.zip`),
      },
    });
    Object.assign(resource.aws_apigatewayv2_integration ?? {}, {
      [name]: {
        api_id: "${aws_apigatewayv2_api.Shop.id}",
        integration_type: "AWS_PROXY",
        integration_uri: `\${aws_lambda_function.${name}.arn}`,
      },
    });
    Object.assign(resource.aws_apigatewayv2_route ?? {}, {
      [name]: {
        api_id: "${aws_apigatewayv2_api.Shop.id}",
        route_key: key,
        target: `integrations/\${aws_apigatewayv2_integration.${name}.id}`,
      },
    });
  });
  writeFileSync(join(folder, "main.tf.json"), JSON.stringify({ resource, data: { archive_file: archives } }));
  return folder;
}

const schema = (json: string) =>
  `{ "~standard": { version: 1, vendor: "own", jsonSchema: { input: () => (${json}), output: () => (${json}) } } }`;
const handlerWith = (schemas: string) =>
  `export const handler = Object.assign(() => undefined, { schemas: ${schemas} });`;

describe("serverform openapi", () => {
  testValidated(
    "describes the notes example, with the schemas of its handlers, authorizers, scopes and errors",
    async () => {
      const file = join(temporaryFolder(), "api", "openapi.json");
      const { status, stderr } = run("openapi", "--server", "https://notes.example.com", "--out", file);
      expect([status, stderr.includes("Error")]).toEqual([0, false]);
      const document = JSON.parse(readFileSync(file, "utf8"));
      expect(await findProblems(document)).toEqual([]);
      expect(document).toMatchObject({
        openapi: "3.1.1",
        info: { title: "Api" },
        servers: [{ url: "https://notes.example.com" }],
        components: { securitySchemes: { members: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
      });
      expect(Object.keys(document.paths)).toEqual(["/notes", "/notes/{id}", "/status"]);
      const { post } = document.paths["/notes"];
      expect(post.requestBody.content["application/json"].schema).toMatchObject({
        required: ["title"],
        properties: { title: { type: "string", minLength: 1, maxLength: 200 } },
      });
      expect(Object.keys(post.responses)).toEqual(["201", "400", "401", "403"]);
      const { get, delete: remove } = document.paths["/notes/{id}"];
      expect([get.security, remove.security]).toEqual([[{}], [{ members: ["notes/delete"] }]]);
      expect(Object.keys(remove.responses)).toEqual(["204", "400", "401", "403", "404"]);
      expect(get.parameters).toEqual([
        { name: "id", in: "path", required: true, schema: { type: "string" } },
      ]);
    },
  );

  testValidated("says which parts it lacks, and why", async () => {
    const folder = folderWith({
      "GET /broken": 'throw new Error("no connection");',
      "GET /old": handlerWith('{ output: { "~standard": { version: 1, vendor: "old" } } }'),
      "GET /plain": "export const handler = () => undefined;",
      $default: "export const handler = () => undefined;",
    });
    const { status, stdout, stderr } = run("openapi", "--from", folder);
    expect(status).toBe(0);
    const document = JSON.parse(stdout);
    expect(await findProblems(document)).toEqual([]);
    expect(Object.keys(document.paths)).toEqual(["/broken", "/old", "/plain"]);
    expect(document.paths["/plain"].get.responses).toEqual({
      default: { description: "The answer of the function." },
    });
    const text = stderr.replace(/\s+/g, " ");
    expect(text).toContain("f0.mjs cannot be loaded: no connection");
    expect(text).toContain('GET /old: the schema library of "output" provides no JSON Schema');
    expect(text).toContain("$default: OpenAPI cannot describe a route without a path.");
  });

  testValidated("keeps the references of a schema that contains itself", async () => {
    const tree = '{ type: "object", properties: { children: { type: "array", items: { $ref: "#" } } } }';
    const folder = folderWith({ "PUT /tree": handlerWith(`{ body: ${schema(tree)} }`) });
    const document = JSON.parse(run("openapi", "--from", folder).stdout);
    expect(await findProblems(document)).toEqual([]);
    const { schema: body } = document.paths["/tree"].put.requestBody.content["application/json"];
    expect(body).toMatchObject({
      $id: expect.stringMatching(/^urn:/),
      properties: { children: { items: { $ref: "#" } } },
    });
  });

  test("has a command beside it that writes the same contracts as types", () => {
    const tree = '{ type: "object", properties: { children: { type: "array", items: { $ref: "#" } } } }';
    const folder = folderWith({
      "PUT /tree": handlerWith(`{ body: ${schema(tree)}, errors: { 409: ${schema('{ type: "string" }')} } }`),
      "GET /broken": 'throw new Error("no connection");',
    });
    const out = join(folder, "web/routes.ts");
    const { status, stdout, stderr } = run("types", "--from", folder, "--out", out);
    expect([status, stdout]).toEqual([0, ""]);
    expect(stderr.replace(/\s+/g, " ")).toContain("f1.mjs cannot be loaded: no connection");
    const text = readFileSync(out, "utf8").replace(/\s+/g, " ");
    expect(text).toContain("type PutTreeBodyWhole = { children?: PutTreeBodyWhole[]; };");
    expect(text).toContain(
      "body: { children?: PutTreeBodyWhole[]; }; output: unknown; errors: { 400: ProblemDetails; 409: string; };",
    );
  });

  test.each([
    [
      "an API that does not exist",
      ["--api", "Shopp"],
      /--api is "Shopp".*Did you mean "Shop"\?.*\[openapi-api-unknown\]/,
    ],
  ])("refuses %s", (_what, args, message) => {
    const { status, stderr } = run("openapi", "--from", folderWith({ "GET /": "" }), ...args);
    expect([status, stderr.replace(/\s+/g, " ")]).toEqual([1, expect.stringMatching(message)]);
  });
});
