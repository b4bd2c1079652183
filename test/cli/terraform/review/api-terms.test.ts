import { Api, Bucket, Queue, RestV1Api, Stack, Table } from "../../../../lib";
import type { SynthesizedStack } from "../../../../lib/cli/project/synthesized-stack";
import { removalLines } from "../../../../lib/cli/terraform/approval";
import { apiTerms } from "../../../../lib/cli/terraform/review/api-terms";
import { lossesOf } from "../../../../lib/cli/terraform/review/losses";
import { plannedResources, plannedValues } from "../../../../lib/cli/terraform/review/planned-changes";
import { resourceTypes } from "../../../../lib/facts/aws/resource-types";
import { synthesized, testApp } from "../../../support/stack";

/** A stack as the command line reads it; `paths` are the construct paths of its resources. */
const stackOf = (resource: object, settings?: SynthesizedStack["settings"]): SynthesizedStack => ({
  id: "dev-notes-Main",
  folder: "",
  dependencies: [],
  annotations: [],
  template: { resource },
  ...(settings && { settings }),
});

const at = (path: string, more: object = {}) => ({
  ...more,
  "//": { metadata: { path: `dev-notes-Main/${path}` } },
});

const template = {
  aws_dynamodb_table: { Notes: at("Notes/Table") },
  aws_apigatewayv2_route: { admin: at("Api/Route_admin"), other: at("Api/Route_other") },
  aws_apigatewayv2_api: { Api: at("Api/Api") },
  aws_apigatewayv2_domain_name: { Api: at("Api/CustomDomain/DomainName") },
  aws_api_gateway_resource: {
    orders: { path_part: "orders", parent_id: "${aws_api_gateway_rest_api.Rest.root_resource_id}" },
    order: { path_part: "{id}", parent_id: "${aws_api_gateway_resource.orders.id}" },
  },
  aws_api_gateway_method: {
    order: at("Rest/Method_order", { resource_id: "${aws_api_gateway_resource.order.id}" }),
    root: at("Rest/Method_root", { resource_id: "${aws_api_gateway_rest_api.Rest.root_resource_id}" }),
  },
  aws_lambda_function: { Get: at("Get/Function") },
  aws_lambda_function_url: { Get: at("Get/Url") },
  aws_iam_role_policy: { Get: at("Get/Policies/Base") },
  aws_s3_bucket_public_access_block: { Files: at("Files/PublicAccess") },
};

/** A change as the JSON of a plan has it. */
const change = (
  address: string,
  actions: readonly string[],
  before: object | null,
  after: object | null,
  after_unknown = {},
) => ({
  address,
  mode: "managed",
  change: { actions, before, after, after_unknown },
});

const termsOf = (...resource_changes: object[]) =>
  apiTerms(stackOf(template), plannedValues({ resource_changes })).map(({ text, isOpening }) =>
    isOpening ? `! ${text}` : text,
  );

const http = (type: string, more: object = {}) => ({
  route_key: "GET /admin",
  authorization_type: type,
  target: "integrations/1",
  ...more,
});
const rest = (type: string, more: object = {}) => ({
  http_method: "GET",
  authorization: type,
  api_key_required: false,
  resource_id: "r2",
  ...more,
});
const domain = "aws_apigatewayv2_domain_name.Api";
const shop = { domain_name: "api.example.com", mutual_tls_authentication: [] };
const truststore = { truststore_uri: "s3://trust/ca.pem" };
const address = (disable_execute_api_endpoint: boolean) => ({ disable_execute_api_endpoint });
const [admin, order, get] = [
  "aws_apigatewayv2_route.admin",
  "aws_api_gateway_method.order",
  "aws_lambda_function.Get",
];

describe("A plan in the words of the app", () => {
  test.each<[string, object, string]>([
    [
      "a route loses its authorizer",
      change(admin, ["update"], http("JWT"), http("NONE")),
      "! GET /admin becomes public",
    ],
    [
      "a route has another key",
      change(admin, ["update"], http("JWT"), http("JWT", { route_key: "GET /staff" })),
      "GET /admin is GET /staff now",
    ],
    [
      "a path of a REST API is another one",
      change(
        "aws_api_gateway_resource.order",
        ["update"],
        { path: "/sales/{id}", path_part: "{id}" },
        { path_part: "{id}" },
        { path: true },
      ),
      "/sales/{id} is /orders/{id} now",
    ],
    [
      "a domain gets mutual TLS",
      change(domain, ["update"], shop, { ...shop, mutual_tls_authentication: [truststore] }),
      "clients of api.example.com now need a certificate",
    ],
    [
      "a domain loses mutual TLS",
      change(domain, ["update"], { ...shop, mutual_tls_authentication: [truststore] }, shop),
      "! clients of api.example.com no longer need a certificate",
    ],
    [
      "a domain changes",
      change(domain, ["update"], shop, { ...shop, tags: {} }),
      "the domain Api/CustomDomain changes",
    ],
    [
      "the generated address is switched off",
      change("aws_apigatewayv2_api.Api", ["update"], address(false), address(true)),
      "the generated address of Api is switched off",
    ],
    [
      "the generated address answers again",
      change("aws_apigatewayv2_api.Api", ["update"], address(true), address(false)),
      "! the generated address of Api answers again",
    ],
    [
      "a route gets an authorizer",
      change(admin, ["update"], http("NONE"), http("JWT")),
      "GET /admin is for callers with a token now",
    ],
    [
      "a route changes its authorizer",
      change(admin, ["update"], http("JWT", { authorizer_id: "a" }), http("JWT", { authorizer_id: "b" })),
      "GET /admin has another authorizer",
    ],
    [
      "a route needs other scopes",
      change(
        admin,
        ["update"],
        http("JWT", { authorization_scopes: ["a"] }),
        http("JWT", { authorization_scopes: ["b"] }),
      ),
      "GET /admin needs other scopes",
    ],
    [
      "a route is new and public",
      change(admin, ["create"], null, http("NONE")),
      "! GET /admin is added, and is public",
    ],
    [
      "a route is new",
      change(admin, ["create"], null, http("AWS_IAM")),
      "GET /admin is added, for callers that sign their requests",
    ],
    [
      "a route is gone",
      change("aws_apigatewayv2_route.gone", ["delete"], http("NONE"), null),
      "GET /admin is removed",
    ],
    [
      "a route leads elsewhere",
      change(admin, ["update"], http("NONE"), http("NONE", { target: undefined }), { target: true }),
      "GET /admin leads to another target",
    ],
    [
      "a method becomes public",
      change(order, ["update"], rest("COGNITO_USER_POOLS"), rest("NONE")),
      "! GET /orders/{id} becomes public",
    ],
    [
      "a method needs an API key",
      change(order, ["update"], rest("NONE"), rest("NONE", { api_key_required: true })),
      "GET /orders/{id} is for callers with an API key now",
    ],
    [
      "a method of the root",
      change("aws_api_gateway_method.root", ["create"], null, rest("CUSTOM")),
      "GET / is added, for callers that the authorizer allows",
    ],
    [
      "a function has new code",
      change(
        get,
        ["update"],
        { source_code_hash: "a", last_modified: "x" },
        { source_code_hash: "b" },
        { last_modified: true },
      ),
      "the function Get has new code",
    ],
    [
      "a function has other settings",
      change(get, ["update"], { timeout: 3, memory_size: 128 }, { timeout: 5, memory_size: 256 }),
      "the function Get changes: memory_size, timeout",
    ],
    [
      "a function is gone",
      change("aws_lambda_function.Old", ["delete"], { function_name: "dev-notes-Old" }, null),
      "the function dev-notes-Old is deleted",
    ],
    [
      "permissions come",
      change(
        "aws_iam_role_policy.Get",
        ["update"],
        { policy: '{"Statement":[]}' },
        { policy: '{"Statement":[{"Effect":"Allow","Action":"s3:GetObject","Resource":"*"}]}' },
      ),
      "Get is given s3:GetObject on *",
    ],
    [
      "permissions go",
      change(
        "aws_iam_role_policy.Get",
        ["update"],
        { policy: '{"Statement":[{"Effect":"Allow","Action":"s3:GetObject","Resource":"*"}]}' },
        { policy: '{"Statement":[]}' },
      ),
      "Get loses s3:GetObject on *",
    ],
    [
      "permissions change",
      change("aws_iam_role_policy.Get", ["update"], { policy: "a" }, { policy: "b" }),
      "the permissions of Get change",
    ],
    [
      "a URL becomes public",
      change(
        "aws_lambda_function_url.Get",
        ["update"],
        { authorization_type: "AWS_IAM" },
        { authorization_type: "NONE" },
      ),
      "! the URL of Get becomes public",
    ],
    [
      "a bucket may be opened",
      change(
        "aws_s3_bucket_public_access_block.Files",
        ["update"],
        { block_public_policy: true },
        { block_public_policy: false },
      ),
      "! the bucket Files may be made public",
    ],
    [
      "a table is created",
      change("aws_dynamodb_table.Notes", ["create"], null, {}),
      "the table Notes is created",
    ],
  ])("%s", (_what, given, text) => expect(termsOf(given)).toEqual([text]));

  test("a method that is gone has its path from the resource that held it", () => {
    const resource = change(
      "aws_api_gateway_resource.gone",
      ["delete"],
      { id: "r9", path: "/old/{id}" },
      null,
    );
    const method = change(
      "aws_api_gateway_method.gone",
      ["delete"],
      rest("NONE", { resource_id: "r9" }),
      null,
    );
    expect(termsOf(resource, method)).toEqual(["GET /old/{id} is removed"]);
  });

  test("the answers to preflight requests, which the library adds to a REST API, are not listed", () => {
    const preflight = { ...rest("NONE"), http_method: "OPTIONS" };
    expect(termsOf(change(order, ["create"], null, preflight))).toEqual([]);
  });

  test("openings come first, and resources that stay are not listed", () => {
    const stays = change(get, ["no-op"], { timeout: 3 }, { timeout: 3 });
    const code = change(get, ["update"], { source_code_hash: "a" }, { source_code_hash: "b" });
    expect(termsOf(stays, code, change(admin, ["update"], http("JWT"), http("NONE")))).toEqual([
      "! GET /admin becomes public",
      "the function Get has new code",
    ]);
  });

  test("a route of one of several APIs is listed with its API", () => {
    const apis = ["aws_apigatewayv2_api.Api", "aws_apigatewayv2_api.Other"].map((each) =>
      change(each, ["no-op"], {}, {}),
    );
    expect(termsOf(...apis, change(admin, ["update"], http("JWT"), http("NONE")))).toEqual([
      "! GET /admin of Api becomes public",
    ]);
  });
});

describe("Removals in a plan", () => {
  const losses = (address: string, actions: readonly string[], before: object = {}) => {
    const plan = { resource_changes: [change(address, actions, before, {})] };
    const found = lossesOf(stackOf(template), {
      changes: plannedResources(plan),
      values: plannedValues(plan),
    });
    return found.map(({ text }) => text);
  };

  test.each([
    ["aws_dynamodb_table.Notes", ["delete", "create"], "the table Notes is replaced: its data is lost"],
    ["aws_dynamodb_table.Notes", ["create", "delete"], "the table Notes is replaced: its data is lost"],
    ["aws_dynamodb_table.Old", ["delete"], "the table dev-old is deleted: its data is lost"],
    ["aws_apigatewayv2_api.Api", ["delete", "create"], "the API Api is replaced: its address changes"],
  ])("%s by %j", (address, actions, text) => {
    expect(losses(address, actions, { name: "dev-old" })).toEqual([text]);
  });

  test.each<[string, readonly string[], object]>([
    ["aws_dynamodb_table.Notes", ["update"], {}],
    ["aws_apigatewayv2_api.Api", ["delete"], {}],
    ["aws_s3_bucket.Site", ["delete", "create"], { force_destroy: true }],
    ["aws_lambda_function.Get", ["delete", "create"], {}],
  ])("is not %s by %j", (address, actions, before) => expect(losses(address, actions, before)).toEqual([]));
});

describe("Losses in a removal", () => {
  const app = testApp();
  const stack = new Stack(app, "Main");
  new Table(stack, "Notes", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } });
  new Bucket(stack, "Files");
  new Queue(stack, "Jobs");
  new Api(stack, "Api", { routes: { "GET /notes": "functions/notes.get" } });
  new RestV1Api(stack, "Rest", { routes: { "GET /": "functions/notes.get" } });
  const { resource } = synthesized(stack);
  const settings = { app: "notes", stage: "dev" };

  test("is listed with the kept resources, and with routes and functions", () => {
    const lines = removalLines(stackOf(resource, settings));
    expect(lines).toEqual([
      "the table dev-notes-Notes: stays in your account",
      expect.stringMatching(/^the bucket .*: stays in your account$/),
      "the queue dev-notes-Jobs: its data is deleted",
      "the API dev-notes-Rest",
      "the API dev-notes-Api",
      "2 routes, 2 functions",
    ]);
  });

  test("keeps no data with a removal policy", () => {
    expect(removalLines(stackOf(resource, { ...settings, removalPolicy: "destroy" }))).toContain(
      "the table dev-notes-Notes: its data is deleted",
    );
  });
});

test("every type that a removal keeps is known as one that holds data", () => {
  for (const type of [
    "aws_s3_bucket",
    "aws_dynamodb_table",
    "aws_kinesis_stream",
    "aws_cognito_user_pool",
    "aws_rds_cluster",
  ])
    expect(resourceTypes[type]?.holding?.holds).toBe("data");
});
