import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Testing } from "cdktf";
import { App, getStack } from "serverform";
import { find, Match, mayCall, policyOf, Template } from "serverform/testing";
import { Database } from "../stacks/database";
import { Service } from "../stacks/service";
import { Users } from "../stacks/users";

const outdir = mkdtempSync(join(tmpdir(), "notes-"));
afterAll(() => rmSync(outdir, { recursive: true }));

// #region open-routes
test("notes cannot be changed without a token", () => {
  const app = new App({ name: "notes", stage: "test", outdir });
  app.setDefaultFunctionProps({ srcPath: "examples/notes" });
  app.stack(Database).stack(Users).stack(Service);

  const { resource } = JSON.parse(Testing.synth(getStack(Service)));
  const routes = Object.values<Record<string, string>>(resource.aws_apigatewayv2_route);
  const open = routes.filter((route) => route.authorization_type === "NONE").map((route) => route.route_key);
  expect(open.sort()).toEqual(["GET /notes", "GET /notes/{id}", "GET /status"]);
});
// #endregion

// #region facts
test("notes are deleted with a scope, by a function that cannot read them", () => {
  const json = Testing.synth(getStack(Service));

  expect(mayCall(json, "GET /notes", "anyone")).toBe("yes");
  expect(mayCall(json, "DELETE /notes/{id}", { authorizer: "members" })).toBe("no");
  expect(mayCall(json, "DELETE /notes/{id}", { authorizer: "members", scopes: ["notes/delete"] })).toBe(
    "yes",
  );

  const actions = policyOf(json, "DELETE /notes/{id}")?.flatMap((each) => each.actions);
  expect(actions).toContain("dynamodb:DeleteItem");
  expect(actions).not.toContain("dynamodb:Scan");
  const kept = { name: /vendedlogs/, retention_in_days: 365 };
  expect(find(json, "aws_cloudwatch_log_group", kept)).toHaveLength(1);
});
// #endregion

// #region template
test("functions have 10 seconds at most, and their role is for Lambda alone", () => {
  const template = Template.fromJson(Testing.synth(getStack(Service)));

  template.resourceCountIs("aws_lambda_function", 5);
  template.allResourcesProperties("aws_lambda_function", { timeout: 10, handler: /notes\./ });
  const byLambda = { Effect: "Allow", Principal: { Service: "lambda.amazonaws.com" } };
  template.allResourcesProperties("aws_iam_role", {
    assume_role_policy: Match.serializedJson({ Statement: Match.arrayWith([byLambda]) }),
  });
});
// #endregion
