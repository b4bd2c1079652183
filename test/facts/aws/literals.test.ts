import { join, resolve } from "node:path";
import { readSources } from "../../support/import-graph";
import { nodesOf, parseSource } from "../../support/parse-source";

/** Texts that state a fact of AWS: an ARN, a partition, a region, or a host of AWS. Regular expressions escape the dots of hosts. */
const facts: readonly RegExp[] = [
  /\barn:(?! )/,
  /\baws-(?:cn|us-gov|eusc|iso)/,
  /\b(?:cn|us-gov|eusc|us-iso[bf]?|eu-isoe)-/,
  /\b(?:af|ap|ca|eu|il|me|mx|sa|us)-(?:[a-z]+-)+\d/,
  /amazonaws\\?\.(?:com|eu)|amazonwebservices|amazoncognito/,
  /\bapi\\?\.aws|\bon\\?\.aws|ecr\\?\.aws|acm-validations/,
  /c2s\\?\.ic|sgov\\?\.gov|adc-e\\?\.uk|hci\\?\.ic/,
];

const statesFact = (text: string): boolean => facts.some((each) => each.test(text));

/** The literals of a source that state a fact of AWS, each with its line. Comments are not literals. */
function factsIn(source: string, file: string): readonly string[] {
  // Most files need not be parsed.
  if (!source.split("\n").some((line) => !/^\s*(\*|\/\/|\/\*\*)/.test(line) && statesFact(line))) return [];
  return nodesOf(parseSource(source, file)).flatMap((node) => {
    const text = textOf(node);
    const isFact = text !== undefined && statesFact(text);
    return isFact ? [`${file}:${node.loc?.start.line}: ${text.trim().slice(0, 80)}`] : [];
  });
}

function textOf(node: object): string | undefined {
  const { type, value, pattern } = node as { type: string; value?: unknown; pattern?: string };
  if (type === "StringLiteral") return String(value);
  if (type === "TemplateElement") return (value as { readonly raw: string }).raw;
  return type === "RegExpLiteral" ? pattern : undefined;
}

test("facts of AWS are in lib/facts/aws alone", () => {
  const sources = readSources(join(resolve(__dirname, "../../.."), "lib"));
  const outside = Object.entries(sources).filter(([file]) => !file.startsWith("facts/aws/"));
  expect(outside.flatMap(([file, source]) => factsIn(source, file))).toEqual([]);
});

test.each([
  "`arn:${partition}:sqs:${region}:${account}:${name}`",
  '"arn:aws:s3:::files"',
  "/^arn:[\\w-]+:sqs:/",
  '"lambda.amazonaws.com"',
  "/\\.amazonaws\\.com$/",
  '"aws-cn"',
  'region.startsWith("cn-")',
  '["us-east-1"]',
  '"x" as "us-gov-west-1"',
  "`https://${id}.lambda-url.${region}.on.aws/`",
])("%s is such a fact", (source) => {
  expect(factsIn(`const a = ${source};`, "a.ts")).toHaveLength(1);
});

test.each([
  '"https://docs.aws.amazon.com/lambda/latest/dg/"',
  '1; // "arn:aws:s3:::files"',
  '"com.amazonaws.dynamodb.v20120810#Error"',
  '"aws_sqs_queue"',
])("%s is not a fact", (source) => {
  expect(factsIn(`const a = ${source};`, "a.ts")).toEqual([]);
});
