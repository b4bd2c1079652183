import { PolicyStatement } from "../../../lib";
import { Config } from "../../../lib/constructs/config";
import { Queue } from "../../../lib/constructs/queue";
import { Table } from "../../../lib/constructs/table";
import { Topic } from "../../../lib/constructs/topic";
import { type BindingEntry, Function } from "../../../lib/kit/function";
import { failure } from "../../constructs/api/support/api";
import { expectNothingLeft } from "../../support/refused";
import { inlineActions, only, testStack } from "../../support/stack";

const handler = "functions/notes.get";
const fields = { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } } as const;

function bound(make: (table: Table) => readonly BindingEntry[]) {
  const stack = testStack();
  const fn = new Function(stack, "Get", { handler, bind: make(new Table(stack, "Notes", fields)) });
  const { variables } = only(stack, "aws_lambda_function").environment as { variables: object };
  return { fn, actions: inlineActions(stack), variables };
}

describe("bind with one kind of access", () => {
  test("gives the names, and that access only", () => {
    const { actions, variables } = bound((table) => [[table, "grantReadData"]]);
    expect(variables).toHaveProperty("SERVERFORM_Table_tableName_Notes");
    expect(actions).toContain("dynamodb:GetItem");
    expect(actions).not.toContain("dynamodb:PutItem");
  });
  test("is widened by another entry, in either order", () => {
    const one = bound((table) => [[table, "grantReadData"], table]);
    const other = bound((table) => [table, [table, "grantReadData"]]);
    for (const { actions } of [one, other]) expect(actions).toContain("dynamodb:PutItem");
  });
  test("works for functions of other constructs, by their bind too", () => {
    const stack = testStack();
    const table = new Table(stack, "Notes", fields);
    const topic = new Topic(stack, "Topic", { subscribers: { f: handler } });
    topic.bind([[table, "grantReadData"]]);
    new Queue(stack, "Queue", { consumer: handler }).bind([[table, "grantWriteData"]]);
    expect(inlineActions(stack, "Subscriber_")).not.toContain("dynamodb:PutItem");
    expect(inlineActions(stack, "Consumer_")).not.toContain("dynamodb:GetItem");
  });
  test("names a secret once", () => {
    const stack = testStack();
    const secret = new Config.Secret(stack, "KEY");
    const fn = new Function(stack, "Get", { handler, bind: [secret, secret] });
    expect(fn.getConstructMetadata().data.secrets).toEqual(["KEY"]);
  });
  test.each<[string, (table: Table) => unknown, string, RegExp]>([
    ["an unknown access", (table) => [table, "grantRead"], "permission-access-unknown", /"grantReadData"/],
    ["no access", (table) => [table], "permission-invalid", /bind\[0\]/],
    ["no construct", () => ["Notes", "grantReadData"], "not-bindable", /bind\[0\]/],
    [
      "a construct with one kind of access",
      ({ node }) => [new Config.Parameter(node.scope as never, "HOST", { value: "x" }), "grantRead"],
      "bind-without-access",
      /a Parameter, which has only one/,
    ],
  ])("refuses %s, and leaves nothing behind", (_, make, code, message) => {
    const stack = testStack();
    const bind = [make(new Table(stack, "Notes", fields))] as never;
    const create = () => new Function(stack, "Get", { handler, bind });
    expect(failure(create).message).toMatch(message);
    expectNothingLeft(stack, create, code);
  });
});

describe("PolicyStatement", () => {
  test("takes a sid, and the negations of actions and resources", () => {
    const stack = testStack();
    const statement = new PolicyStatement({
      sid: "OnlyHere",
      effect: "Deny",
      notActions: ["s3:GetObject"],
      notResources: ["arn:aws:s3:::notes/*"],
    });
    new Function(stack, "Get", { handler, permissions: [statement] });
    expect(String(only(stack, "aws_iam_role_policy").policy)).toContain(
      '{"Sid":"OnlyHere","Effect":"Deny","NotAction":"s3:GetObject","NotResource":"arn:aws:s3:::notes/*"}',
    );
  });
  test.each([
    [
      { actions: ["s3:Get*"], notActions: ["s3:Put*"], resources: ["*"] },
      /both props\.actions and props\.notActions/,
    ],
    [{ actions: ["s3:Get*"] }, /props\.resources is missing/],
    [{ sid: "a-b", actions: ["s3:Get*"], resources: ["*"] }, /props\.sid is "a-b"\.\n.*letters and digits/],
  ])("refuses %j", (props, message) => {
    expect(() => new PolicyStatement(props)).toThrow(message);
  });
});
