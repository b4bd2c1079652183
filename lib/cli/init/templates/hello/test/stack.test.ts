import { expect, test } from "@jest/globals";
import { Testing } from "cdktf";
import { App, getStack } from "serverform";
import { Hello } from "../stacks/hello.js";

test("the API has one route", () => {
  new App({ name: "hello", stage: "test" }).stack(Hello);
  const { resource } = JSON.parse(Testing.synth(getStack(Hello)));
  const routes = Object.values<{ route_key: string }>(resource.aws_apigatewayv2_route);
  expect(routes.map(({ route_key }) => route_key)).toEqual(["GET /"]);
});
