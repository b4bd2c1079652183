import { expect, test } from "@jest/globals";
import { Testing } from "cdktf";
import { App, getStack } from "serverform";
import { policyOf } from "serverform/testing";
import { Data } from "../stacks/data.js";
import { Service } from "../stacks/service.js";
import { Users } from "../stacks/users.js";

test("notes are for signed-in users only", () => {
  new App({ name: "api", stage: "test" }).stack(Data).stack(Users).stack(Service);
  const { resource } = JSON.parse(Testing.synth(getStack(Service)));
  const routes = Object.values<{ route_key: string; authorization_type: string }>(
    resource.aws_apigatewayv2_route,
  );
  const open = routes.filter(({ authorization_type }) => authorization_type === "NONE");
  expect(open.map(({ route_key }) => route_key)).toEqual(["GET /"]);
});

test("the open route has no rights on the notes", () => {
  new App({ name: "api", stage: "test" }).stack(Data).stack(Users).stack(Service);
  const statements = policyOf(Testing.synth(getStack(Service)), "GET /") ?? [];
  expect(statements.flatMap(({ actions }) => actions).join()).not.toContain("dynamodb:");
});
