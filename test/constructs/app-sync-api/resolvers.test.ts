import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AppSyncApiProps, AppSyncApiResolver } from "../../../lib";
import { expectNothingLeft } from "../../support/refused";
import { fixture, resources, testStack } from "../../support/stack";
import { failure } from "../api/support/api";
import { code, expectRefused, fileWith, graph, handler, onlyPlain, plainly } from "./support";

const dataSources: AppSyncApiProps["dataSources"] = { notes: handler, none: { type: "none" } };
const resolve = (resolver: AppSyncApiResolver, stack = testStack()) =>
  graph({ dataSources, resolvers: { "Query note": resolver } }, stack);
const config = (resolver: AppSyncApiResolver) => onlyPlain(resolve(resolver).stack, "aws_appsync_resolver");

describe("A resolver of AppSyncApi", () => {
  test("lets a function answer without a mapping", () => {
    expect(config("notes")).toEqual({
      api_id: "${aws_appsync_graphql_api.Graph_Api.id}",
      type: "Query",
      field: "note",
      kind: "UNIT",
      data_source: "${aws_appsync_datasource.Graph_DataSource_notes_DataSource.name}",
    });
  });

  test.each([
    ["a handler", handler],
    ["props", { handler }],
    ["an object", { function: handler }],
  ])("makes a data source for %s", (_, resolver) => {
    const { stack, api } = resolve(resolver);
    const names = Object.values(resources(stack, "aws_appsync_datasource")).map(({ name }) => name);
    expect(names).toContain("LambdaDS_Query_note");
    expect(api.getFunction("Query note")?.node.id).toBe("Lambda_Query_note");
    expect(api.getDataSource("Query note")?.nameInput).toBe("LambdaDS_Query_note");
    expect(api.getResolver("Query note")?.fieldInput).toBe("note");
  });

  test("has code in JavaScript, whose template strings Terraform leaves alone", () => {
    const written = config({ dataSource: "none", code });
    expect(written.runtime).toEqual({ name: "APPSYNC_JS", runtime_version: "1.0.0" });
    const text = readFileSync(join(fixture, code.file), "utf8");
    expect(written.code).toBe(text.replace("`${", () => "`$${"));
  });

  test("has code in TypeScript, which is bundled with its imports", () => {
    const { code: written } = config({ dataSource: "none", code: { file: "graphql/typed-note.ts" } });
    expect(written).toContain("keyOf(ctx.args.id)");
    expect(written).not.toMatch(/^import/m);
    expect(written).toMatch(/export \{\s*request,\s*response\s*\}/);
  });

  test("has templates in VTL", () => {
    const requestMapping = { inline: '{ "version": "2018-05-29", "payload": "${ctx.args.id}" }' };
    const responseMapping = { file: fileWith("$util.toJson($ctx.result)", "response.vtl") };
    expect(config({ dataSource: "none", requestMapping, responseMapping })).toMatchObject({
      request_template: '{ "version": "2018-05-29", "payload": "$${ctx.args.id}" }',
      response_template: "$util.toJson($ctx.result)",
    });
  });

  test("is a pipeline whose steps run one after the other", () => {
    const { stack } = resolve({
      pipeline: [
        { dataSource: "none", code, description: "First" },
        { name: "second", function: handler },
      ],
    });
    expect(onlyPlain(stack, "aws_appsync_resolver")).toMatchObject({
      kind: "PIPELINE",
      pipeline_config: {
        functions: [
          "${aws_appsync_function.Graph_Function_Query_note_none.function_id}",
          "${aws_appsync_function.Graph_Function_Query_note_second.function_id}",
        ],
      },
      code: expect.stringContaining("return ctx.prev.result;"),
      runtime: { name: "APPSYNC_JS", runtime_version: "1.0.0" },
    });
    expect(Object.values(plainly(resources(stack, "aws_appsync_function")))).toEqual([
      expect.objectContaining({ name: "Query_note_none", description: "First", code: expect.any(String) }),
      expect.not.objectContaining({ code: expect.anything() }),
    ]);
  });

  test("may be cached and batched", () => {
    const resolver = { cachingConfig: { ttl: 60, cachingKeys: ["$context.arguments.id"] }, maxBatchSize: 10 };
    const { stack } = graph({
      dataSources,
      resolvers: { "Query note": { dataSource: "notes", cdk: { resolver } } },
      cdk: { apiCache: {} },
    });
    expect(onlyPlain(stack, "aws_appsync_resolver")).toMatchObject({
      max_batch_size: 10,
      caching_config: { ttl: 60, caching_keys: ["$context.arguments.id"] },
    });
  });
});

describe("AppSyncApi refuses a resolver", () => {
  const step = { dataSource: "none", code };

  test.each<[string, string, string, unknown]>([
    ["appsync-resolver-key", "resolvers", "notes", "notes"],
    ["appsync-resolver-type", 'resolvers["Qery note"]', "Qery note", "notes"],
    ["appsync-resolver-field", 'resolvers["Query nots"]', "Query nots", "notes"],
    ["appsync-resolver-reference", 'resolvers["Query note"]', "Query note", "nots"],
    [
      "appsync-data-source-unknown",
      'resolvers["Query note"].dataSource',
      "Query note",
      { dataSource: "nots" },
    ],
    ["appsync-target", 'resolvers["Query note"]', "Query note", {}],
    ["appsync-target", 'resolvers["Query note"]', "Query note", { dataSource: "notes", function: handler }],
    ["appsync-target", 'resolvers["Query note"]', "Query note", { dataSource: "none", pipeline: [step] }],
    ["appsync-mapping-required", 'resolvers["Query note"]', "Query note", "none"],
    [
      "appsync-mapping-mixed",
      'resolvers["Query note"].code',
      "Query note",
      { dataSource: "none", code, requestMapping: { inline: "{}" } },
    ],
    ["prop-invalid", 'resolvers["Query note"].code', "Query note", { dataSource: "none", code: "x" }],
    [
      "appsync-file-missing",
      'resolvers["Query note"].code.file',
      "Query note",
      { dataSource: "none", code: { file: "x.js" } },
    ],
    ["prop-invalid", 'resolvers["Query note"].pipeline', "Query note", { pipeline: [] }],
    ["quota-exceeded", 'resolvers["Query note"].pipeline', "Query note", { pipeline: Array(11).fill(step) }],
    ["appsync-step-name", 'resolvers["Query note"].pipeline[1]', "Query note", { pipeline: [step, step] }],
    ["appsync-target", 'resolvers["Query note"].pipeline[0]', "Query note", { pipeline: [{ code }] }],
    [
      "appsync-mapping-required",
      'resolvers["Query note"].pipeline[0]',
      "Query note",
      { pipeline: [{ dataSource: "none" }] },
    ],
    [
      "key-rejected",
      'resolvers["Query note"].cdk.resolver',
      "Query note",
      { dataSource: "notes", cdk: { resolver: { field: "x" } } },
    ],
    [
      "appsync-cache-off",
      'resolvers["Query note"].cdk.resolver.cachingConfig',
      "Query note",
      { dataSource: "notes", cdk: { resolver: { cachingConfig: { ttl: 5 } } } },
    ],
    [
      "out-of-range",
      'resolvers["Query note"].cdk.resolver.maxBatchSize',
      "Query note",
      { dataSource: "notes", cdk: { resolver: { maxBatchSize: 2001 } } },
    ],
    [
      "out-of-range",
      'resolvers["Query note"].pipeline[0].cdk.function.maxBatchSize',
      "Query note",
      { pipeline: [{ dataSource: "notes", cdk: { function: { maxBatchSize: 2001 } } }] },
    ],
  ])("%s in %s", (code, prop, key, resolver) => {
    const stack = testStack();
    const call = () => graph({ dataSources, resolvers: { [key]: resolver as never } }, stack);
    expect(expectRefused(stack, call, code).prop).toBe(prop);
  });

  test("with the nearest type and field", () => {
    const message = (key: string) =>
      failure(() => graph({ dataSources, resolvers: { [key]: "notes" } })).message;
    expect(message("Qery note")).toContain('Did you mean "Query"?');
    expect(message("Query nots")).toMatch(/Did you mean "note/);
  });

  test("of a field that has one", () => {
    const twice = { "Query note": handler, "Query  note": handler };
    expect(failure(() => graph({ resolvers: twice })).code).toBe("part-duplicate");
    const { api, stack } = graph({ resolvers: { "Query note": handler } });
    expect(failure(() => api.addResolvers(stack, { "Query note": handler })).code).toBe("part-duplicate");
  });

  test("in another stack, and leaves nothing there", () => {
    const { api, stack } = graph();
    expectNothingLeft(
      stack,
      () => api.addResolvers(stack, { "Query nots": handler }),
      "appsync-resolver-field",
    );
  });
});
