/** @group processes */

import type { Model } from "../../../lib/local/model/model";
import { runApp } from "../../examples/support";
import { registerStacks, routes } from "../../golden/app";
import { temporaryFolder, testApp } from "../../support/stack";
import { read } from "./output";

/** Runs an example's app in a separate process and reads its output. */
function readExample(folder: string, main: string): ReturnType<typeof read> {
  const outdir = temporaryFolder();
  runApp(folder, main, { CDKTF_OUTDIR: outdir });
  return read(outdir);
}

/** Texts that still hold a reference. */
function unresolvedIn(model: Model): string[] {
  const walk = (value: unknown): string[] => {
    if (typeof value === "string") return /\$\{(aws|data|local|var|path)[_.]/.test(value) ? [value] : [];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(walk) : [];
  };
  return model.resources.flatMap(({ values }) => walk(values));
}

describe.each([
  [".", "examples/notes/main.ts"],
  ["examples/chat", "main.ts"],
  ["examples/graphql", "main.ts"],
  ["examples/rest-usage-plan", "main.ts"],
  ["examples/auth", "main.ts"],
  ["examples/mcp", "main.ts"],
  ["examples/board", "main.ts"],
  ["examples/site", "main.ts"],
  ["examples/orders", "main.ts"],
  ["examples/migration", "main.ts"],
])("example %s", (folder, main) => {
  test("every reference is resolved", () => {
    const { model, warnings } = readExample(folder, main);
    expect(warnings).toEqual([]);
    expect(unresolvedIn(model)).toEqual([]);
    const functions = model.ofType("aws_lambda_function");
    expect(functions.length).toBeGreaterThan(0);
    for (const { values } of model.ofType("aws_lambda_permission")) {
      expect(
        functions.some(
          (each) =>
            each.values.arn === values.function_name || each.values.function_name === values.function_name,
        ),
      ).toBe(true);
    }
  });
});

describe("an app with most of what there is", () => {
  const synthesize = () => {
    const app = testApp();
    registerStacks(app, routes);
    app.synth();
    return read(app.outdir);
  };

  test("every reference is resolved, through stacks too", () => {
    const { model, warnings } = synthesize();
    expect(warnings).toEqual([]);
    expect(unresolvedIn(model)).toEqual([]);
  });

  test("routes lead to functions", () => {
    const { model } = synthesize();
    const route = model.find("aws_apigatewayv2_route", "route_key", "GET /notes");
    const integration = model.find(
      "aws_apigatewayv2_integration",
      "id",
      String(route?.values.target).replace("integrations/", ""),
    );
    const { integration_uri: uri } = integration?.values ?? {};
    const fn =
      model.find("aws_lambda_function", "arn", uri) ?? model.find("aws_lambda_function", "invoke_arn", uri);
    expect(fn?.values.handler).toBeDefined();
    expect(fn?.constructPath).toMatch(/^dev-notes-Service\//);
  });

  test("two readings are the same", () => {
    const app = testApp();
    registerStacks(app, routes);
    app.synth();
    expect(read(app.outdir).model.resources).toEqual(read(app.outdir).model.resources);
  });
});
