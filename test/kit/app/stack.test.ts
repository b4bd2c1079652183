import { DataAwsCallerIdentity } from "@cdktf/provider-aws/lib/data-aws-caller-identity";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { DataResource, App as PlainApp, TerraformHclModule, TerraformStack, Testing, Token } from "cdktf";
import { Construct } from "constructs";
import { Api } from "../../../lib/constructs/api";
import { EventBus } from "../../../lib/constructs/event-bus";
import { Job } from "../../../lib/constructs/job";
import { Queue } from "../../../lib/constructs/queue";
import { Table } from "../../../lib/constructs/table";
import { Topic } from "../../../lib/constructs/topic";
import { Stack, type StackProps } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { addresses, dataSources, only, synthesized, testApp, testStack } from "../../support/stack";

const providersOf = (stack: Stack) => Object.keys((synthesized(stack).provider as object | undefined) ?? {});

const providersIn = (stack: Stack) => (synthesized(stack).provider as { aws: object[] }).aws;

describe("Stack", () => {
  test("has an id of stage, app and its own", () => {
    const stack = testStack({}, "Main");
    expect([stack.stackName, stack.node.id, stack.stage, stack.region]).toEqual([
      "dev-notes-Main",
      "dev-notes-Main",
      "dev",
      "us-east-1",
    ]);
  });
  test.each(["dev-all", "all-dev", "all-dev-new"])("takes the whole name %s", (stackName) => {
    expect(new Stack(testApp(), "Main", { stackName }).node.id).toBe(stackName);
  });
  test("has one AWS provider with region and tags", () => {
    const stack = new Stack(testApp(), "Main", { tags: { team: "red" } });
    expect(synthesized(stack).provider).toEqual({
      aws: [
        {
          region: "us-east-1",
          default_tags: [{ tags: { "serverform:app": "notes", "serverform:stage": "dev", team: "red" } }],
        },
      ],
    });
  });
  test("outside of us-east-1 has one more provider there, once it is needed", () => {
    const application = () => new Stack(testApp({ region: "eu-west-1" }), "Main", { tags: { team: "red" } });
    expect(providersIn(application())).toHaveLength(1);
    const stack = application();
    const provider = stack.getUsEast1Provider();
    expect(stack.getUsEast1Provider()).toBe(provider);
    new SqsQueue(stack, "There", { provider });
    expect(only(stack, "aws_sqs_queue")).toEqual({ provider: "aws.us_east_1" });
    const tags = { "serverform:app": "notes", "serverform:stage": "dev", team: "red" };
    expect(providersIn(stack)[1]).toEqual({
      alias: "us_east_1",
      region: "us-east-1",
      default_tags: [{ tags }],
    });
    expect(testStack().getUsEast1Provider()).toBeUndefined();
  });
  test("is read as HCL too", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler: "functions/notes.get" });
    expect(Testing.synthHcl(stack)).toContain('resource "aws_iam_role_policy" "Get_Policies_Base_');
  });
  test("keeps app, stage and description in its metadata only", () => {
    const stack = new Stack(testApp(), "Main", { description: "All of it" });
    const json = stack.toTerraform() as { "//": { serverform: object } };
    expect(json["//"].serverform).toEqual({ app: "notes", stage: "dev", description: "All of it" });
    expect(Testing.synth(stack)).not.toContain("All of it");
  });
  test("knows the account of the app", () => {
    const stack = testStack({ account: "123456789012" });
    expect(stack.account).toBe("123456789012");
    expect(dataSources(stack, "aws_caller_identity")).toEqual({});
  });
  test("reads the account once, and only when something needs it", () => {
    expect(dataSources(testStack(), "aws_caller_identity")).toEqual({});
    const stack = testStack();
    expect([stack.account, stack.account].map((account) => Token.isUnresolved(account))).toEqual([
      true,
      true,
    ]);
    expect(Object.keys(dataSources(stack, "aws_caller_identity"))).toEqual(["_account"]);
  });
  test("writes only its provider and state when it is empty", () => {
    const stack = testStack();
    expect(addresses(stack)).toEqual([]);
    expect(providersOf(stack)).toEqual(["aws"]);
  });
  test("reads the same twice", () => {
    const empty = testStack();
    expect(Testing.synth(empty)).toBe(Testing.synth(empty));
    const full = testStack();
    new Function(full, "Get", { handler: "functions/notes.get", vpc: "vpc-1", vpcSubnets: ["subnet-1"] });
    expect(Testing.synth(full)).toBe(Testing.synth(full));
  });
  test("asks for no AWS provider without anything of AWS", () => {
    const [without, mixed] = [testStack(), testStack()];
    for (const stack of [without, mixed]) new DataResource(stack, "Version", { input: { count: 1 } });
    new SqsQueue(mixed, "Queue");
    expect([providersOf(without), providersOf(mixed)]).toEqual([[], ["aws"]]);
  });
  test.each<[string, (stack: Stack) => void]>([
    ["a data source", (stack) => new DataAwsCallerIdentity(stack, "Me")],
    [
      "a module, which may use any provider",
      (stack) => new TerraformHclModule(stack, "Vpc", { source: "terraform-aws-modules/vpc/aws" }),
    ],
  ])("has the AWS provider for %s", (_, add) => {
    const stack = testStack();
    new DataResource(stack, "Version", { input: { count: 1 } });
    add(stack);
    expect(providersOf(stack)).toEqual(["aws"]);
  });
  test("lists its functions in the order of the tree", () => {
    const stack = testStack();
    const group = new Construct(stack, "Group");
    const last = new Function(stack, "Last", { handler: "functions/notes.get" });
    const first = new Function(group, "First", { handler: "functions/notes.get" });
    expect(stack.getAllFunctions()).toEqual([first, last]);
  });
  test("waits for another one", () => {
    const app = testApp();
    const [one, two] = [new Stack(app, "One"), new Stack(app, "Two")];
    two.addDependency(one);
    expect(two.dependencies).toEqual([one]);
  });
  test.each([
    ["us-east-1", "aws", "amazonaws.com"],
    ["cn-north-1", "aws-cn", "amazonaws.com.cn"],
    ["us-gov-west-1", "aws-us-gov", "amazonaws.com"],
  ])("in %s knows its partition", (region, partition, urlSuffix) => {
    const stack = testStack({ region });
    expect([stack.partition, stack.urlSuffix]).toEqual([partition, urlSuffix]);
  });
});

describe("Stack refuses", () => {
  test.each<[StackProps, RegExp]>([
    [
      { env: { region: "eu-west-1" } } as StackProps,
      /^Main: env is \{"region":"eu-west-1"\}.*\n.*AWS_PROFILE.*--region/,
    ],
    [{ tag: {} } as StackProps, /^Main: props has the key "tag".*\n.*Did you mean "tags"/],
    [{ stackName: "main" }, /^main: stackName is "main".*\n.*"dev-".*\$\{app\.stage\}-main/],
    [{ stackName: "developer" }, /^developer: stackName is "developer"/],
    [{ stackName: "dev-a b" }, /^dev-a b: stackName is "dev-a b"\.\n.*letters, digits, - and _/],
  ])("%j", (props, message) => {
    expect(() => new Stack(testApp(), "Main", props)).toThrow(message);
  });
  test("a construct in place of props", () => {
    const app = testApp();
    const props = new Stack(app, "One") as unknown as StackProps;
    expect(() => new Stack(app, "Two", props)).toThrow(
      /^Two: props is the Stack "dev-notes-One"\.\n.*plain object/,
    );
  });
  test.each(["", "a b", "a/b", "**"])("the id %p", (id) => {
    expect(() => new Stack(testApp(), id)).toThrow(/id is ".*"\.\n.*letters, digits, - and _/);
  });
  test("an id that another stack has", () => {
    const app = testApp();
    new Stack(app, "Main");
    expect(() => new Stack(app, "Main")).toThrow(
      /^dev-notes-Main: id is "dev-notes-Main", which a Stack .* already uses/,
    );
  });
  test("constructs outside of a stack, or in a stack of plain CDKTF", () => {
    const app = testApp();
    expect(() => new Function(app, "Get", { handler: "functions/notes.get" })).toThrow(
      /^Get: scope is not inside a stack/,
    );
    const other = new TerraformStack(app, "other");
    expect(() => new Function(other, "Get", { handler: "functions/notes.get" })).toThrow(
      /^other\/Get: scope is in the stack "other", which is not a Stack of serverform/,
    );
  });
});

test("a subclass of Stack may have its own props", () => {
  class Service extends Stack {
    constructor(scope: Construct, id: string, props: StackProps & { readonly replicas: number }) {
      super(scope, id, props);
    }
  }
  expect(new Service(testApp(), "Main", { replicas: 2 }).node.id).toBe("dev-notes-Main");
  const wrong = { replicas: 2 } as StackProps;
  expect(() => new Stack(testApp(), "Main", wrong)).toThrow('props has the key "replicas"');
});

test("ids that differ only in case are refused, including those of plain CDKTF stacks", () => {
  const app = testApp();
  new Stack(app, "Main");
  new TerraformStack(app, "dev-Plain");
  expect(() => new Stack(app, "MAIN")).toThrow(
    /^dev-notes-MAIN: id is "dev-notes-MAIN", which differs from the stack "dev-notes-Main" only.*\[stack-name-case\]$/s,
  );
  expect(() => new Stack(app, "X", { stackName: "dev-plain" })).toThrow(/^dev-plain: stackName is /);
  expect(() => new Stack(app, "Mains")).not.toThrow();
});

test("a class with props of its own has the props of a stack checked", () => {
  class Own extends Stack {}
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const tags = (value: unknown) => () => new Own(testApp(), "Main", { tags: value, own: 1 } as StackProps);
  expect(tags({ team: "red" })).not.toThrow();
  for (const value of [circle, { a: 1 }, "x"])
    expect(tags(value)).toThrow(
      expect.objectContaining({ code: "prop-invalid", path: "Main", prop: expect.stringMatching(/^tags\b/) }),
    );
});

describe("an app of the other package, serverform-cdktn", () => {
  /** An app and a stack as the other package marks them. */
  const foreign = () => {
    const app = new PlainApp({ outdir: testApp().outdir });
    Object.defineProperty(app, Symbol.for("serverform.App"), { value: "serverform-cdktn" });
    return { app, stack: Object.assign(new TerraformStack(app, "Main"), { isServerformStack: true, app }) };
  };
  const refused = /package serverform-cdktn, and this construct is of serverform\..*\[two-packages\]$/s;

  test.each<[string, () => unknown]>([
    ["a stack", () => new Stack(foreign().app as never, "Mine")],
    ["a function", () => new Function(foreign().stack, "Get", { handler: "functions/notes.get" })],
    ["an API", () => new Api(foreign().stack, "Api", { routes: { "GET /": "functions/notes.get" } })],
    [
      "a table",
      () =>
        new Table(foreign().stack, "Notes", {
          fields: { id: "string" },
          primaryIndex: { partitionKey: "id" },
        }),
    ],
    ["a queue in a compound", () => new Queue(new Construct(foreign().stack, "Jobs"), "Queue")],
  ])("has no room for %s of this one", (_, make) => {
    expect(make).toThrow(refused);
  });

  test("takes plain constructs of CDKTF", () => {
    expect(() => new SqsQueue(foreign().stack, "Queue")).not.toThrow();
  });
});

describe("a construct of another app", () => {
  const elsewhere = () => new Queue(testStack({ name: "other" }), "Jobs");
  const refused = (prop: string) =>
    expect.objectContaining({
      code: "construct-of-another-app",
      prop,
      message: expect.stringMatching(
        /is (the \w+ )?"dev-other-Main\/Jobs(\/Queue)?", which is in another App\./,
      ),
    });

  test.each<[string, () => object]>([
    ["bind[0]", () => ({ bind: [elsewhere()] })],
    ["permissions[0]", () => ({ permissions: [elsewhere()] })],
    ["permissions[1][0]", () => ({ permissions: ["s3", [elsewhere(), "grantSendMessages"]] })],
  ])("is refused as %s", (prop, props) => {
    const create = () => new Function(testStack(), "Get", { handler: "functions/notes.get", ...props() });
    expect(create).toThrow(refused(prop));
  });

  test.each(["bind", "permissions"])("is refused as %s of a job", (prop) => {
    const create = () =>
      new Job(testStack(), "Report", { handler: "functions/notes.get", [prop]: [elsewhere()] });
    expect(create).toThrow(refused(`${prop}[0]`));
  });

  test("is refused by methods", () => {
    const stack = testStack();
    expect(() => stack.setDefaultFunctionProps({ bind: [elsewhere()] })).toThrow(
      refused("setDefaultFunctionProps.bind[0]"),
    );
    const get = new Function(stack, "Get", { handler: "functions/notes.get" });
    const jobs = new Queue(stack, "Own");
    expect(() => get.attachPermissions([elsewhere()])).toThrow(refused("attachPermissions[0]"));
    expect(() => get.bind([elsewhere()])).toThrow(refused("bind[0]"));
    expect(() =>
      jobs.addConsumer(stack, { function: get, cdk: { eventSource: { dependsOn: [elsewhere()] } } } as never),
    ).toThrow(refused("addConsumer.cdk.eventSource.dependsOn[0]"));
    expect(() => jobs.addConsumer(testStack({ name: "other" }), get)).toThrow(
      /addConsumer\(scope\) is the Stack .* another App/,
    );
    expect(() => stack.addDependency(testStack({ name: "other" }))).toThrow(
      /addDependency is the Stack .* another App/,
    );
    expect(() => stack.addDefaultFunctionBinding([elsewhere()])).toThrow(
      refused("addDefaultFunctionBinding.bind[0]"),
    );
  });

  const wrong: Readonly<Record<string, (stack: Stack, queue: Queue) => unknown>> = {
    onFailure: (stack, onFailure) => new Function(stack, "It", { handler: "functions/notes.get", onFailure }),
    deadLetterQueue: (stack, queue) =>
      new Function(stack, "It", { handler: "functions/notes.get", deadLetterQueue: queue as never }),
    "cdk.queue": (stack, { cdk }) => new Queue(stack, "It", { cdk: { queue: cdk.queue } }),
    "cdk.queue.dependsOn[0]": (stack, { cdk }) =>
      new Queue(stack, "It", { cdk: { queue: { dependsOn: [cdk.queue] } } }),
    "subscribers.all": (stack, queue) => new Topic(stack, "It", { subscribers: { all: queue } }),
    "rules.all.targets.queue.queue": (stack, queue) =>
      new EventBus(stack, "It", {
        rules: { all: { pattern: { source: ["a"] }, targets: { queue: { type: "queue", queue } } } },
      }),
    'routes["GET /"].function.bind[0]': (stack, queue) =>
      new Api(stack, "It", {
        routes: { "GET /": { function: { handler: "functions/notes.get", bind: [queue] } } },
      }),
  };
  test.each(Object.keys(wrong))("is refused as %s at any place in props", (prop) => {
    const stack = testStack();
    const size = stack.node.findAll().length;
    expect(() => wrong[prop]?.(stack, elsewhere())).toThrow(refused(prop));
    expect(stack.node.findAll()).toHaveLength(size);
  });

  test("is refused where a reference leads to it", () => {
    const stack = testStack();
    const { queueUrl } = elsewhere();
    new Function(stack, "Get", { handler: "functions/notes.get", environment: { QUEUE: queueUrl } });
    expect(() => Testing.synth(stack)).toThrow(refused("environment.QUEUE"));
  });
});
