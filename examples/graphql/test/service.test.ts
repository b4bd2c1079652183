import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Testing } from "cdktf";
import { App, getStack } from "serverform";
import { Service } from "../stacks/service";

const outdir = mkdtempSync(join(tmpdir(), "reviews-"));
afterAll(() => rmSync(outdir, { recursive: true }));

test("a client without a token can only read", () => {
  process.chdir(resolve(__dirname, ".."));
  new App({ name: "reviews", stage: "test", outdir }).stack(Service);

  const { resource } = JSON.parse(Testing.synth(getStack(Service)));
  const routes = Object.values<Record<string, string>>(resource.aws_apigatewayv2_route);
  expect(Object.fromEntries(routes.map((route) => [route.route_key, route.authorization_type]))).toEqual({
    "GET /graphql": "NONE",
    "POST /graphql": "JWT",
  });
});
