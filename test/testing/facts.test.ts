import { Testing } from "cdktf";
import { Api, App, Function, Stack, Table, Userbase } from "../../lib";
import { find, mayCall, policyOf, type ResourceProps } from "../../lib/testing";
import { temporaryFolder } from "../support/stack";

/** One stack, as a test of a user synthesizes it. */
function synthesized(): string {
  const stack = new Stack(new App({ name: "notes", stage: "test", outdir: temporaryFolder() }), "Main");
  const users = new Userbase(stack, "Users", {
    login: ["email"],
    resourceServers: { notes: { scopes: { delete: "Deletes notes" } } },
    domain: "acme-notes",
    clients: { admin: { callbackUrls: ["https://notes.example.com"], scopes: ["openid", "notes/delete"] } },
  });
  const notes = new Table(stack, "Notes", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } });
  const handler = "test/docs/examples/functions/notes.list";
  new Api(stack, "Api", {
    authorizers: {
      members: { type: "user_pool", userPool: users },
      partners: { type: "fn", function: new Function(stack, "Partners", { handler }) },
    },
    routes: {
      "GET /notes": { function: { handler, permissions: [[notes, "grantReadData"]] } },
      "POST /notes": { authorizer: "members", function: handler },
      "DELETE /notes": { authorizer: "members", authorizationScopes: ["notes/delete"], function: handler },
      "GET /partners": { authorizer: "partners", function: handler },
      "GET /signed": { authorizer: "iam", function: handler },
    },
  });
  return Testing.synth(stack);
}

const json = synthesized();

describe("find", () => {
  test("gives the resources of a type, with their values resolved", () => {
    const [table, ...others] = find(json, "aws_dynamodb_table");
    expect(others).toEqual([]);
    expect(table?.values.arn).toMatch(/^arn:aws:dynamodb:.*:table\/test-notes-/);
    expect(find(JSON.parse(json), "aws_dynamodb_table")).toEqual([table]);
  });

  test.each<[props: ResourceProps, count: number]>([
    [{ route_key: "GET /notes" }, 1],
    [{ route_key: /^GET/ }, 3],
    [{ authorization_scopes: ["notes/delete"] }, 1],
    [{ authorization_scopes: [/^notes/] }, 1],
    [{ authorization_scopes: [] }, 0],
    [{ route_key: "GET /notes", authorization_type: "JWT" }, 0],
    [{ missing: "x" }, 0],
  ])("takes those with the attributes %j", (props, count) => {
    expect(find(json, "aws_apigatewayv2_route", props)).toHaveLength(count);
  });

  test("compares members of blocks, and leaves the others out", () => {
    const block = { environment: { variables: { TABLE: "x" } } };
    expect(
      find(
        { resource: { aws_lambda_function: { a: { ...block, timeout: 3 } } } },
        "aws_lambda_function",
        block,
      ),
    ).toHaveLength(1);
    expect(find(json, "aws_lambda_function", block)).toEqual([]);
  });

  test("refuses a folder that does not exist", () => {
    expect(() => find("does/not/exist", "aws_lambda_function")).toThrow("which does not exist");
  });
});

describe("policyOf", () => {
  test("returns the permissions of a function, by the names of the app", () => {
    const table = String(find(json, "aws_dynamodb_table")[0]?.values.name);
    const reads = policyOf(json, "GET /notes")?.filter(({ resources }) => resources.includes(table));
    expect(reads?.flatMap(({ actions }) => actions)).toEqual(
      expect.arrayContaining(["dynamodb:GetItem", "dynamodb:Scan"]),
    );
    expect(reads?.flatMap(({ actions }) => actions)).not.toContain("dynamodb:PutItem");
  });

  test("finds the function by its name, too", () => {
    expect(policyOf(json, "test-notes-Main-Api-Lambda_GET_--notes")).toEqual(policyOf(json, "GET /notes"));
    expect(policyOf(json, "Api POST /notes")).not.toEqual(policyOf(json, "GET /notes"));
  });

  test("names the functions if none has that name", () => {
    expect(() => policyOf(json, "Api/Nothing")).toThrow(
      'is "Api/Nothing", which is not the name of a function',
    );
  });
});

describe("mayCall", () => {
  test.each<[route: string, who: Parameters<typeof mayCall>[2], expected: ReturnType<typeof mayCall>]>([
    ["GET /notes", "anyone", "yes"],
    ["Api GET /notes", "anyone", "yes"],
    ["POST /notes", "anyone", "no"],
    ["POST /notes", { authorizer: "members" }, "yes"],
    ["POST /notes", { authorizer: "partners" }, "no"],
    ["DELETE /notes", { authorizer: "members" }, "no"],
    ["DELETE /notes", { authorizer: "members", scopes: ["notes/delete"] }, "yes"],
    ["GET /partners", "anyone", "no"],
    ["GET /partners", { authorizer: "partners" }, "may"],
    ["GET /signed", "anyone", "no"],
    ["GET /signed", { signs: true }, "may"],
  ])("%s as %j: %s", (route, who, expected) => {
    expect(mayCall(json, route, who)).toBe(expected);
  });

  test("names the routes if none has that name", () => {
    expect(() => mayCall(json, "GET /nothing", "anyone")).toThrow('names the route "GET /nothing"');
  });
});
