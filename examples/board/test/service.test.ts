import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Testing } from "cdktf";
import { App, getStack } from "serverform";
import { Service } from "../stacks/service";

const outdir = mkdtempSync(join(tmpdir(), "board-"));
afterAll(() => rmSync(outdir, { recursive: true }));

test("users sign in, and the API key opens what the schema says", () => {
  process.chdir(resolve(__dirname, ".."));
  new App({ name: "board", stage: "test", outdir }).stack(Service);

  const { resource } = JSON.parse(Testing.synth(getStack(Service)));
  const [api] = Object.values<Record<string, unknown>>(resource.aws_appsync_graphql_api);
  expect(api).toMatchObject({
    authentication_type: "AMAZON_COGNITO_USER_POOLS",
    additional_authentication_provider: [{ authentication_type: "API_KEY" }],
  });
});
