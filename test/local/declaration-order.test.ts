import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inDeclarationOrder } from "../../lib/local/api-hosts";
import type { Resource } from "../../lib/model";
import { temporaryFolder } from "../support/stack";

const resource = (stack: string, path: string | undefined): Resource => ({
  address: `${stack}/${path}`,
  type: "aws_apigatewayv2_api",
  name: "x",
  stack,
  region: "us-east-1",
  folder: "/",
  constructPath: path && `${stack}/${path}`,
  values: {},
});
const all = [
  resource("A", "Alpha/Api"),
  resource("A", "Beta/Api"),
  resource("B", "Api/RestApi"),
  resource("B", undefined),
];
const order = (folder: string) => inDeclarationOrder(folder, all).map(({ address }) => address);

test("resources are in the order of the app, and others come last", () => {
  const folder = temporaryFolder();
  const entries = [
    { id: "Api", stack: "B" },
    { id: "Beta", stack: "A" },
    { id: "Alpha", stack: "A" },
  ];
  writeFileSync(join(folder, "serverform.json"), JSON.stringify(entries));
  expect(order(folder)).toEqual(["B/Api/RestApi", "A/Beta/Api", "A/Alpha/Api", "B/undefined"]);
});

test.each([
  ["no file", undefined],
  ["no JSON", "{"],
  ["no list", "{}"],
  ["other entries", "[1, {}]"],
])("with %s they keep their order", (_name, content) => {
  const folder = temporaryFolder();
  if (content !== undefined) writeFileSync(join(folder, "serverform.json"), content);
  expect(order(folder)).toEqual(all.map(({ address }) => address));
});
