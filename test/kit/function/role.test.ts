import { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { Testing } from "cdktf";
import { Stack } from "../../../lib/kit/app";
import { Function, type FunctionProps } from "../../../lib/kit/function";
import { checkOutput } from "../../support/reference-check";
import {
  addresses,
  type Block,
  inlineStatements,
  only,
  resources,
  testApp,
  testStack,
} from "../../support/stack";

const handler = "functions/notes.get";
const userRole = (stack: Stack, id = "Shared") => new IamRole(stack, id, { assumeRolePolicy: "{}" });
const functionNamed = (stack: Stack, id: string): Block => {
  const [, found] =
    Object.entries(resources(stack, "aws_lambda_function")).find(([name]) => name.startsWith(`${id}_`)) ?? [];
  return found ?? {};
};

describe("the role of a function", () => {
  test("may be assumed by Lambda, and has a prefix for a name", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler });
    expect(only(stack, "aws_iam_role")).toEqual({
      name_prefix: "dev-notes-Main-Get-",
      assume_role_policy:
        '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"Service":"lambda.amazonaws.com"}}]}',
    });
  });
  test("has at most 38 characters of prefix, and the id where the function's name is a reference", () => {
    const stack = testStack();
    const role = userRole(stack);
    new Function(stack, "x".repeat(60), { handler });
    new Function(stack, "Named", { handler, functionName: role.name });
    const prefixes = Object.values(resources(stack, "aws_iam_role")).flatMap(
      ({ name_prefix }) => name_prefix ?? [],
    );
    expect(prefixes).toEqual(["Named-", `dev-notes-Main-${"x".repeat(22)}-`]);
  });
  test("takes partial config", () => {
    const stack = testStack();
    const permissionsBoundary = "arn:aws:iam::111122223333:policy/boundary";
    new Function(stack, "Get", { handler, cdk: { role: { name: "reader", permissionsBoundary } } });
    expect(only(stack, "aws_iam_role")).toMatchObject({
      name: "reader",
      permissions_boundary: permissionsBoundary,
    });
    expect(only(stack, "aws_iam_role")).not.toHaveProperty("name_prefix");
  });
  test("may write its own logs and traces, and nothing else", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler });
    expect(inlineStatements(stack)).toEqual([
      {
        Effect: "Allow",
        Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
        Resource: expect.stringMatching(/^\$\{aws_cloudwatch_log_group\.Get_LogGroup_\w+\.arn\}:\*$/),
      },
      { Effect: "Allow", Action: ["xray:PutTelemetryRecords", "xray:PutTraceSegments"], Resource: "*" },
    ]);
  });
  test("has the managed policy for networks only in a VPC, in the partition of the region", () => {
    const stack = testStack({ region: "us-gov-west-1" });
    new Function(stack, "Get", { handler, vpc: "vpc-1", vpcSubnets: ["subnet-1"] });
    expect(only(stack, "aws_iam_role_policy_attachment")).toEqual({
      policy_arn: "arn:aws-us-gov:iam::aws:policy/service-role/AWSLambdaENIManagementAccess",
      role: expect.stringMatching(/^\$\{aws_iam_role\.Get_Role_\w+\.name\}$/),
    });
    expect(functionNamed(stack, "Get").depends_on).toEqual([
      expect.stringMatching(/^aws_iam_role_policy_attachment\./),
      expect.stringMatching(/^aws_iam_role_policy\.Get_Policies_Base/),
    ]);
  });
});

describe("a role that is given", () => {
  test("is used, and the library adds no role, trust or managed policy", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler, role: userRole(stack), vpc: "vpc-1", vpcSubnets: ["subnet-1"] });
    expect(addresses(stack).filter((address) => address.includes("iam"))).toEqual([
      "aws_iam_role.Shared",
      expect.stringMatching(/^aws_iam_role_policy\.RolePolicies_dev-notes-Main_Shared_Base_\w+$/),
    ]);
    expect(functionNamed(stack, "Get").role).toBe("${aws_iam_role.Shared.arn}");
  });
  test("may be a data source", () => {
    const stack = testStack();
    const role = new DataAwsIamRole(stack, "Given", { name: "given" });
    new Function(stack, "Get", { handler, role });
    expect(only(stack, "aws_iam_role_policy").role).toBe("${data.aws_iam_role.Given.name}");
  });
  test("has one policy per stack, with the statements of all its functions", () => {
    const stack = testStack();
    const role = userRole(stack);
    new Function(stack, "Get", { handler, role, permissions: ["s3:GetObject"] });
    new Function(stack, "Create", { handler, role, permissions: ["s3:PutObject", "s3:GetObject"] });
    const actions = inlineStatements(stack).map(({ Action }) => [Action].flat());
    expect(actions.filter((each) => each.includes("s3:GetObject"))).toEqual([
      ["s3:GetObject", "s3:PutObject", "xray:PutTelemetryRecords", "xray:PutTraceSegments"],
    ]);
    expect(only(stack, "aws_iam_role_policy").name).toBe("dev-notes-Main-base");
  });
  test("has its own policy name in each stack", () => {
    const app = testApp();
    const [one, two] = [new Stack(app, "One"), new Stack(app, "Two")];
    const role = userRole(one);
    new Function(one, "Get", { handler, role });
    new Function(two, "Create", { handler: "functions/notes.create", role });
    expect([only(one, "aws_iam_role_policy").name, only(two, "aws_iam_role_policy").name]).toEqual([
      "dev-notes-One-base",
      "dev-notes-Two-base",
    ]);
    expect(only(two, "aws_iam_role_policy").role).toMatch(/^\$\{data\.terraform_remote_state\./);
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("may be that of another function, whose policy then holds both", () => {
    const stack = testStack();
    const first = new Function(stack, "Get", { handler });
    new Function(stack, "Create", { handler, role: first.role, permissions: ["s3:PutObject"] });
    expect(Object.keys(resources(stack, "aws_iam_role_policy"))).toHaveLength(1);
    expect(JSON.stringify(inlineStatements(stack))).toContain("s3:PutObject");
  });
});

describe('the policies "base" and "links"', () => {
  test("are split into one for the resources that a function waits for, and one for those that may wait for it", () => {
    const app = testApp();
    const stack = new Stack(app, "Main");
    const table = new DynamodbTable(stack, "Table", { name: "notes" });
    const [one, two] = ["One", "Two"].map(
      (id) => new Function(stack, id, { handler, permissions: [[table, "grantReadData"]] }),
    );
    one?.bind(two ? [two] : []);
    two?.bind(one ? [one] : []);
    expect(inlineStatements(stack, "One_Policies_Links")).toEqual([
      {
        Effect: "Allow",
        Action: "lambda:InvokeFunction",
        Resource: [
          expect.stringMatching(/^\$\{aws_lambda_function\.Two_Function_\w+\.arn\}$/),
          expect.stringMatching(/^\$\{aws_lambda_function\.Two_Function_\w+\.arn\}:\*$/),
        ],
      },
    ]);
    expect(JSON.stringify(inlineStatements(stack, "One_Policies_Base"))).toContain("dynamodb:Query");
    expect(functionNamed(stack, "One").depends_on).toEqual([expect.stringMatching(/One_Policies_Base/)]);
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
  test("leave the dependencies of others alone", () => {
    const stack = testStack();
    const fn = new Function(stack, "Get", { handler });
    fn.cdk.function.dependsOn = ["aws_sqs_queue.Mine"];
    expect(functionNamed(stack, "Get").depends_on).toEqual([
      "aws_sqs_queue.Mine",
      expect.stringMatching(/^aws_iam_role_policy\.Get_Policies_Base_/),
    ]);
  });
});

/** Statements of about 200 characters each. */
function many(count: number): FunctionProps["permissions"] {
  return Array.from({ length: count }, (_, index) => ({
    actions: ["dynamodb:GetItem"],
    resources: [`arn:aws:dynamodb:us-east-1:123456789012:table/${"t".repeat(60)}${index}`],
    conditions: { StringEquals: { [`aws:PrincipalTag/team${index}`]: "x" } },
  }));
}

describe("a policy that is too large", () => {
  test.each([
    [30, 0],
    [80, 4],
  ])("of %p statements is divided into %p documents", (count, documents) => {
    const stack = testStack();
    new Function(stack, "Get", { handler, permissions: many(count) });
    const policies = Object.values(resources(stack, "aws_iam_policy"));
    expect(policies).toHaveLength(documents);
    for (const { policy } of policies) expect(String(policy).length).toBeLessThanOrEqual(6144);
    const attachments = Object.keys(resources(stack, "aws_iam_role_policy_attachment"));
    expect(attachments).toHaveLength(documents);
    const waitsFor = functionNamed(stack, "Get").depends_on as string[];
    expect(waitsFor).toHaveLength(Math.max(1, documents));
    expect(waitsFor.every((each) => documents === 0 || attachments.includes(each.split(".")[1] ?? ""))).toBe(
      true,
    );
  });
  test("in more than ten documents is refused", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler, permissions: many(300) });
    expect(() => Testing.synth(stack)).toThrow(
      /^dev-notes-Main\/Get.*: permissions need \d+ policies .*the role allows only 10 more/,
    );
  });
});

describe("the permissions of a role", () => {
  test("is everything only when the caller writes it", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler, permissions: "*" });
    expect(inlineStatements(stack)[1]).toMatchObject({ Effect: "Allow", Resource: "*" });
    expect(inlineStatements(stack)[1]?.Action).toContain("*");
  });
  test("holds permissions, initial statements and later ones, equal ones once", () => {
    const stack = testStack();
    const bucket = new S3Bucket(stack, "Bucket");
    const statement = { actions: ["sns:Publish"], resources: ["*"], effect: "Deny" as const };
    const fn = new Function(stack, "Get", { handler, permissions: ["sqs"], initialPolicy: [statement] });
    fn.attachPermissions([[bucket, "grantRead"], "sqs", "logs:PutLogEvents"]);
    expect(
      inlineStatements(stack).map(({ Effect, Action }) => [Effect, ...[Action].flat()].join(" ")),
    ).toEqual([
      "Allow logs:CreateLogStream logs:PutLogEvents",
      "Allow s3:GetBucket* s3:GetObject* s3:List*",
      "Allow logs:PutLogEvents sqs:* xray:PutTelemetryRecords xray:PutTraceSegments",
      "Deny sns:Publish",
    ]);
  });
});

test("attachPermissions names itself when it refuses an entry", () => {
  const fn = new Function(testStack(), "Get", { handler: "functions/notes.get" });
  expect(() => fn.attachPermissions("s3" as never)).toThrow(
    expect.objectContaining({ path: "dev-notes-Main/Get", prop: "attachPermissions" }),
  );
  expect(() => fn.attachPermissions(["nothing such"])).toThrow(
    expect.objectContaining({ prop: "attachPermissions[0]" }),
  );
});
