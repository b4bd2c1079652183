import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Testing } from "cdktf";
import { App, getStack } from "serverform";
import { Service } from "../stacks/service";

const outdir = mkdtempSync(join(tmpdir(), "chat-"));
afterAll(() => rmSync(outdir, { recursive: true }));

// #region connect
test("a client without a token cannot connect", () => {
  process.chdir(resolve(__dirname, ".."));
  new App({ name: "chat", stage: "test", outdir }).stack(Service);

  const { resource } = JSON.parse(Testing.synth(getStack(Service)));
  const routes = Object.values<Record<string, string>>(resource.aws_apigatewayv2_route);
  const connect = routes.find((route) => route.route_key === "$connect");
  expect(connect?.authorization_type).toBe("CUSTOM");
});
// #endregion
