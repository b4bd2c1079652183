import { Api, type ApiGraphQLRouteProps, type ApiRouteProps } from "../../../../lib/constructs/api";
import { only, testStack } from "../../../support/stack";
import { failure, integration } from "../support/api";

const handler = "functions/notes.get";

function graphqlApi(route: Partial<ApiGraphQLRouteProps>, key = "POST /graphql") {
  const stack = testStack();
  const value = { type: "graphql", function: handler, ...route } as ApiRouteProps;
  const api = new Api(stack, "Api", { defaults: { payloadFormatVersion: "1.0" }, routes: { [key]: value } });
  return { stack, api };
}

describe("Api graphql routes", () => {
  test("a function answers them, in payload format 2.0", () => {
    const { stack, api } = graphqlApi({});
    expect(integration(stack, "POST /graphql").payload_format_version).toBe("2.0");
    expect(api.getFunction("POST /graphql")).toBeDefined();
    expect(only(stack, "aws_lambda_permission").source_arn).toMatch(/\/\*\/\*\/graphql$/);
  });

  test.each([
    ["POST /graphql", "/graphql"],
    ["$default", "/"],
  ])("the function of %s knows its path", (key, path) => {
    const { environment } = only(graphqlApi({}, key).stack, "aws_lambda_function");
    expect(environment).toMatchObject({ variables: { GRAPHQL_ENDPOINT: path } });
  });

  test("schemagen is metadata", () => {
    const schemagen = {
      schema: handler.replace(".get", ".ts"),
      output: "a.graphql",
      commands: ["b"],
      internalPackages: ["c"],
    };
    const { api } = graphqlApi({ schemagen });
    expect(api.getConstructMetadata().data).toMatchObject({
      routes: [{ type: "graphql", route: "POST /graphql", fn: { stack: "dev-notes-Main" }, ...schemagen }],
    });
  });

  test.each([
    ["no function", { function: undefined }, ".function", /is missing/],
    [
      "a schema that does not exist",
      { schemagen: { schema: "nowhere/schema.ts" } },
      ".schemagen.schema",
      /"nowhere\/schema\.ts"/,
    ],
    [
      "a schema whose path is too long for a file",
      { schemagen: { schema: "x".repeat(10_000) } },
      ".schemagen.schema",
      /does not exist/,
    ],
    ["an unknown key", { schemagen: { shema: "x" } }, ".schemagen", /"shema".*"schema"/s],
    ["a payload version", { payloadFormatVersion: "1.0" }, "", /"payloadFormatVersion"/],
  ])("refuse %s", (_, route, prop, message) => {
    const error = failure(() => graphqlApi(route as Partial<ApiGraphQLRouteProps>));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: `routes["POST /graphql"]${prop}` });
    expect(error.message).toMatch(message);
  });
});
