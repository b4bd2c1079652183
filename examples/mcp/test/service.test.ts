import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Testing } from "cdktf";
import { App, getStack } from "serverform";
import { Service } from "../stacks/service";
import { Users } from "../stacks/users";

const outdir = mkdtempSync(join(tmpdir(), "mcp-"));
afterAll(() => rmSync(outdir, { recursive: true }));

test("no function may change the clients of the user pool", () => {
  process.chdir(resolve(__dirname, ".."));
  new App({ name: "mcp", stage: "test", outdir }).stack(Users).stack(Service);

  const { resource } = JSON.parse(Testing.synth(getStack(Service)));
  const policies = Object.values<Record<string, string>>(resource.aws_iam_role_policy);
  const statements = policies.flatMap(({ policy }) => JSON.parse(policy ?? "{}").Statement);
  const services = statements.flatMap(({ Action }) => Action).map((action: string) => action.split(":")[0]);
  expect([...new Set(services)].sort()).toEqual(["dynamodb", "logs", "xray"]);
});
