import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Testing } from "cdktf";
import { App, getStack } from "serverform";
import { Service } from "../stacks/service";
import { Users } from "../stacks/users";

const outdir = mkdtempSync(join(tmpdir(), "auth-"));
afterAll(() => rmSync(outdir, { recursive: true }));

test("no route is open", () => {
  process.chdir(resolve(__dirname, ".."));
  new App({ name: "auth", stage: "test", outdir }).stack(Users).stack(Service);

  const { resource } = JSON.parse(Testing.synth(getStack(Service)));
  const routes = Object.values<Record<string, string>>(resource.aws_apigatewayv2_route);
  expect(routes.map((route) => `${route.route_key}: ${route.authorization_type}`).sort()).toEqual([
    "GET /identity: AWS_IAM",
    "GET /me: JWT",
    "GET /users: JWT",
  ]);
});
