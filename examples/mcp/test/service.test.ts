import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Testing } from "cdktf";
import { App, getStack } from "serverform";
import { Service } from "../stacks/service";
import { Users } from "../stacks/users";

const outdir = mkdtempSync(join(tmpdir(), "mcp-"));
afterAll(() => rmSync(outdir, { recursive: true }));

test("the function that registers clients may do nothing else", () => {
  process.chdir(resolve(__dirname, ".."));
  new App({ name: "mcp", stage: "test", outdir }).stack(Users).stack(Service);

  const { resource } = JSON.parse(Testing.synth(getStack(Service)));
  const policies = Object.values<Record<string, string>>(resource.aws_iam_role_policy);
  const statements = policies.flatMap(({ policy }) => JSON.parse(policy ?? "{}").Statement);
  const actions = statements.flatMap(({ Action }) => Action).filter((action) => action.startsWith("cognito"));
  expect(actions.sort()).toEqual([
    "cognito-idp:CreateManagedLoginBranding",
    "cognito-idp:CreateUserPoolClient",
    "cognito-idp:DeleteManagedLoginBranding",
    "cognito-idp:DeleteUserPoolClient",
    "cognito-idp:DescribeManagedLoginBrandingByClient",
    "cognito-idp:ListUserPoolClients",
  ]);
});
