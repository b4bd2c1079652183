import { EfsAccessPoint } from "@cdktf/provider-aws/lib/efs-access-point";
import { Function, type FunctionProps } from "../../../../lib/kit/function";
import { only, synthesized, testStack } from "../../../support/stack";

const java: FunctionProps = {
  handler: "a.B::c",
  srcPath: "services/gradle",
  runtime: "java21",
  snapStart: true,
};

function created(props: FunctionProps = {}) {
  const stack = testStack();
  return { stack, fn: new Function(stack, "Get", { ...java, ...props }) };
}

describe("snapStart", () => {
  test("takes snapshots of the versions that are published", () => {
    const { stack, fn } = created();
    fn.addAlias("live");
    expect(only(stack, "aws_lambda_function")).toMatchObject({
      publish: true,
      snap_start: { apply_on: "PublishedVersions" },
    });
  });
  test("of false leaves the block out, also over a default", () => {
    const stack = testStack();
    stack.setDefaultFunctionProps({ snapStart: true });
    new Function(stack, "Get", { ...java, snapStart: false });
    expect(only(stack, "aws_lambda_function")).not.toHaveProperty("snap_start");
  });
  test("is refused without a version, which only synthesis knows", () => {
    expect(() => synthesized(created().stack)).toThrow(
      /Get: snapStart is true, but no version of the function is published.*\n.*fn\.currentVersion/,
    );
    const { stack } = created({ cdk: { function: { publish: true } } });
    expect(only(stack, "aws_lambda_function").publish).toBe(true);
  });
  test.each<[string, FunctionProps, RegExp]>([
    [
      "a runtime of Node",
      { handler: "functions/notes.get", srcPath: ".", runtime: "nodejs22.x" },
      /snapStart is true, but the runtime is "nodejs22\.x".*\n.*"python3\.14".*"java21".*"dotnet8"\.\n/,
    ],
    [
      "a runtime that cdk.function replaces",
      { cdk: { function: { runtime: "provided.al2023" } } },
      /the runtime is "provided\.al2023"/,
    ],
    [
      "provisioned concurrency",
      { currentVersionOptions: { provisionedConcurrentExecutions: 1 } },
      /snapStart is given together with currentVersionOptions\.provisionedConcurrentExecutions/,
    ],
    ["a larger disk", { diskSize: "1 GB" }, /diskSize is "1 GB", outside 512 MB/],
    ["a value that is not a boolean", { snapStart: "on" as never }, /snapStart is "on"\.\n.*true or false/],
  ])("is refused with %s", (_, props, message) => {
    expect(() => created(props)).toThrow(message);
  });
  test("is refused with a file system", () => {
    const stack = testStack();
    const accessPoint = new EfsAccessPoint(stack, "Files", { fileSystemId: "fs-1" });
    const network = { vpc: "vpc-0123456789abcdef0", vpcSubnets: ["subnet-0123456789abcdef0"] };
    const props = { ...java, ...network, filesystem: { accessPoint, mountPath: "/mnt/files" } };
    expect(() => new Function(stack, "Get", props)).toThrow(/snapStart is given together with filesystem/);
  });
  test("is refused with an alias of provisioned concurrency", () => {
    expect(() => created().fn.addAlias("live", { provisionedConcurrentExecutions: 1 })).toThrow(
      /addAlias\("live"\)\.provisionedConcurrentExecutions is given together with snapStart/,
    );
  });
});

describe("recursiveLoop", () => {
  test.each(["Allow", "Terminate"] as const)("%s is passed to the service", (recursiveLoop) => {
    const stack = testStack();
    new Function(stack, "Get", { handler: "functions/notes.get", recursiveLoop });
    expect(only(stack, "aws_lambda_function_recursion_config")).toEqual({
      function_name: expect.stringMatching(/^\$\{aws_lambda_function\.Get_Function_\w+\.function_name\}$/),
      recursive_loop: recursiveLoop,
    });
  });
  test("of another value is refused", () => {
    const props = { handler: "functions/notes.get", recursiveLoop: "allow" as "Allow" };
    expect(() => new Function(testStack(), "Get", props)).toThrow(
      /recursiveLoop is "allow"\.\n.*Did you mean "Allow"/,
    );
  });
});
