import { AppSyncApi } from "../../../lib";
import { quotas } from "../../../lib/kit/core";
import { testStack } from "../../support/stack";
import { failure } from "../api/support/api";
import { expectRefused, fileWith, graph, graphConfig, handler, schema } from "./support";

const refusal = (text: string) => {
  const file = fileWith(text);
  const { code, message } = failure(() => graph({ schema: file }));
  expect(code).toBe("appsync-schema-invalid");
  return message.replaceAll(file, "schema.graphql");
};

describe("AppSyncApi schema", () => {
  test("is deployed as it is written", () => {
    const text = 'type Query {\n  "Costs ${5}"\n  a: AWSJSON\n}\n';
    expect(graphConfig({ schema: fileWith(text) }).schema).toBe(text.replace("${", () => "$${"));
  });

  test("is merged from several files", () => {
    const merged = graphConfig({ schema: [schema, "graphql/people.graphql"] }).schema;
    expect(String(merged).match(/type Query \{[^}]*\}/g)).toEqual([
      "type Query {\n  note(id: ID!): Note\n  notes: [Note!]!\n  people: [Person!]!\n}",
    ]);
  });

  test.each([
    ["type Query {\n  a Int\n}", "schema.graphql:2:5: Syntax Error"],
    ["type Query {\n  a: Nte\n}", 'schema.graphql:2:6: Unknown type "Nte"'],
    ["type Query {\n  a: Int @aws_iam(group: 1)\n}", 'schema.graphql:2:19: Unknown argument "group"'],
    ["type Query {\n  a: Int @aws_key\n}", 'schema.graphql:2:10: Unknown directive "@aws_key"'],
    ["scalar Date\ntype Query {\n  a: Date\n}", 'schema.graphql:1:1: Scalar "Date" is not supported'],
    ["type Note {\n  a: Int\n}", "Query root type must be provided"],
    [
      'type Query {\n  a: Int\n}\ntype Subscription {\n  b: Int @aws_subscribe(mutations: ["addNte"])\n}',
      'schema.graphql:5:37: @aws_subscribe names the mutation "addNte", which does not exist',
    ],
    [
      'type Query {\n  a: Int\n}\ntype Mutation {\n  b: [Int!]!\n}\ntype Subscription {\n  c: Int @aws_subscribe(mutations: ["b"])\n}',
      'schema.graphql:8:37: The subscription c has the type Int, but its mutation "b" has the type [Int!]!: both must be the same.',
    ],
  ])("refuses %j", (text, expected) => {
    expect(refusal(text)).toContain(expected);
  });

  test("may have subscriptions to values that their mutation always has", () => {
    const text =
      'type Query {\n  a: Int\n}\ntype Mutation {\n  b: [Int!]!\n}\ntype Subscription {\n  c: [Int] @aws_subscribe(mutations: ["b"])\n}';
    expect(() => graph({ schema: fileWith(text) })).not.toThrow();
  });

  test("refuses files of which one changes the type of a field", () => {
    const files = [fileWith("type Query {\n  a: Int\n}"), fileWith("type Query {\n  a: String\n}")];
    expect(failure(() => graph({ schema: files })).code).toBe("appsync-schema-invalid");
  });

  test("refuses a file that does not exist", () => {
    const stack = testStack();
    expectRefused(stack, () => graph({ schema: "graphql/none.graphql" }, stack), "appsync-file-missing");
  });

  test.each([[[]], [5], [{}], [["a", 5]]])("refuses %j as its path", (given) => {
    expect(failure(() => graph({ schema: given as never })).code).toBe("prop-invalid");
  });

  test("may have a megabyte, and not more", () => {
    const line = "# 45678901234567\n";
    const text = (bytes: number) => `type Query { a: Int }\n${line.repeat(bytes / line.length)}`;
    expect(() => graph({ schema: fileWith(text(quotas.appSyncSchemaBytes - 100)) })).not.toThrow();
    const tooLong = fileWith(text(quotas.appSyncSchemaBytes));
    expect(failure(() => graph({ schema: tooLong })).code).toBe("appsync-schema-too-long");
  });

  test("is needed for resolvers", () => {
    const stack = testStack();
    const create = () => new AppSyncApi(stack, "Graph", { resolvers: { "Query notes": handler } });
    expectRefused(stack, create, "appsync-schema-required");
  });
});
