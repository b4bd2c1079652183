import {
  anyArn,
  arnForm,
  arnPattern,
  exampleArn,
  layerVersionArn,
} from "../../../lib/facts/aws/arn-patterns";
import {
  accountOfArn,
  accountOfRole,
  formatArn,
  functionNameIn,
  managedPolicyArn,
  managedPolicyName,
  parseArn,
  parseArnOf,
  plainFunctionArn,
  regionOfArn,
} from "../../../lib/facts/aws/arns";

const fn = "arn:aws-eusc:lambda:eusc-de-east-1:123456789012:function:notes:live";

test("an ARN is parsed into its parts", () => {
  const parts = {
    partition: "aws-eusc",
    service: "lambda",
    region: "eusc-de-east-1",
    account: "123456789012",
    resource: "function:notes:live",
  };
  expect(parseArn(fn)).toEqual(parts);
  expect(formatArn(parts, parts.service, parts.resource)).toBe(fn);
  expect(formatArn({ partition: "aws" }, "s3", "files/*")).toBe("arn:aws:s3:::files/*");
});

test.each(["", "arn", "arn:aws:sqs:eu-west-1:1", "arn::sqs:eu-west-1:1:a", "urn:aws:sqs:eu-west-1:1:a"])(
  "%j is not an ARN",
  (text) => {
    expect(parseArn(text)).toBeUndefined();
  },
);

test("an ARN is that of one service", () => {
  expect(parseArnOf("lambda", fn)?.resource).toBe("function:notes:live");
  expect(parseArnOf("sqs", fn)).toBeUndefined();
});

test("account, region and function are read from an ARN", () => {
  expect([accountOfArn(fn), regionOfArn(fn), functionNameIn(fn)]).toEqual([
    "123456789012",
    "eusc-de-east-1",
    "notes",
  ]);
  expect(plainFunctionArn(fn)).toBe(fn.replace(":live", ""));
  const bucket = "arn:aws:s3:::files";
  expect([accountOfArn(bucket), regionOfArn(bucket), functionNameIn(bucket)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(plainFunctionArn(bucket)).toBeUndefined();
});

test("only the ARN of a role has the account of a role", () => {
  expect(accountOfRole("arn:aws-cn:iam::123456789012:role/x/notes")).toBe("123456789012");
  expect(accountOfRole("arn:aws:iam::123456789012:user/notes")).toBeUndefined();
});

test("policies of AWS have its account", () => {
  const arn = managedPolicyArn("aws-cn", "service-role/Basic");
  expect(arn).toBe("arn:aws-cn:iam::aws:policy/service-role/Basic");
  expect(managedPolicyName(arn)).toBe("service-role/Basic");
});

test.each([
  ["sqs", "orders", "arn:aws:sqs:eu-west-1:111122223333:orders"],
  ["iam", "role/notes", "arn:aws:iam::111122223333:role/notes"],
  ["s3", "files", "arn:aws:s3:::files"],
])("an example of %s leaves out what its ARNs leave out", (service, resource, arn) => {
  expect(exampleArn(service, resource)).toBe(arn);
  expect(arn).toMatch(arnPattern(service, new RegExp(resource)));
  expect(arn).toMatch(anyArn);
});

test("a pattern takes all partitions, and no more than an ARN of the service", () => {
  const queue = arnPattern("sqs", /[\w.-]+/);
  expect("arn:aws-eusc:sqs:eusc-de-east-1:123456789012:orders").toMatch(queue);
  for (const other of ["arn:aws:sns:eu-west-1:123456789012:orders", "arn:aws:sqs:::orders", "x"])
    expect(other).not.toMatch(queue);
  expect(`${exampleArn("sqs", "orders")}:more`).not.toMatch(queue);
});

test("the form of an ARN names its parts", () => {
  expect(arnForm("states", "stateMachine:<name>")).toBe(
    "arn:aws:states:<region>:<account>:stateMachine:<name>",
  );
});

test("the ARN of a layer's version holds the ARN and the region of the layer", () => {
  expect(layerVersionArn.exec(exampleArn("lambda", "layer:tools:3"))?.slice(1)).toEqual([
    exampleArn("lambda", "layer:tools"),
    "eu-west-1",
  ]);
});
