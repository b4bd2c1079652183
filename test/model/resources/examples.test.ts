/** @group processes */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Model } from "../../../lib/model";
import { cleanEnvironment, root } from "../../examples/support";
import { registerStacks, routes } from "../../golden/app";
import { typescript, withCompiledLibrary } from "../../support/compiled";
import { placesOfLaterChanges } from "../../support/plan/second-plan";
import { temporaryFolder, testApp } from "../../support/stack";
import { read } from "./output";

const examples: readonly (readonly [folder: string, main: string])[] = [
  [".", "examples/notes/main.ts"],
  ["examples/hello", "main.ts"],
  ["examples/chat", "main.ts"],
  ["examples/graphql", "main.ts"],
  ["examples/rest-usage-plan", "main.ts"],
  ["examples/auth", "main.ts"],
  ["examples/mcp", "main.ts"],
  ["examples/board", "main.ts"],
  ["examples/site", "main.ts"],
  ["examples/rendered", "main.ts"],
  ["examples/orders", "main.ts"],
  ["examples/migration", "main.ts"],
];

/** Where each example is synthesized. */
const outputs = temporaryFolder();
const outputOf = (folder: string): string => join(outputs, folder.replaceAll("/", "-"));

/** Synthesizes all of them in one process. Most of the time of a process is loading the library. */
function synthesizeExamples(): void {
  const apps = examples.map(([folder, main]) => ({
    folder: join(root, folder),
    main,
    outdir: outputOf(folder),
  }));
  const program = `
    for (const { folder, main, outdir } of ${JSON.stringify(apps)}) {
      process.chdir(folder);
      process.env.CDKTF_OUTDIR = outdir;
      require(require("node:path").join(folder, main));
    }`;
  execFileSync(process.execPath, [...typescript, "--eval", program], {
    cwd: root,
    env: { ...cleanEnvironment(), ...withCompiledLibrary() },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Texts that still hold a reference. */
function unresolvedIn(model: Model): string[] {
  const walk = (value: unknown): string[] => {
    if (typeof value === "string") return /\$\{(aws|data|local|var|path)[_.]/.test(value) ? [value] : [];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(walk) : [];
  };
  return model.resources.flatMap(({ values }) => walk(values));
}

beforeAll(synthesizeExamples);

describe.each(examples)("example %s", (folder) => {
  test("every reference is resolved", () => {
    const { model, warnings } = read(outputOf(folder));
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

test.each(examples)("example %s has nothing that changes in the plan after its deployment", (folder) => {
  const stacks = join(outputOf(folder), "stacks");
  const places = readdirSync(stacks).flatMap((stack) =>
    placesOfLaterChanges(JSON.parse(readFileSync(join(stacks, stack, "cdk.tf.json"), "utf8"))),
  );
  expect(places).toEqual([]);
});

describe("an app with most kinds of resources", () => {
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
