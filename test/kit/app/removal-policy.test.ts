import { Testing } from "cdktf";
import { type RemovalPolicy, Stack } from "../../../lib/kit/app";
import { Function, type FunctionProps } from "../../../lib/kit/function";
import { only, testApp } from "../../support/stack";

const handler = "functions/notes.get";

function kept(policy: RemovalPolicy | undefined, props: FunctionProps = {}) {
  const app = testApp({ defaultRemovalPolicy: policy });
  const stack = new Stack(app, "Main");
  const fn = new Function(stack, "Get", { handler, ...props });
  expect(fn.currentVersion.functionName).toBe("dev-notes-Main-Get");
  return [
    only(stack, "aws_cloudwatch_log_group").skip_destroy,
    only(stack, "aws_lambda_function").skip_destroy,
  ];
}

describe("the removal policy", () => {
  test.each<[RemovalPolicy | undefined, unknown]>([
    [undefined, undefined],
    ["destroy", undefined],
    ["retain", true],
    ["snapshot", true],
  ])("%p decides about log groups and published versions", (policy, isKept) => {
    expect(kept(policy)).toEqual([isKept, isKept]);
  });
  test("leaves functions alone that publish no version", () => {
    const stack = new Stack(testApp({ defaultRemovalPolicy: "retain" }), "Main");
    new Function(stack, "Get", { handler });
    expect(only(stack, "aws_lambda_function")).not.toHaveProperty("skip_destroy");
  });
  test("is overridden by the construct's own value", () => {
    const cdk = { logGroup: { skipDestroy: false }, function: { skipDestroy: false } };
    expect(kept("retain", { cdk })).toEqual([false, false]);
    expect(kept("destroy", { cdk: { logGroup: { skipDestroy: true } } })).toEqual([true, undefined]);
  });
  test("may be set before or after stacks exist, the last call winning", () => {
    const app = testApp({ defaultRemovalPolicy: "retain" });
    const stack = new Stack(app, "Main");
    new Function(stack, "Get", { handler });
    app.setDefaultRemovalPolicy("destroy");
    expect(app.defaultRemovalPolicy).toBe("destroy");
    expect(only(stack, "aws_cloudwatch_log_group")).not.toHaveProperty("skip_destroy");
  });
  test("is in the metadata for the command line", () => {
    const stack = new Stack(testApp({ defaultRemovalPolicy: "retain" }), "Main");
    const json = stack.toTerraform() as { "//": { serverform: object } };
    expect(json["//"].serverform).toMatchObject({ removalPolicy: "retain" });
    expect(Testing.synth(stack)).not.toContain("removalPolicy");
  });
  test("refuses other words", () => {
    expect(() => testApp().setDefaultRemovalPolicy("keep" as RemovalPolicy)).toThrow(
      /^app: defaultRemovalPolicy is "keep"\.\n.*"destroy", "retain" or "snapshot"/,
    );
  });
});
