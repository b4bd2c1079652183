import { expect, test } from "@jest/globals";
import { Testing } from "cdktf";
import { App, getStack } from "serverform";
import { Web } from "../stacks/web.js";

test("only the greeting is open", () => {
  new App({ name: "web", stage: "test" }).stack(Web);
  const { resource } = JSON.parse(Testing.synth(getStack(Web)));
  const routes = Object.values<{ route_key: string; authorization_type: string }>(
    resource.aws_apigatewayv2_route,
  );
  const open = routes.filter(({ authorization_type }) => authorization_type === "NONE");
  expect(open.map(({ route_key }) => route_key)).toEqual(["GET /api/greeting"]);
});
