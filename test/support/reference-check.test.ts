import * as fs from "node:fs";
import * as path from "node:path";
import { checkOutput } from "./reference-check";
import { temporaryFolder } from "./stack";
import { referencesIn } from "./terraform-references";

type Stacks = Record<string, { json: object; dependencies?: string[] }>;

function output(stacks: Stacks): string {
  const folder = temporaryFolder();
  const manifest: Record<string, object> = {};
  for (const [id, { json, dependencies = [] }] of Object.entries(stacks)) {
    const synthesizedStackPath = `stacks/${id}/cdk.tf.json`;
    fs.mkdirSync(path.join(folder, "stacks", id), { recursive: true });
    fs.writeFileSync(path.join(folder, synthesizedStackPath), JSON.stringify(json));
    manifest[id] = { synthesizedStackPath, dependencies };
  }
  fs.writeFileSync(path.join(folder, "manifest.json"), JSON.stringify({ stacks: manifest }));
  return folder;
}

const table = { aws_dynamodb_table: { Notes: { name: "notes" } } };
const stateOf = (id: string) => ({
  terraform_remote_state: { other: { backend: "local", config: { path: `../terraform.${id}.tfstate` } } },
});
const reading = {
  data: stateOf("A"),
  resource: { aws_sqs_queue: { Jobs: { name: "${data.terraform_remote_state.other.outputs.name}" } } },
};

describe("the check of synthesized output", () => {
  test("finds nothing wrong with references that resolve", () => {
    const a = { json: { resource: table, output: { name: { value: "${aws_dynamodb_table.Notes.name}" } } } };
    expect(checkOutput(output({ A: a, B: { json: reading, dependencies: ["A"] } }))).toEqual([]);
  });
  test.each<[string, Stacks, string]>([
    [
      "a resource that does not exist",
      { A: { json: { resource: { aws_sqs_queue: { Jobs: { name: "a ${aws_sns_topic.News.name} b" } } } } } },
      "A: aws_sqs_queue.Jobs refers to aws_sns_topic.News, which does not exist",
    ],
    [
      "a depends_on that does not exist",
      { A: { json: { resource: { aws_sqs_queue: { Jobs: { depends_on: ["aws_iam_role.Gone"] } } } } } },
      "A: aws_sqs_queue.Jobs refers to aws_iam_role.Gone, which does not exist",
    ],
    [
      "an output of another stack that does not exist",
      { A: { json: {} }, B: { json: reading, dependencies: ["A"] } },
      "B: aws_sqs_queue.Jobs refers to data.terraform_remote_state.other, but A has no output name",
    ],
    [
      "a stack that is read without being deployed before",
      { A: { json: { output: { name: { value: "x" } } } }, B: { json: reading } },
      "B: aws_sqs_queue.Jobs refers to data.terraform_remote_state.other, but A is not deployed before",
    ],
    [
      "the state of a stack that does not exist",
      { B: { json: reading } },
      "B: aws_sqs_queue.Jobs refers to data.terraform_remote_state.other, the state of no stack of this app",
    ],
    [
      "stacks that depend on each other",
      { A: { json: {}, dependencies: ["B"] }, B: { json: {}, dependencies: ["A"] } },
      "A -> B -> A",
    ],
    [
      "resources that depend on each other",
      {
        A: {
          json: {
            resource: {
              aws_a: { a: { x: "${aws_b.b.id}" } },
              aws_b: { b: { depends_on: ["aws_a.a"] } },
            },
          },
        },
      },
      "A: aws_a.a -> aws_b.b -> aws_a.a",
    ],
    [
      "an unknown alias of a provider",
      {
        A: { json: { provider: { aws: [{}] }, resource: { aws_a: { a: { provider: "aws.us_east_1" } } } } },
      },
      "A: aws_a.a names the provider aws.us_east_1, which does not exist",
    ],
    [
      "missing code",
      { A: { json: { data: { archive_file: { Code: { source_dir: "${path.module}/assets/code" } } } } } },
      "A: data.archive_file.Code names assets/code, which does not exist",
    ],
    [
      "a token",
      { A: { json: { resource: { aws_a: { a: { name: "${TfToken[TOKEN.12]}" } } } } } },
      "A: holds a token that was not resolved",
    ],
    [
      "a path of this machine",
      { A: { json: { resource: { aws_a: { a: { file: path.join(process.cwd(), "x") } } } } } },
      `A: holds the path ${process.cwd()} of this machine`,
    ],
  ])("finds %s", (_, stacks, problem) => {
    expect(checkOutput(output(stacks))).toEqual([problem]);
  });
  test.each([{}, [], [{}], [""], { nested: [{ deep: {} }] }])("finds that %j is empty", (block) => {
    const json = { resource: { aws_a: { a: { name: "x", block } } } };
    expect(checkOutput(output({ A: { json } }))).toEqual([
      expect.stringMatching(/^A: aws_a\.a\.block\S* is empty$/),
    ]);
  });
  test("allows a provider without settings", () => {
    expect(checkOutput(output({ A: { json: { provider: { archive: [{}] } } } }))).toEqual([]);
  });
});

describe("references of an expression", () => {
  test.each([
    ["${aws_a.b.c}/${data.aws_d.e[0].f}", ["aws_a.b", "data.aws_d.e"]],
    ['${jsonencode({"a" = aws_a.b.c, "d" = "x${aws_e.f}"})}', ["aws_e.f", "aws_a.b"]],
    ["${path.module}/x ${terraform.workspace} ${each.value}", []],
    ["$${aws_a.b.c} is a text", []],
    ['{"Resource":"${aws_a.b.arn}/*"}', ["aws_a.b"]],
    ["${{ for k in aws_a.b : k.name => local.x }}", ["aws_a.b", "local.x"]],
  ])("%s", (text, addresses) => {
    expect(referencesIn(text).map(({ address }) => address)).toEqual(addresses);
  });
});
