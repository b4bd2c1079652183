import { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { TerraformHclModule, TerraformOutput } from "cdktf";
import { Construct } from "constructs";
import { Api, Queue, Table } from "../../../../lib";
import { Stack } from "../../../../lib/kit/app";
import { only, resources, synthesized, testApp, testStack } from "../../../support/stack";

const fields = { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } } as const;

describe("node.addDependency", () => {
  test("of a resource becomes depends_on", () => {
    const stack = testStack();
    const table = new Table(stack, "Notes", fields);
    const queue = new Queue(stack, "Jobs");
    queue.cdk.queue.node.addDependency(table.cdk.table);
    expect(only(stack, "aws_sqs_queue").depends_on).toEqual([
      `aws_dynamodb_table.${table.cdk.table.friendlyUniqueId}`,
    ]);
  });

  test("of a construct makes all its resources wait for all resources of the other one", () => {
    const stack = testStack();
    const group = new Construct(stack, "Group");
    for (const id of ["A", "B"]) new SqsQueue(group, id);
    const api = new Api(stack, "Api", { routes: { "GET /": "functions/notes.get" } });
    api.node.addDependency(group);
    const waited = [...group.node.children].map(
      (each) => `aws_sqs_queue.${(each as SqsQueue).friendlyUniqueId}`,
    );
    for (const type of ["aws_apigatewayv2_api", "aws_lambda_function", "aws_iam_role"])
      expect(only(stack, type).depends_on).toEqual(expect.arrayContaining(waited));
  });

  test("does not defer the data sources of a construct, only one that is named", () => {
    const stack = testStack();
    const first = new SqsQueue(stack, "First");
    const group = new Construct(stack, "Group");
    new DataAwsSqsQueue(group, "Read", { name: "a" });
    const named = new DataAwsSqsQueue(stack, "Named", { name: "b" });
    for (const each of [group, named]) each.node.addDependency(first);
    const { Named, ...others } = synthesized(stack).data.aws_sqs_queue ?? {};
    expect(Named?.depends_on).toEqual(["aws_sqs_queue.First"]);
    expect(Object.values(others).map((each) => each.depends_on)).toEqual([undefined]);
  });

  test("orders modules and outputs, too", () => {
    const stack = testStack();
    const vpc = new TerraformHclModule(stack, "vpc", { source: "vpc/aws" });
    const queue = new SqsQueue(stack, "Queue");
    const output = new TerraformOutput(stack, "Out", { value: "x" });
    queue.node.addDependency(vpc);
    output.node.addDependency(queue);
    expect(only(stack, "aws_sqs_queue").depends_on).toEqual(["module.vpc"]);
    expect(synthesized(stack).output.Out?.depends_on).toEqual(
      ["aws_sqs_queue.Queue"].map((each) => `\${${each}}`),
    );
  });

  test("between stacks orders the stacks", () => {
    const app = testApp();
    const [one, two, three] = ["One", "Two", "Three"].map((id) => new Stack(app, id));
    if (one === undefined || two === undefined || three === undefined) throw new Error("no stacks");
    new Queue(one, "Jobs").node.addDependency(new Queue(two, "Other"));
    two.node.addDependency(three);
    app.synth();
    expect(one.dependencies).toEqual([two]);
    expect(two.dependencies).toEqual([three]);
    expect(resources(one, "aws_sqs_queue")).not.toHaveProperty("*.depends_on");
  });
});

describe("node.addDependency is refused", () => {
  test("where two stacks would wait for each other", () => {
    const app = testApp();
    const [one, two] = [new Stack(app, "One"), new Stack(app, "Two")];
    two.addDependency(one);
    one.node.addDependency(two);
    expect(() => app.synth()).toThrow(/^dev-notes-One: addDependency .*\[stack-cycle\]$/s);
  });

  test("where the other one refers to the first, directly or through others", () => {
    const stack = testStack();
    const [a, b, c] = ["A", "B", "C"].map((id) => new SqsQueue(stack, id));
    if (a === undefined || b === undefined || c === undefined) throw new Error("no queues");
    b.policy = a.arn;
    c.policy = b.arn;
    a.node.addDependency(c);
    expect(() => stack.app.synth()).toThrow(
      /^dev-notes-Main\/A: node\.addDependency is given "dev-notes-Main\/C", which refers to .*\[dependency-circle\]$/s,
    );
  });

  test.each(["a part of it", "what contains it"])("of %s", (what) => {
    const stack = testStack();
    const queue = new Queue(stack, "Jobs");
    const [outer, inner] = [queue, queue.cdk.queue];
    if (what === "a part of it") outer.node.addDependency(inner);
    else inner.node.addDependency(outer);
    expect(() => stack.app.synth()).toThrow(/one of the two contains the other.*\[dependency-own-part\]$/s);
  });
});
