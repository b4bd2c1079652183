import {
  credentialsConfigured,
  findCallerIdentity,
  nameOfArn,
} from "../../../lib/cli/project/caller-identity";
import { accountOfRole } from "../../../lib/facts/aws/arns";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

describe("findCallerIdentity", () => {
  test("sends no request if no credentials are configured", async () => {
    expect(await findCallerIdentity({ HOME: new Project().folder })).toBeUndefined();
  });

  test.each([
    [{ AWS_ACCESS_KEY_ID: "x" }, true],
    [{ AWS_PROFILE: "x" }, true],
    [{ AWS_WEB_IDENTITY_TOKEN_FILE: "/x" }, true],
    [{ AWS_REGION: "eu-west-1" }, false],
    [{ AWS_ACCESS_KEY_ID: "" }, false],
  ])("takes %j for credentials: %s", (environment, expected) => {
    expect(credentialsConfigured({ HOME: new Project().folder, ...environment })).toBe(expected);
  });

  test("finds credentials in a file", () => {
    const project = new Project();
    project.write(".aws/config", "[default]");
    expect(credentialsConfigured({ HOME: project.folder })).toBe(true);
  });
});

describe("the parts of an ARN", () => {
  test.each([
    ["arn:aws:iam::123456789012:role/deploy/er", "123456789012"],
    ["arn:aws-cn:iam::123456789012:role/x", "123456789012"],
    ["deployer", undefined],
  ])("%s belongs to the account %s", (arn, account) => {
    expect(accountOfRole(arn)).toBe(account);
  });

  test.each([
    ["arn:aws:iam::123456789012:user/mary", "mary"],
    ["arn:aws:sts::123456789012:assumed-role/Admin/mary@example.com", "mary@example.com"],
    ["arn:aws:iam::123456789012:root", "root"],
  ])("%s is called %s", (arn, name) => {
    expect(nameOfArn(arn)).toBe(name);
  });
});
