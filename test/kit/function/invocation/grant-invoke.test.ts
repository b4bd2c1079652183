import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { Stack } from "../../../../lib/kit/app";
import { Function } from "../../../../lib/kit/function";
import { failure } from "../../../constructs/api/support/api";
import { standardErrorOf } from "../../../support/environment";
import { checkOutput } from "../../../support/reference-check";
import { inlineStatements, only, testApp, testStack } from "../../../support/stack";

const handler = "functions/notes.get";
const mayInvoke = (id: string) => ({
  Effect: "Allow",
  Action: "lambda:InvokeFunction",
  Resource: [
    expect.stringMatching(new RegExp(`^\\$\\{.*${id}.*arn\\}$`)),
    expect.stringMatching(new RegExp(`^\\$\\{.*${id}.*arn\\}:\\*$`)),
  ],
});

describe("grantInvoke", () => {
  test("lets another function invoke the function and its versions", () => {
    const stack = testStack();
    const fn = new Function(stack, "Get", { handler });
    fn.grantInvoke(new Function(stack, "Caller", { handler }));
    expect(inlineStatements(stack, "Caller_Policies_Links")).toEqual([mayInvoke("Get_Function")]);
  });
  test("lets a role do so", () => {
    const stack = testStack();
    const role = new IamRole(stack, "Role", { assumeRolePolicy: "{}" });
    new Function(stack, "Get", { handler }).grantInvoke(role);
    expect(inlineStatements(stack, "RolePolicies")).toEqual([mayInvoke("Get_Function")]);
  });
  test("lets a service do so for this account, once", () => {
    const stack = testStack({ account: "111122223333" });
    const fn = new Function(stack, "Get", { handler });
    for (const service of ["events.amazonaws.com", "events.amazonaws.com"]) fn.grantInvoke(service);
    expect(only(stack, "aws_lambda_permission")).toMatchObject({
      action: "lambda:InvokeFunction",
      principal: "events.amazonaws.com",
      source_account: "111122223333",
    });
  });
  test.each(["alexa-appkit.amazon.com", "111122223333"])("leaves the account away for %s", (principal) => {
    const stack = testStack({ account: "111122223333" });
    new Function(stack, "Get", { handler }).grantInvoke(principal);
    expect(only(stack, "aws_lambda_permission")).not.toHaveProperty("source_account");
  });
  test.each(["caller first", "function first"])("across stacks makes no circle: %s", (order) => {
    const app = testApp();
    const [first, second] = [new Stack(app, "First"), new Stack(app, "Second")];
    const [of, by] = order === "caller first" ? [second, first] : [first, second];
    const caller = new Function(by, "Caller", { handler });
    const fn = new Function(of, "Get", { handler: "functions/notes.create" });
    fn.grantInvoke(caller);
    second.addOutputs({ First: first === of ? fn.functionArn : caller.functionArn });
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
    expect(JSON.stringify(inlineStatements(second))).toContain("lambda:InvokeFunction");
  });
  test("refuses anything else", () => {
    const fn = new Function(testStack(), "Get", { handler });
    expect(() => fn.grantInvoke({} as never)).toThrow(
      /^dev-notes-Main\/Get: grantInvoke is \{\}\.\n.*a Function, a role or a service/,
    );
  });
});

test.each(["s3", "arn:aws:s3:::notes", ""])("grantInvoke refuses the principal %j", (principal) => {
  const fn = new Function(testStack(), "Get", { handler });
  expect(failure(() => fn.grantInvoke(principal))).toMatchObject({
    code: "prop-invalid",
    prop: "grantInvoke",
  });
});

describe("addPermission refuses", () => {
  const refused = (config: object) => {
    const fn = new Function(testStack(), "Get", { handler });
    const { code, prop } = failure(() => fn.addPermission("P", config as never));
    return [code, prop];
  };
  test("no principal", () => {
    expect(refused({})).toEqual(["prop-required", 'addPermission("P").principal']);
  });
  test.each([
    { principal: "nobody" },
    { sourceArn: "bucket" },
    { sourceAccount: "123" },
    { action: "s3:GetObject" },
    { functionUrlAuthType: "IAM" },
    { principalOrgId: "acme" },
  ])("%j", (wrong) => {
    const [key = ""] = Object.keys(wrong);
    expect(refused({ principal: "s3.amazonaws.com", ...wrong })).toEqual([
      "prop-invalid",
      `addPermission("P").${key}`,
    ]);
  });
});

describe("addPermission for a service", () => {
  const notices = (config: Parameters<Function["addPermission"]>[1]) =>
    standardErrorOf(() => {
      const stack = testStack();
      new Function(stack, "Get", { handler }).addPermission("Other", config);
      stack.app.synth();
    });
  const principal = "iot.amazonaws.com";
  test("without a source says that any account may use it", () => {
    expect(notices({ principal })).toContain("iot.amazonaws.com invoke the function for any AWS account");
  });
  test.each([
    { principal, sourceArn: "arn:aws:iot:us-east-1:111122223333:rule/x" },
    { principal, sourceAccount: "111122223333" },
    { principal, principalOrgId: "o-1234567890" },
    { principal: "alexa-appkit.amazon.com", eventSourceToken: "x" },
    { principal: "111122223333" },
  ])("%j needs no notice", (config) => {
    expect(notices(config)).not.toContain("any AWS account");
  });
});
