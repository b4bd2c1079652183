/** @group processes */

import type { IConstruct } from "constructs";
import {
  Api,
  Bucket,
  Config,
  Cron,
  EventBus,
  Function,
  GraphQLApi,
  KinesisStream,
  Queue,
  RestV1Api,
  Stack,
  Table,
  Topic,
  Userbase,
  WebSocketApi,
} from "../lib";
import { clients } from "../lib/app/binding/clients";
import type { Access, Grant } from "../lib/iam/permissions/row";
import { rows } from "../lib/iam/permissions/table";
import { type BoundClass, boundClasses } from "./docs/permissions-table";
import { type Template, template } from "./examples/support";
import { checkOutput } from "./support/reference-check";
import { type PolicyStatementJson, testApp } from "./support/stack";

const handler = "functions/notes.get";
const id = "my-it";

// Naming a construct in permissions is noted as out of date, which is not the matter here.
const notices = jest.spyOn(process.stderr, "write").mockReturnValue(true);
afterAll(() => notices.mockRestore());

/** How a class is tried. */
interface Kind {
  /** Makes one with a part that has a function, where the class has such parts. */
  readonly make: (
    stack: Stack,
    fn?: Function,
  ) => IConstruct & { bind?(constructs: readonly IConstruct[]): void };
  /** Adds a part in another stack. */
  readonly add?: (it: IConstruct, stack: Stack, fn: Function) => void;
  /** The resource that is the thing itself. */
  readonly type: string;
  /** Its ARN, from a reference to the resource: `${aws_dynamodb_table.Name.arn}`. */
  /** What the value of a variable holds. By default a reference to the resource. */
  readonly value?: string;
  readonly arn?: (attribute: (name: string) => string) => string;
}

const gateway = (attribute: (name: string) => string) =>
  `arn:aws:execute-api:us-east-1:123456789012:${attribute("id")}`;

const kinds: Readonly<Record<BoundClass, Kind>> = {
  Api: {
    make: (stack, fn) => new Api(stack, id, { routes: { "GET /": fn ?? handler } }),
    add: (it, stack, fn) => (it as Api).addRoutes(stack, { "GET /more": fn }),
    type: "aws_apigatewayv2_api",
    arn: gateway,
  },
  GraphQLApi: {
    make: (stack, fn) => new GraphQLApi(stack, id, { server: fn ?? handler }),
    type: "aws_apigatewayv2_api",
    arn: gateway,
  },
  RestV1Api: {
    make: (stack, fn) => new RestV1Api(stack, id, { routes: { "GET /": fn ?? handler } }),
    type: "aws_api_gateway_rest_api",
    arn: gateway,
  },
  WebSocketApi: {
    make: (stack, fn) => new WebSocketApi(stack, id, { routes: { $default: fn ?? handler } }),
    add: (it, stack, fn) => (it as WebSocketApi).addRoutes(stack, { more: fn }),
    type: "aws_apigatewayv2_api",
    arn: gateway,
  },
  Bucket: {
    make: (stack, fn) => new Bucket(stack, id, { notifications: { one: fn ?? handler } }),
    type: "aws_s3_bucket",
  },
  EventBus: {
    make: (stack, fn) =>
      new EventBus(stack, id, {
        rules: { one: { pattern: { source: ["a"] }, targets: { one: fn ?? handler } } },
      }),
    add: (it, stack, fn) =>
      (it as EventBus).addRules(stack, { more: { pattern: { source: ["b"] }, targets: { more: fn } } }),
    type: "aws_cloudwatch_event_bus",
  },
  KinesisStream: {
    make: (stack, fn) => new KinesisStream(stack, id, { consumers: { one: fn ?? handler } }),
    add: (it, stack, fn) => (it as KinesisStream).addConsumers(stack, { more: fn }),
    type: "aws_kinesis_stream",
  },
  Queue: {
    make: (stack, fn) => new Queue(stack, id, { consumer: fn ?? handler }),
    type: "aws_sqs_queue",
  },
  Table: {
    make: (stack, fn) =>
      new Table(stack, id, {
        fields: { key: "string" },
        primaryIndex: { partitionKey: "key" },
        stream: true,
        consumers: { one: fn ?? handler },
      }),
    add: (it, stack, fn) => (it as Table).addConsumers(stack, { more: fn }),
    type: "aws_dynamodb_table",
  },
  Topic: {
    make: (stack, fn) => new Topic(stack, id, { subscribers: { one: fn ?? handler } }),
    add: (it, stack, fn) => (it as Topic).addSubscribers(stack, { more: fn }),
    type: "aws_sns_topic",
  },
  Userbase: {
    make: (stack, fn) => new Userbase(stack, id, { triggers: { preSignUp: fn ?? handler } }),
    type: "aws_cognito_user_pool",
  },
  Function: {
    make: (stack) => new Function(stack, id, { handler }),
    type: "aws_lambda_function",
    // Written out, so that two functions may call each other.
    value: "dev-notes-Here-my-it",
  },
};

/** Two stacks: the thing with functions that name it, and functions elsewhere that name it. */
function synthesize({ make }: Kind, accesses: readonly string[]) {
  const app = testApp({ account: "123456789012" });
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

describe.each(Object.entries(kinds))("%s", (className, kind) => {
  const { row, variables, grants } = boundClasses[className as BoundClass];
  const { byDefault, access } = rows[row] as { byDefault: Access; access: Record<string, Access> };
  let app: ReturnType<typeof synthesize>;
  let arn: string;
  let attribute: (name: string) => string;

  beforeAll(() => {
    app = synthesize(kind, Object.keys(access));
    const [address = ""] = Object.keys(app.here.resource[kind.type] ?? {}).filter((name) =>
      name.startsWith(id),
    );
    attribute = (name) => `\${${kind.type}.${address}.${name}}`;
    arn = kind.arn?.(attribute) ?? attribute("arn");
  });

  /** What a grant of the table allows on this very thing, an action and a resource each. */
  const expected = ({ grants }: Access) => sorted(grants.flatMap((grant) => pairsOf(grant)));

  function pairsOf({ actions, on, conditions }: Grant): string[] {
    const parts: Readonly<Record<string, string>> = {
      arn,
      streamArn: attribute("stream_arn"),
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

  test.each(["Here", "There"] as const)("named in permissions, gives what the table says: %s", (place) => {
    const stack = place === "Here" ? app.here : app.there;
    expect(allowed(stack, `${place}Named`)).toEqual(expected(byDefault));
  });

  test.each(["Here", "There"] as const)("in bind, gives that or nothing, and its variables: %s", (place) => {
    const stack = place === "Here" ? app.here : app.there;
    expect(allowed(stack, `${place}Bound`)).toEqual(grants ? expected(byDefault) : []);
    const plain = environment(app.here, "Plain");
    const bound = Object.entries(environment(stack, `${place}Bound`)).filter(([key]) => !(key in plain));
    expect(bound.map(([key]) => key).sort()).toEqual(
      variables.map((variable) => `SERVERFORM_${className}_${variable}_my_it`).sort(),
    );
    for (const [, value] of bound) expect(value).toMatch(kind.value ?? kind.type);
  });

  test.each(Object.keys(access))("gives with %s what the table says", (name) => {
    expect(allowed(app.here, name)).toEqual(expected(access[name] as Access));
  });

  test("and a function that refer to each other do not wait for each other", () => {
    const other = testApp({ account: "123456789012" });
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
      const other = testApp({ account: "123456789012" });
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
  test.each(["bind", "permissions"])("in %s is an error that lists what can be there", (prop) => {
    const stack = new Stack(testApp(), "Main");
    const cron = new Cron(stack, id, { schedule: "rate(1 day)", job: handler });
    expect(() => new Function(stack, "Fn", { handler, [prop]: [cron] })).toThrow(/Cron.*Table/s);
  });

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
    const app = testApp({ account: "123456789012" });
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

test("the documentation's classes are those that the function side knows", () => {
  const known = Object.keys(clients);
  expect(Object.keys(boundClasses).filter((name) => !known.includes(name))).toEqual([]);
});

/** What a function may do beside its own logs and traces, an action and a resource each. */
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
