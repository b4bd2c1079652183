import { IamPolicy } from "@cdktf/provider-aws/lib/iam-policy";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { TerraformLocal, TerraformOutput, TerraformVariable } from "cdktf";
import { Api, Config, Function, Queue, Stack } from "../../../../lib";
import { only, synthesized, testApp, testStack } from "../../../support/stack";

const handler = "functions/notes.get";

/** The stack with everything that the texts of these tests may refer to. */
function stackWith(declare: (stack: Stack) => void): Stack {
  const stack = testStack();
  new SnsTopic(stack, "Alarms", { name: "alarms" });
  new TerraformVariable(stack, "given", { type: "string" });
  new TerraformLocal(stack, "own", "1");
  declare(stack);
  return stack;
}

const withGreeting = (text: string) =>
  stackWith((stack) => new Function(stack, "Get", { handler, environment: { GREETING: text } }));

/** The texts that Terraform refuses, each with a part of the reason. */
const refused: readonly (readonly [string, string])[] = [
  ["Hello ${name}", "nothing is called name in the stack"],
  ["${self:custom.table}", '"}" is missing before ":custom.table}"'],
  ["${ssm:/db/password}", '"}" is missing before ":/db/password}"'],
  ["${env:HOME}", '"}" is missing before ":HOME}"'],
  ["${aws:username}", '"}" is missing before ":username}"'],
  ["${AWS::Region}", '"(" is missing after AWS::Region'],
  ["${var.missing}", 'the stack has no variable "missing"'],
  ["${local.missing}", 'the stack has no local value "missing"'],
  ["${module.missing.id}", 'the stack has no module "missing"'],
  ["${data.aws_region.missing.name}", "the stack has no data aws_region.missing"],
  ["${aws_sns_topic.Missing.arn}", "the stack has no resource aws_sns_topic.Missing"],
  ["${aws_sqs_queue.Missing.arn}", "the stack has no resource aws_sqs_queue.Missing"],
  ["${each.key}", "the block has no for_each"],
  ["${count.index}", "the block has no count"],
  ["${self.arn}", "self is only known in provisioners and postconditions"],
  ["${var}", "a name is missing after var"],
  ["${getName()}", "Terraform has no function getName"],
  ["${}", '"}" is not supported'],
  ["${", "the end is not supported"],
  ["${first name}", '"}" is missing before "name}"'],
  ["100%{", "%{} is not a directive of Terraform"],
  ["%{time}", "%{time} is not a directive of Terraform"],
  ["%{if true}a", "%{endif} is missing"],
  ['${upper("${name}")}', "nothing is called name in the stack"],
  ["${[for each in local.own : name]}", "nothing is called name in the stack"],
  ["$${ok} ${name}", "nothing is called name in the stack"],
];

/** The texts that Terraform accepts. */
const accepted: readonly string[] = [
  "plain",
  "$5 {x} 100% {y}",
  "$${name}",
  "%%{name}",
  "$${aws:username}",
  "${var.given}-${local.own}",
  "${aws_sns_topic.Alarms.arn}",
  "${aws_sns_topic.Alarms[0].arn}",
  '${aws_sns_topic.Alarms["arn"]}',
  '${upper("a")}${provider::aws::arn_parse("x").region}',
  "${function_of_tomorrow(1)}",
  "${terraform.workspace}/${path.module}/${path.root}/${path.cwd}",
  '${join(",", [for key, value in {a = 1} : "${key}=${value}" if value > 0])}',
  "${aws_sns_topic.Alarms.*.arn[0]}",
  '%{ if var.given == "a" }yes%{ else }no%{ endif }',
  "%{~ for each in [1, 2] ~} ${each} %{~ endfor ~}",
  "${1 + /* one */ 2}",
  '${true ? "a" : null}',
];

describe("A text with ${ or %{", () => {
  test.each(refused)("%j is refused: %s", (text, because) => {
    const error = expect(() => synthesized(withGreeting(text)));
    error.toThrow(`dev-notes-Main/Get/Function: environment.variables.GREETING contains`);
    error.toThrow(`which Terraform reads as an expression: ${because}.`);
    error.toThrow("[template-invalid]");
  });

  test.each(accepted)("%j is written unchanged", (text) => {
    const { resource } = synthesized(withGreeting(text));
    expect(
      resource.aws_lambda_function?.Get_Function_5DE28B26?.environment ?? JSON.stringify(resource),
    ).toEqual(expect.stringContaining(JSON.stringify(text)));
  });

  test.each<[string, string]>([
    ["${env:HOME}", "process.env.HOME"],
    ["${ssm:/db}", "Config.Parameter"],
    ["${self:custom.x}", "a constant of the code"],
    ["${AWS::Region}", "stack.region"],
    ["${var.table}", 'Declare it: new TerraformVariable(stack, "table", {}).'],
  ])("%s is reported with its possible meaning: %s", (text, remedy) => {
    expect(() => synthesized(withGreeting(text))).toThrow(remedy);
    expect(() => synthesized(withGreeting(text))).toThrow(`For the text itself, write "$${text}".`);
  });

  test("only the expression is quoted, because the rest may be secret", () => {
    expect(() => synthesized(withGreeting("secret ${name} secret"))).toThrow(
      'GREETING contains "${name}", which',
    );
  });
});

describe("The text is found wherever it is", () => {
  test.each<[string, (stack: Stack) => void]>([
    ["a description", (stack) => new Function(stack, "Get", { handler, description: "for ${name}" })],
    [
      "a parameter",
      (stack) =>
        new Function(stack, "Get", {
          handler,
          bind: [new Config.Parameter(stack, "PLAN", { value: "for ${name}" })],
        }),
    ],
    [
      "a list",
      (stack) =>
        new Api(stack, "Api", { cors: { allowOrigins: ["https://${name}"] }, routes: { "GET /": handler } }),
    ],
    ["a tag", (stack) => new Queue(stack, "Jobs", { cdk: { queue: { tags: { owner: "${name}" } } } })],
    ["the key of a map", (stack) => new SnsTopic(stack, "Raw", { tags: { "${name}": "x" } })],
    ["an output", (stack) => stack.addOutputs({ Url: "https://${name}" })],
    [
      "the description of an output",
      (stack) => stack.addOutputs({ Url: { value: "x", description: "${var.given}" } }),
    ],
    [
      "a default of a variable",
      (stack) => new TerraformVariable(stack, "other", { default: "${var.given}" }),
    ],
    ["an output of CDKTF", (stack) => new TerraformOutput(stack, "Out", { value: { a: ["${name}"] } })],
    ["a local value", (stack) => new TerraformLocal(stack, "two", "${name}")],
    ["a resource of the caller", (stack) => new SnsTopic(stack, "Raw", { displayName: "${name}" })],
    [
      "an override of a resource",
      (stack) => new SnsTopic(stack, "Raw", {}).addOverride("delivery_policy", "${name}"),
    ],
    ["an override of the stack", (stack) => stack.addOverride("locals", { three: "${name}" })],
    [
      "a text within an expression",
      (stack) => new SnsTopic(stack, "Raw", { displayName: '${replace("a", "b", "${name}")}' }),
    ],
  ])("%s", (_where, declare) => {
    expect(() => synthesized(stackWith(declare))).toThrow(/^dev-notes-Main.* contains ".*\$\{.*/);
  });

  test("all places of all stacks are reported together", () => {
    const app = testApp();
    for (const id of ["One", "Two"])
      new Queue(new Stack(app, id), `${id}Jobs`, { cdk: { queue: { tags: { a: "${a}", b: "${b}" } } } });
    const synth = expect(() => app.synth());
    synth.toThrow('dev-notes-One/OneJobs/Queue: tags.a contains "${a}"');
    synth.toThrow('dev-notes-One/OneJobs/Queue: tags.b contains "${b}"');
    synth.toThrow("The same holds for dev-notes-Two/TwoJobs/Queue.");
  });
});

describe("Names of a place", () => {
  test.each<[string, object]>([
    ["each in a block with for_each", { for_each: ["a"], name: "${each.key}" }],
    ["count in a block with count", { count: 2, name: "x-${count.index}" }],
    ["self in a provisioner", { provisioner: { "local-exec": { command: "echo ${self.arn}" } } }],
    ["self in a postcondition", { lifecycle: { postcondition: [{ condition: '${self.name != ""}' }] } }],
    ["a dynamic block", { dynamic: { item: { for_each: ["a"], content: { name: "${item.value}" } } } }],
    [
      "the iterator of a dynamic block",
      { dynamic: [{ item: { for_each: ["a"], iterator: "one", content: { name: "${one.value}" } } }] },
    ],
  ])("%s", (_what, block) => {
    const stack = stackWith((each) => each.addOverride("resource.aws_sns_topic.Raw", block));
    expect(JSON.stringify(synthesized(stack))).toContain(JSON.stringify(block).slice(1, 20));
  });
});

test("variables of policies stay what they were", () => {
  const resource = "arn:aws:s3:::files/${aws:username}/${cognito-identity.amazonaws.com:sub}";
  const stack = stackWith((each) => {
    const get = new Function(each, "Get", { handler });
    get.attachPermissions([{ actions: ["s3:GetObject"], resources: [resource] }]);
  });
  const { policy } = only(stack, "aws_iam_role_policy");
  expect(policy).toContain(resource.replaceAll("${", () => "$${"));
});

describe("Policies of resources of the caller", () => {
  const policyOf = (text: string): string => {
    const stack = stackWith((each) => {
      const policy = JSON.stringify({
        Statement: [{ Effect: "Allow", Action: "s3:GetObject", Resource: text }],
      });
      new IamPolicy(each, "Own", { policy });
    });
    return String(only(stack, "aws_iam_policy").policy);
  };

  test.each([
    ["${aws:username}"],
    ["${cognito-identity.amazonaws.com:sub}"],
    ["${aws:PrincipalTag/team, 'none'}"],
    ["${s3:prefix}/${*}${?}${$}"],
    ["$${aws:username}"],
  ])("keep the variables of IAM: %s", (text) => {
    const literal = text.replaceAll(/\$?\$\{/g, () => "$${");
    expect(policyOf(`arn:aws:s3:::files/${text}`)).toContain(`files/${literal}`);
  });

  test("keep references", () => {
    const text = "${aws_sns_topic.Alarms.arn}/${aws:userid}";
    expect(policyOf(text)).toContain("${aws_sns_topic.Alarms.arn}/$${aws:userid}");
  });

  test("are refused where they have other expressions without a meaning", () => {
    expect(() => policyOf("${name}")).toThrow('contains "${name}"');
  });
});
