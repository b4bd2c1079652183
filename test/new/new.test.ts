import { resolve } from "node:path";
import { newKinds } from "./kinds";
import { type NewKind, sampleName } from "./kinds/kind";
import { servicesWithTables } from "./kinds/operation";
import { namesOf } from "./names";
import { create } from "./new";
import { NewError, Tree } from "./plan";

const tree = new Tree(resolve(__dirname, "../.."));
const contributing = tree.read("CONTRIBUTING.md");
const kinds: Readonly<Record<string, NewKind>> = newKinds;
const examples = Object.entries(kinds).map(([name, kind]) => [name, kind] as const);

describe("npm run new", () => {
  test.each(examples)("%s finds every place that it writes to", (_name, kind) => {
    for (const options of [[], kind.options ?? []]) {
      const plan = kind.plan(sampleName(kind), tree, new Set(options));
      const texts = tree.texts(plan);
      for (const { path, text } of plan.insertions) expect(texts.get(path)).toContain(text);
      expect(Object.keys(plan.files).some((path) => path.endsWith(".test.ts"))).toBe(true);
    }
  });

  test.each(servicesWithTables)("operation finds the tables of %s", (service) => {
    const plan = newKinds.operation.plan(`${service}.SomethingNew`, tree, new Set());
    expect([...tree.texts(plan).keys()]).toContain(`lib/local/services/${service}/access.ts`);
    expect(JSON.stringify(plan.files)).not.toContain("import {  }");
  });

  test.each([
    ["construct", "Queue", "lib/index.ts exports Queue already. Choose another name."],
    ["route", "url", "lib/constructs/api/routes/url.ts exists. Choose another name."],
    ["authorizer", "user_pool", "lib/constructs/api/authorizers/user-pool.ts exists. Choose another name."],
    ["trigger", "iot", "lib/constructs/trigger/kinds/iot.ts exists. Choose another name."],
    ["service", "sqs", "lib/local/services/sqs exists. Choose another name."],
    ["operation", "kms.Encrypt", "lib/local/services/kms/operations.ts has Encrypt already."],
    ["command", "build", "lib/cli/commands/build.ts exists. Choose another name."],
  ])("%s refuses the existing name %s", (kind, name, message) => {
    expect(() => create(tree, [kind, name])).toThrow(new NewError(message));
  });

  test.each([
    [
      ["construct", "alarm"],
      '"alarm" is not the name of a construct. Write the name of a class, such as Alarm.',
    ],
    [["construct"], '"" is not the name of a construct.'],
    [["construct", "Alarm", "Bell"], '"Alarm Bell" is not the name of a construct.'],
    [["route", "Mirror"], '"Mirror" is not the name of a route.'],
    [["operation", "sqs"], "Write the service and the operation of AWS, such as sqs.AddPermission."],
    [
      ["operation", "dynamodb.Ping"],
      '"dynamodb" is not a service with a table of operations. Known: codebuild, ',
    ],
    [["operation", "cognito-idp.StartUserImportJob"], 'Then run "npm run docs", which writes its shape.'],
    [["widget", "Alarm"], '"widget" is not a kind that can be written.\n\nUsage: npm run new <kind> <name>'],
    [["route", "mirror", "--bindable"], "--bindable is not an option of a route."],
  ])("refuses %j", (args, message) => {
    expect(() => create(tree, args)).toThrow(message);
  });

  test.each([
    ["Alarm", { pascal: "Alarm", camel: "alarm", kebab: "alarm", snake: "alarm" }],
    ["RDSProxy", { pascal: "RDSProxy", camel: "rdsProxy", kebab: "rds-proxy", snake: "rds_proxy" }],
    [
      "mail_receipt",
      { pascal: "MailReceipt", camel: "mailReceipt", kebab: "mail-receipt", snake: "mail_receipt" },
    ],
    ["ListKeys", { pascal: "ListKeys", camel: "listKeys", kebab: "list-keys", snake: "list_keys" }],
  ])("writes %s in every form", (name, names) => {
    expect(namesOf(name)).toEqual(names);
  });
});

describe("CONTRIBUTING.md", () => {
  test.each(examples)("shows how to write a new %s", (name, { example }) => {
    expect(contributing).toContain(`npm run new ${name} ${example}`);
  });

  test("explains what Queue uses", () => {
    const [, section = ""] = contributing.split("## A construct, line by line");
    const [tables = ""] = section.split("## Habits");
    const names = [...tables.matchAll(/^\| (?:`[^|]*) \|/gm)].flatMap(
      ([cell]) => cell.match(/@?\b[a-z]\w+(?=`|\()|\b[A-Z]\w+(?=`)/gi) ?? [],
    );
    const source = ["queue", "parse"].map((file) => tree.read(`lib/constructs/queue/${file}.ts`)).join("\n");
    expect(names.length).toBeGreaterThan(18);
    expect(names.filter((name) => !new RegExp(`\\b${name.replace("@", "")}\\b`).test(source))).toEqual([]);
  });
});
