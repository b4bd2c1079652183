/** @group processes */

import type { IConstruct } from "constructs";
import { Config, Cron, Function, Queue, Stack } from "../lib";
import { constructDescriptions } from "../lib/constructs/list";
import type { Grant } from "../lib/kit/iam";
import type { Access } from "../lib/kit/iam/permissions/row";
import { namedClasses } from "./docs/permissions-table";
import { type Template, template } from "./examples/support";
import {
  type ConstructSample,
  sampleHandler as handler,
  sampleId as id,
  readSamples,
  sampleAccount,
} from "./support/construct-samples";
import { checkOutput } from "./support/reference-check";
import { type PolicyStatementJson, testApp } from "./support/stack";

// Naming a construct in permissions is noted as out of date, which is not tested here.
const notices = jest.spyOn(process.stderr, "write").mockReturnValue(true);
afterAll(() => notices.mockRestore());

const samples = readSamples();

/** Two stacks: the thing with functions that name it, and functions elsewhere that name it. */
function synthesize({ make }: ConstructSample, accesses: readonly string[]) {
  const app = testApp({ account: sampleAccount });
  const here = new Stack(app, "Here");
  const there = new Stack(app, "There");
  const it = make(here);
  for (const [place, stack] of Object.entries({ Here: here, There: there })) {
    new Function(stack, `${place}Named`, { handler, permissions: [it] });
    new Function(stack, `${place}Bound`, { handler, bind: [it] });
  }
  new Function(here, "Plain", { handler });
  for (const access of accesses) new Function(here, access, { handler, permissions: [[it, access]] });
  app.synth();
  return {
    outdir: app.outdir,
    here: template(app.outdir, "dev-notes-Here"),
    there: template(app.outdir, "dev-notes-There"),
  };
}

const classes = namedClasses(constructDescriptions).map((each) => [each.className, each] as const);

describe.each(classes)("%s", (className, { row, binding }) => {
  const { byDefault, access }: { byDefault: Access; access: Readonly<Record<string, Access>> } = row;
  const { variables, grants, isStored = false } = binding;
  const kind = samples.get(className);
  if (kind?.type === undefined) throw new Error(`${className} has no sample with the type of its resource.`);
  const { type } = kind;
  let app: ReturnType<typeof synthesize>;
  let arn: string;
  let attribute: (name: string) => string;

  beforeAll(() => {
    app = synthesize(kind, Object.keys(access));
    const [address = ""] = Object.keys(app.here.resource[type] ?? {}).filter((name) => name.startsWith(id));
    attribute = (name) => `\${${type}.${address}.${name}}`;
    arn = kind.arn?.(attribute) ?? attribute("arn");
  });

  /** The permissions that a grant of the table gives on this very thing, an action and a resource each. */
  const expected = ({ grants }: Access) => sorted(grants.flatMap((grant) => pairsOf(grant)));

  function pairsOf({ actions, on, conditions }: Grant): string[] {
    const parts: Readonly<Record<string, string>> = {
      arn,
      streamArn: attribute("stream_arn"),
      secretArn: attribute("master_user_secret[0].secret_arn"),
      stageName: "dev",
    };
    const resources = on.map((each) => each.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? part));
    return actions.flatMap((action) => resources.map((resource) => pair(action, resource, conditions)));
  }

  const allowed = (stack: Template, name: string) => allowedIn(stack, name, follow);
  const environment = (stack: Template, name: string) => environmentOf(stack, name, follow);

  /** A text of the other stack with the values of this one's outputs in place. */
  const follow = (text: unknown) =>
    String(text).replace(
      /\$\{data\.terraform_remote_state\.[\w-]+\.outputs\.([\w-]+)\}/g,
      (_, output: string) => String(app.here.output[output]?.value),
    );

  test("leaves no dangling reference, circle or empty block, within a stack and across stacks", () => {
    expect(checkOutput(app.outdir)).toEqual([]);
  });

  test.each(["Here", "There"] as const)(
    "named in permissions, grants the actions of the table: %s",
    (place) => {
      const stack = place === "Here" ? app.here : app.there;
      expect(allowed(stack, `${place}Named`)).toEqual(expected(byDefault));
    },
  );

  test.each(["Here", "There"] as const)("in bind, gives that or nothing, and its variables: %s", (place) => {
    const stack = place === "Here" ? app.here : app.there;
    const parameter = `arn:aws:ssm:us-east-1:${sampleAccount}:parameter/serverform/notes/dev/${className}/my_it/${variables[0]}`;
    const told = isStored ? [`ssm:GetParameters ${parameter}`] : [];
    expect(allowed(stack, `${place}Bound`)).toEqual(grants ? expected(byDefault) : told);
    const plain = environment(app.here, "Plain");
    const bound = Object.entries(environment(stack, `${place}Bound`)).filter(([key]) => !(key in plain));
    expect(bound.map(([key]) => key).sort()).toEqual(
      variables.map((variable) => `SERVERFORM_${className}_${variable}_my_it`).sort(),
    );
    for (const [, value] of bound) expect(value).toMatch(kind.value ?? type);
  });

  test.each(Object.keys(access))("gives with %s what the table says", (name) => {
    expect(allowed(app.here, name)).toEqual(expected(access[name] as Access));
  });

  test("and a function that refer to each other do not wait for each other", () => {
    const other = testApp({ account: sampleAccount });
    const stack = new Stack(other, "Main");
    const fn = new Function(stack, "Part", { handler });
    const it = kind.make(stack, fn);
    fn.bind([it]);
    fn.attachPermissions([it]);
    it.bind?.([it, fn]);
    other.synth();
    expect(checkOutput(other.outdir)).toEqual([]);
  });

  const { add } = kind;
  if (add !== undefined) {
    test("takes a part of another stack that is bound to it", () => {
      const other = testApp({ account: sampleAccount });
      const it = kind.make(new Stack(other, "Here"));
      const there = new Stack(other, "There");
      add(it, there, new Function(there, "Part", { handler, bind: [it] }));
      other.synth();
      expect(checkOutput(other.outdir)).toEqual([]);
    });
  }
});

test("a queue takes a consumer of another stack that is bound to it", () => {
  const app = testApp();
  const queue = new Queue(new Stack(app, "Here"), id);
  const there = new Stack(app, "There");
  queue.addConsumer(there, new Function(there, "Part", { handler, bind: [queue] }));
  app.synth();
  expect(checkOutput(app.outdir)).toEqual([]);
});

describe("Cron", () => {
  test.each(["bind", "permissions"])(
    "in %s is an error that lists the constructs that can be named",
    (prop) => {
      const stack = new Stack(testApp(), "Main");
      const cron = new Cron(stack, id, { schedule: "rate(1 day)", job: handler });
      expect(() => new Function(stack, "Fn", { handler, [prop]: [cron] })).toThrow(/Cron.*Table/s);
    },
  );

  test("a job and a consumer that name each other do not wait for each other", () => {
    const app = testApp();
    const stack = new Stack(app, "Main");
    const queue = new Queue(stack, "Queue", { consumer: handler });
    const cron = new Cron(stack, id, { schedule: "rate(1 day)", job: handler });
    cron.bind([queue]);
    queue.attachPermissions([cron.jobFunction].flatMap((fn) => fn ?? []));
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
  });
});

describe("Config", () => {
  function bound(make: (stack: Stack) => IConstruct, place: "Here" | "There") {
    const app = testApp({ account: sampleAccount });
    const stacks = { Here: new Stack(app, "Here"), There: new Stack(app, "There") };
    new Function(stacks[place], "Bound", { handler, bind: [make(stacks.Here)] });
    app.synth();
    expect(checkOutput(app.outdir)).toEqual([]);
    return template(app.outdir, `dev-notes-${place}`);
  }

  test.each(["Here", "There"] as const)("a parameter in bind gives its value: %s", (place) => {
    const stack = bound((scope) => new Config.Parameter(scope, id, { value: "5" }), place);
    expect(environmentOf(stack, "Bound")).toMatchObject({ SERVERFORM_Parameter_value_my_it: "5" });
    expect(allowedIn(stack, "Bound")).toEqual([]);
  });

  test.each(["Here", "There"] as const)("a secret in bind gives the right to read it: %s", (place) => {
    const stack = bound((scope) => new Config.Secret(scope, id), place);
    expect(environmentOf(stack, "Bound")).toMatchObject({
      SERVERFORM_Secret_value_my_it: "__FETCH_FROM_SSM__",
    });
    const parameter = (stage: string) =>
      `arn:aws:ssm:us-east-1:123456789012:parameter/serverform/notes/${stage}/Secret/my_it/value`;
    expect(allowedIn(stack, "Bound")).toEqual(
      sorted(["dev", ".fallback"].map((stage) => `ssm:GetParameters ${parameter(stage)}`)),
    );
  });

  test.each([
    ["a parameter", (stack: Stack) => new Config.Parameter(stack, id, { value: "5" })],
    ["a secret", (stack: Stack) => new Config.Secret(stack, id)],
  ])("%s in permissions is an error that says to bind it", (_name, make) => {
    const stack = new Stack(testApp(), "Main");
    expect(() => new Function(stack, "Fn", { handler, permissions: [make(stack)] })).toThrow(/bind/);
  });
});

const pair = (action: string, resource: string, condition?: object) =>
  [action, resource, ...(condition === undefined ? [] : [JSON.stringify(condition)])].join(" ");

const sorted = (texts: readonly string[]) => [...new Set(texts)].sort();

/** The permissions of a function beside its own logs and traces, an action and a resource each. */
function allowedIn(stack: Template, name: string, follow: (text: unknown) => string = String): string[] {
  const { aws_iam_role: roles = {}, aws_iam_role_policy: policies = {} } = stack.resource;
  const role = Object.keys(roles).find((each) => each.startsWith(`${name}_`));
  const own = Object.values(policies).filter((policy) =>
    String(policy.role).includes(`aws_iam_role.${role}.`),
  );
  const statements = own.flatMap(
    ({ policy }) => (JSON.parse(follow(policy)) as { Statement: PolicyStatementJson[] }).Statement,
  );
  expect(statements.filter(({ Effect }) => Effect !== "Allow")).toEqual([]);
  const pairs = statements.flatMap(({ Action, Resource, Condition }) =>
    [Action]
      .flat()
      .flatMap((action) => [Resource].flat().map((resource) => pair(action, resource, Condition))),
  );
  return sorted(pairs.filter((each) => !/^(logs|xray):/.test(each)));
}

function environmentOf(
  stack: Template,
  name: string,
  follow: (text: unknown) => string = String,
): Record<string, string> {
  const functions = Object.entries(stack.resource.aws_lambda_function ?? {});
  const found = functions.find(([each]) => each.startsWith(`${name}_`))?.[1].environment ?? {};
  const { variables = {} } = found as { variables?: Record<string, string> };
  return Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, follow(value)]));
}
