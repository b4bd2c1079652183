import { modelOf } from "../output";

function documentOf(body: object): unknown {
  const [document] = modelOf({ data: { aws_iam_policy_document: { D: body } } }).resources;
  return JSON.parse(String(document?.values.json));
}

test("a policy document is written as JSON", () => {
  expect(
    documentOf({
      statement: [
        {
          sid: "Read",
          actions: ["s3:GetObject"],
          resources: ["arn:aws:s3:::b/&{aws:username}", "arn:aws:s3:::c"],
          principals: { type: "Service", identifiers: ["lambda.amazonaws.com"] },
          condition: [{ test: "StringEquals", variable: "aws:SourceAccount", values: ["1"] }],
        },
        { effect: "Deny", not_actions: ["sts:*"], principals: [{ type: "*", identifiers: ["*"] }] },
      ],
    }),
  ).toEqual({
    Version: "2012-10-17",
    Statement: [
      {
        Sid: "Read",
        Effect: "Allow",
        Action: "s3:GetObject",
        Resource: ["arn:aws:s3:::b/${aws:username}", "arn:aws:s3:::c"],
        Principal: { Service: "lambda.amazonaws.com" },
        Condition: { StringEquals: { "aws:SourceAccount": "1" } },
      },
      { Effect: "Deny", NotAction: "sts:*", Principal: "*" },
    ],
  });
});

test("statements of other documents are taken over, and replaced by their Sid", () => {
  const statement = (Sid: string, Action: string) =>
    JSON.stringify({ Statement: { Sid, Effect: "Allow", Action } });
  expect(
    documentOf({
      source_policy_documents: [statement("A", "a:A")],
      statement: { sid: "B", actions: ["b:B"] },
      override_policy_documents: [statement("B", "c:C")],
    }),
  ).toMatchObject({ Statement: [{ Sid: "A" }, { Sid: "B", Action: "c:C" }] });
});

test("blocks for one type or one condition key are one list", () => {
  const condition = (value: string) => ({
    test: "StringLike",
    variable: "aws:PrincipalArn",
    values: [value],
  });
  const principals = ["111111111111", "222222222222"].map((each) => ({ type: "AWS", identifiers: [each] }));
  expect(documentOf({ statement: { principals, condition: [condition("a*"), condition("b*")] } })).toEqual({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Principal: { AWS: ["111111111111", "222222222222"] },
        Condition: { StringLike: { "aws:PrincipalArn": ["a*", "b*"] } },
      },
    ],
  });
});

test("a statement replaces one of a source in its place, and the last override counts", () => {
  const statement = (Sid: string, Action: string) =>
    JSON.stringify({ Statement: { Sid, Effect: "Allow", Action } });
  const document = documentOf({
    source_policy_documents: [statement("A", "a:1"), statement("B", "b:1"), statement("", "c:1")],
    statement: { sid: "A", actions: ["a:2"] },
    override_policy_documents: [statement("B", "b:2"), statement("B", "b:3"), statement("", "d:1")],
  }) as { readonly Statement: readonly { readonly Action: string }[] };
  expect(document.Statement.map(({ Action }) => Action)).toEqual(["a:2", "b:3", "c:1", "d:1"]);
});
