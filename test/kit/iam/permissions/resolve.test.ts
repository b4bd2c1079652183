import { SfnStateMachine } from "@cdktf/provider-aws/lib/sfn-state-machine";
import { TerraformStack, Testing } from "cdktf";
import { Construct } from "constructs";
import { servicePrefixes } from "../../../../lib/facts/aws/service-prefixes";
import { bindingTarget } from "../../../../lib/kit/app";
import { resolvePermissions } from "../../../../lib/kit/iam";
import { temporaryFolder } from "../../../support/stack";

function resolve(permissions: unknown) {
  return resolvePermissions("dev-notes-Main/Api", "permissions", permissions);
}

describe("entries of permissions", () => {
  test("a star instead of the list is everything", () => {
    expect(resolve("*")).toEqual([{ effect: "Allow", actions: ["*"], resources: ["*"] }]);
  });
  test.each([
    ["s3", "s3:*"],
    ["s3:GetObject", "s3:GetObject"],
    ["s3:Get*", "s3:Get*"],
    ["execute-api:Invoke", "execute-api:Invoke"],
    ["dynamodb:?etItem", "dynamodb:?etItem"],
  ])("%p is the action %p on every resource", (entry, action) => {
    expect(resolve([entry])).toEqual([{ effect: "Allow", actions: [action], resources: ["*"] }]);
  });
  test("an empty array is not a statement", () => {
    expect(resolve([])).toEqual([]);
  });
  test.each([undefined, null, "s3", {}, 5])("refuses %p instead of the list", (value) => {
    expect(() => resolve(value)).toThrow(/permissions is .*, which is neither "\*" nor an array/);
  });
  test.each([["*"], ["*:*"]])("refuses %p inside an array and says where it belongs", (entry) => {
    expect(() => resolve([entry])).toThrow(/permissions\[0\] is "\*.*instead of the list/s);
  });
  test("an unknown service names the nearest one", () => {
    expect(() => resolve(["s3", "dynamdb:GetItem"])).toThrow(
      'dev-notes-Main/Api: permissions[1] is "dynamdb:GetItem", but IAM has no service "dynamdb".\n' +
        '  Write the prefix of a service as IAM spells it, for example "s3" or "dynamodb". Did you mean "dynamodb"?\n' +
        "  For a service that is newer than this list, pass a PolicyStatement: its actions are not checked.\n" +
        "  [permission-service-unknown]",
    );
  });
  test.each(["s3:", "s3:Get Object", "s3:Get:Object", "s3:GetObject/*"])("refuses the action %p", (entry) => {
    expect(() => resolve([entry])).toThrow(
      /permissions\[0\] is .*, which is not an action of IAM\..*"s3:Get\*"/s,
    );
  });
  test.each([[5], [null], [["s3"]], [[]], [() => {}]])("refuses the entry %p", (entry) => {
    expect(() => resolve([entry])).toThrow(/permissions\[0\] is .*, which is not a permission/);
  });
  test("a construct that can only be bound is refused with that reason", () => {
    class Secret extends Construct {
      [bindingTarget]() {}
    }
    const secret = new Secret(new Construct(undefined as never, ""), "STRIPE_KEY");
    expect(() => resolve([secret])).toThrow(
      /permissions\[0\] is Secret "STRIPE_KEY", which cannot be used in permissions\.\n {2}Use bind: /,
    );
    expect(() => resolve([[secret, "grantRead"]])).toThrow(/permission-bind-instead/);
  });
  test("a provider object without a row is named by its type", () => {
    const stack = new TerraformStack(Testing.app({ outdir: temporaryFolder() }), "stack");
    const machine = new SfnStateMachine(stack, "Machine", {
      definition: "{}",
      roleArn: "arn:aws:iam::1:role/x",
    });
    expect(() => resolve([machine])).toThrow(
      /permissions\[0\] is aws_sfn_state_machine "stack\/Machine", which cannot be named in permissions.*PolicyStatement/s,
    );
  });
});

describe("the list of services", () => {
  test("is sorted and names each once", () => {
    expect([...new Set(servicePrefixes)].sort()).toEqual(servicePrefixes);
  });
  test("has the services that the table of permissions uses, and about all others", () => {
    expect(servicePrefixes).toEqual(
      expect.arrayContaining([
        "s3",
        "dynamodb",
        "ses",
        "states",
        "bedrock",
        "execute-api",
        "rds-data",
        "kms",
      ]),
    );
    expect(servicePrefixes.length).toBeGreaterThan(400);
  });
});
