import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { Fn, Lazy, TerraformStack, Testing, Token } from "cdktf";
import { lazyPolicyJson, policyJson, type Statement } from "../../../../lib/kit/iam";
import { resolveStatements } from "../../../../lib/kit/iam/permissions";
import { temporaryFolder } from "../../../support/stack";

function allow(
  actions: readonly string[],
  resources: readonly string[],
  more: Partial<Statement> = {},
): Statement {
  return { effect: "Allow", actions, resources, ...more };
}

function written(...statements: readonly Statement[]): unknown {
  return JSON.parse(policyJson(statements)).Statement;
}

const bucket = "arn:aws:s3:::notes";

describe("the text of a policy", () => {
  test("has the version, and single values without brackets", () => {
    expect(policyJson([allow(["s3:GetObject"], [bucket])])).toBe(
      `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:GetObject","Resource":"${bucket}"}]}`,
    );
  });
  test("writes equal statements once", () => {
    const one = allow(["s3:GetObject"], [bucket]);
    expect(policyJson([one, { ...one }])).toBe(policyJson([one]));
  });
  test("joins the actions on the same resources, sorted and once each", () => {
    expect(
      written(
        allow(["s3:PutObject", "s3:GetObject"], [`${bucket}/*`, bucket]),
        allow(["s3:GetObject", "s3:Abort*"], [bucket, `${bucket}/*`]),
      ),
    ).toEqual([
      {
        Effect: "Allow",
        Action: ["s3:Abort*", "s3:GetObject", "s3:PutObject"],
        Resource: [bucket, `${bucket}/*`],
      },
    ]);
  });
  test.each<[string, Partial<Statement>]>([
    ["effect", { effect: "Deny" }],
    ["resources", { resources: ["*"] }],
    ["condition", { conditions: { Bool: { "aws:SecureTransport": "true" } } }],
    ["id", { sid: "Other" }],
  ])("keeps statements apart that differ in their %s", (_, difference) => {
    const one = allow(["s3:GetObject"], [bucket]);
    expect(written(one, { ...one, actions: ["s3:PutObject"], ...difference })).toHaveLength(2);
  });
  test("does not join negated actions, of which the union would allow less", () => {
    const not = (action: string) => allow([], ["*"], { notActions: [action] });
    expect(written(not("s3:*"), not("iam:*"))).toEqual([
      { Effect: "Allow", NotAction: "iam:*", Resource: "*" },
      { Effect: "Allow", NotAction: "s3:*", Resource: "*" },
    ]);
  });
  test("is the same for any order of statements, keys and values", () => {
    const conditions = { StringLike: { "s3:prefix": ["b", "a"] }, Bool: { "aws:SecureTransport": "true" } };
    const turned = { Bool: { "aws:SecureTransport": ["true"] }, StringLike: { "s3:prefix": ["a", "b"] } };
    const other = allow(["sqs:SendMessage"], ["arn:aws:sqs:eu-west-1:1:q"]);
    expect(policyJson([allow(["s3:ListBucket"], [bucket], { conditions }), other])).toBe(
      policyJson([other, allow(["s3:ListBucket"], [bucket], { conditions: turned })]),
    );
  });
  test("names principals where a statement has them", () => {
    const statement = allow(["sqs:SendMessage"], ["*"], { principals: { Service: ["sns.amazonaws.com"] } });
    expect(written(statement)).toEqual([
      {
        Effect: "Allow",
        Principal: { Service: "sns.amazonaws.com" },
        Action: "sqs:SendMessage",
        Resource: "*",
      },
    ]);
    expect(written({ ...statement, principals: "*" })).toMatchObject([{ Principal: "*" }]);
  });
});

describe("variables and references in a policy", () => {
  test.each([
    ["${aws:username}", "$${aws:username}"],
    ["${cognito-identity.amazonaws.com:sub}", "$${cognito-identity.amazonaws.com:sub}"],
    ["${aws:PrincipalTag/team}", "$${aws:PrincipalTag/team}"],
    ["${aws:PrincipalTag/cost center}", "$${aws:PrincipalTag/cost center}"],
    ["${aws:PrincipalTag/team, 'none'}", "$${aws:PrincipalTag/team, 'none'}"],
    ["${*}${?}${$}", "$${*}$${?}$${$}"],
    ["$${aws:username}", "$${aws:username}"],
    ["$${literally}", "$${literally}"],
    ['${join("\\"}", [var.a])}', '${join("\\"}", [var.a])}'],
    ["${aws_dynamodb_table.x.arn}/index/*", "${aws_dynamodb_table.x.arn}/index/*"],
    ["${data.aws_caller_identity.current.account_id}", "${data.aws_caller_identity.current.account_id}"],
    ['${join("/", [aws_s3_bucket.x.arn, "*"])}', '${join("/", [aws_s3_bucket.x.arn, "*"])}'],
    ['${var.on ? "a:b" : "c"}', '${var.on ? "a:b" : "c"}'],
    ['${"${var.a}:${var.b}"}', '${"${var.a}:${var.b}"}'],
    ["${provider::aws::arn_build(var.a)}", "${provider::aws::arn_build(var.a)}"],
    ["${[for k, v in var.m : v][0]}", "${[for k, v in var.m : v][0]}"],
    ["${TfToken[TOKEN.12]}", "${TfToken[TOKEN.12]}"],
    ['a "quoted" \\ text', 'a \\"quoted\\" \\\\ text'],
    ["${unfinished", "$${unfinished"],
    ["100%{x}", "100%%{x}"],
  ])("%s is written %s", (text, json) => {
    expect(policyJson([allow(["s3:GetObject"], [text])])).toContain(`"Resource":"${json}"`);
  });
  test("variables are escaped in the keys of conditions too", () => {
    const conditions = { StringLike: { "aws:RequestTag/${aws:username}": "${aws:username}" } };
    expect(policyJson([allow(["s3:GetObject"], [bucket], { conditions })])).toContain(
      '"Condition":{"StringLike":{"aws:RequestTag/$${aws:username}":"$${aws:username}"}}',
    );
  });
});

describe("a policy with tokens", () => {
  function synthesized(make: (stack: TerraformStack, table: DynamodbTable) => readonly Statement[]): string {
    const stack = new TerraformStack(Testing.app({ outdir: temporaryFolder() }), "stack");
    const table = new DynamodbTable(stack, "X", { name: "x" });
    const statements = make(stack, table);
    new IamRolePolicy(stack, "Policy", { role: "role", policy: lazyPolicyJson(() => statements) });
    return JSON.parse(Testing.synth(stack)).resource.aws_iam_role_policy.Policy.policy;
  }
  test("writes references as Terraform does and escapes only variables", () => {
    expect(
      synthesized((_, table) => [
        allow(["dynamodb:GetItem"], [table.arn, `${table.arn}/index/*`]),
        allow(["s3:GetObject"], ["arn:aws:s3:::x/${aws:username}/*"]),
      ]),
    ).toBe(
      '{"Version":"2012-10-17","Statement":[' +
        '{"Effect":"Allow","Action":"dynamodb:GetItem","Resource":["${aws_dynamodb_table.X.arn}","${aws_dynamodb_table.X.arn}/index/*"]},' +
        '{"Effect":"Allow","Action":"s3:GetObject","Resource":"arn:aws:s3:::x/$${aws:username}/*"}]}',
    );
  });
  test("two tokens of one attribute are one resource", () => {
    expect(
      synthesized((_, table) => [
        allow(["dynamodb:GetItem"], [table.arn]),
        allow(["dynamodb:Scan"], [table.arn]),
      ]),
    ).toContain('"Action":["dynamodb:GetItem","dynamodb:Scan"],"Resource":"${aws_dynamodb_table.X.arn}"');
  });
  test("keeps the quotes of an expression", () => {
    expect(
      synthesized((_, table) => [allow(["s3:GetObject"], [Fn.join("/", [table.arn, "index"])])]),
    ).toContain('"Resource":"${join("/", [aws_dynamodb_table.X.arn, "index"])}"');
  });
  test("writes a list that is known at deployment as Terraform's own JSON", () => {
    expect(synthesized((_, table) => [allow(["s3:GetObject"], Fn.split(",", table.arn))])).toContain(
      '"Resource":${jsonencode(split(",", aws_dynamodb_table.X.arn))}',
    );
  });
  test("writes a lazy list as the list that it is at synthesis", () => {
    expect(
      synthesized(() => [
        allow(["s3:GetObject"], Lazy.listValue({ produce: () => ["arn:aws:s3:::b", "arn:aws:s3:::a"] })),
      ]),
    ).toContain('"Resource":["arn:aws:s3:::a","arn:aws:s3:::b"]');
  });
  test("writes a list in a condition", () => {
    expect(
      synthesized((_, table) => [
        allow(["s3:GetObject"], ["*"], {
          conditions: { StringLike: { "s3:prefix": Fn.split(",", table.arn) } },
        }),
      ]),
    ).toContain(
      '"Condition":{"StringLike":{"s3:prefix":${jsonencode(split(",", aws_dynamodb_table.X.arn))}}}',
    );
  });
  test("does not join a list that is known at deployment to another one", () => {
    expect(
      synthesized((_, table) => [allow(Fn.split(",", table.arn), ["*"]), allow(["s3:GetObject"], ["*"])]),
    ).toContain('{"Effect":"Allow","Action":"s3:GetObject","Resource":"*"}');
  });
  test("without resolving, tokens stay tokens", () => {
    const token = Token.asString({ resolve: () => "arn:aws:s3:::x" });
    expect(policyJson([allow(["s3:GetObject"], [token])])).toContain(`"Resource":"${token}"`);
  });
  test("resolved statements are in the words of the stack that asks", () => {
    const app = Testing.app({ outdir: temporaryFolder() });
    const [one, other] = [new TerraformStack(app, "one"), new TerraformStack(app, "other")];
    const table = new DynamodbTable(one, "X", { name: "x" });
    const statements = [allow(["dynamodb:GetItem"], [table.arn])];
    expect(resolveStatements(one, statements)[0]?.resources).toEqual(["${aws_dynamodb_table.X.arn}"]);
    expect(resolveStatements(other, statements)[0]?.resources[0]).toMatch(
      /^\$\{data\.terraform_remote_state\./,
    );
  });
});
