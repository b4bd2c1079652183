import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Testing } from "cdktf";
import { App, getStack } from "serverform";
import { Partners } from "../stacks/partners";

const outdir = mkdtempSync(join(tmpdir(), "migration-"));
afterAll(() => rmSync(outdir, { recursive: true }));

test("no route for partners and staff is open", () => {
  process.chdir(resolve(__dirname, ".."));
  new App({ name: "migration", stage: "test", outdir }).stack(Partners);

  const { resource } = JSON.parse(Testing.synth(getStack(Partners)));
  const routes = Object.values<Record<string, string>>(resource.aws_apigatewayv2_route);
  expect(routes.map((route) => `${route.route_key}: ${route.authorization_type}`).sort()).toEqual([
    "GET /desk/{page}: CUSTOM",
    "GET /feed: CUSTOM",
    "POST /orders: CUSTOM",
    "PUT /desk/{page}: CUSTOM",
    "PUT /prices/{id}: AWS_IAM",
  ]);
});
