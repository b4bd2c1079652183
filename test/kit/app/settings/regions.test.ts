import { CloudwatchEventRule } from "@cdktf/provider-aws/lib/cloudwatch-event-rule";
import { CloudwatchEventTarget } from "@cdktf/provider-aws/lib/cloudwatch-event-target";
import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import {
  Api,
  Config,
  EventBus,
  Function,
  Queue,
  RestV1Api,
  Stack,
  type StackProps,
  Topic,
  Userbase,
} from "../../../../lib";
import { type Block, only, synthesized, testApp } from "../../../support/stack";

const handler = "functions/notes.get";
const europe: StackProps = { provider: { region: "eu-west-1" } };

/** An app with a stack in each of two regions. */
function twoRegions(props: Parameters<typeof testApp>[0] = {}) {
  const app = testApp(props);
  return { app, us: new Stack(app, "Us"), eu: new Stack(app, "Eu", europe) };
}

const fnOf = (stack: Stack) => new Function(stack, "Fn", { handler });

const providers = (stack: Stack) => (synthesized(stack).provider as { readonly aws: readonly Block[] }).aws;

describe("a stack in another region than its app", () => {
  test("has its provider, ARNs and host names there", () => {
    const { eu } = twoRegions();
    const api = new Api(eu, "Api", { routes: { "GET /notes": handler } });
    eu.addOutputs({ Arn: api.httpApiArn });
    expect(eu.region).toBe("eu-west-1");
    expect(providers(eu)).toEqual([expect.objectContaining({ region: "eu-west-1" })]);
    expect(synthesized(eu).output.Arn?.value).toMatch(/^arn:aws:apigateway:eu-west-1::/);
    expect(JSON.stringify(synthesized(eu))).not.toContain("us-east-1");
  });

  test("keeps its state in the bucket of the app", () => {
    const { eu } = twoRegions({ backend: { type: "s3", bucket: "acme-states" } });
    expect(synthesized(eu).terraform).toMatchObject({ backend: { s3: { region: "us-east-1" } } });
  });

  test("has a provider of us-east-1 for a certificate of CloudFront", () => {
    const { eu } = twoRegions();
    eu.getUsEast1Provider();
    expect(providers(eu)).toEqual([
      expect.objectContaining({ region: "eu-west-1" }),
      expect.objectContaining({ region: "us-east-1", alias: "us_east_1" }),
    ]);
  });

  test("takes it from its own provider, if that comes before its constructs", () => {
    const stack = new Stack(testApp(), "Eu");
    new AwsProvider(stack, "aws", { region: "eu-west-1", profile: "acme" });
    const api = new Api(stack, "Api", { routes: { "GET /notes": handler } });
    stack.addOutputs({ Arn: api.httpApiArn });
    expect(providers(stack)).toEqual([{ region: "eu-west-1", profile: "acme" }]);
    expect(synthesized(stack).output.Arn?.value).toMatch(/^arn:aws:apigateway:eu-west-1::/);
  });

  test("takes its own provider, if the stack has the region of it", () => {
    const stack = new Stack(testApp(), "Eu", europe);
    new AwsProvider(stack, "aws", { region: "eu-west-1", profile: "acme" });
    new Topic(stack, "News");
    expect(providers(stack)).toEqual([{ region: "eu-west-1", profile: "acme" }]);
  });

  test("may have names of another region, but not those of buckets, which are global", () => {
    const { app, us, eu } = twoRegions();
    for (const stack of [us, eu]) new SqsQueue(stack, "Jobs", { name: "jobs" });
    expect(() => app.synth()).not.toThrow();
  });

  test.each(["frankfurt", "${var.region}", 5])("is refused if it is %p", (region) => {
    expect(() => new Stack(testApp(), "Eu", { provider: { region: region as string } })).toThrow(
      /^Eu: provider\.region is /,
    );
  });
});

describe("between two regions", () => {
  test("a function reads secrets in the region of the app", () => {
    const { us, eu } = twoRegions();
    const secret = new Config.Secret(us, "KEY");
    new Function(us, "Own", { handler, bind: [secret] });
    new Function(eu, "Other", { handler, bind: [secret] });
    const [own, other] = [us, eu].map((stack) => JSON.stringify(synthesized(stack)));
    expect(own).toContain('"SERVERFORM_Secret_value_KEY":"__FETCH_FROM_SSM__"');
    expect(other).toContain('"SERVERFORM_Secret_value_KEY":"__FETCH_FROM_SSM__@us-east-1"');
    expect(other).toContain("arn:aws:ssm:us-east-1:");
  });

  test("an API accepts the tokens of a pool, by the region of the pool", () => {
    const { us, eu } = twoRegions();
    const users = new Userbase(us, "Users", { login: ["email"] });
    const authorizers = { users: { type: "user_pool", userPool: users } } as const;
    new Api(eu, "Api", { authorizers, routes: { "GET /notes": { authorizer: "users", function: handler } } });
    new RestV1Api(eu, "Rest", {
      authorizers: { users: { type: "user_pools", userPoolIds: [users] } },
      routes: { "GET /notes": { authorizer: "users", function: handler } },
    });
    const { resource } = synthesized(eu);
    expect(only(eu, "aws_apigatewayv2_authorizer").jwt_configuration).toMatchObject({
      issuer: expect.stringMatching(/^https:\/\/cognito-idp\.us-east-1\./),
    });
    expect(JSON.stringify(resource.aws_api_gateway_authorizer)).toContain("arn:aws:cognito-idp:us-east-1:");
  });

  test("a topic sends to a queue, and a rule to a bus", () => {
    const { app, us, eu } = twoRegions();
    const topic = new Topic(us, "News");
    topic.addSubscribers(us, { jobs: new Queue(eu, "Jobs") });
    const bus = new EventBus(eu, "Bus");
    const rule = new CloudwatchEventRule(us, "All", { eventPattern: '{"source":["notes"]}' });
    new CloudwatchEventTarget(us, "Bus", { rule: rule.name, arn: bus.eventBusArn });
    expect(() => app.synth()).not.toThrow();
  });

  const cases: readonly [prop: string, declare: (us: Stack, eu: Stack) => unknown][] = [
    ["event_source_arn", (us, eu) => new Queue(us, "Jobs").addConsumer(eu, handler)],
    ["function_name", (us, eu) => new Api(eu, "Api", { routes: { "GET /": fnOf(us) } })],
    ["topic_arn", (us, eu) => new Topic(us, "News").addSubscribers(eu, { queue: new Queue(eu, "Jobs") })],
    ["lambda_config", (us, eu) => new Userbase(eu, "Users", { triggers: { preSignUp: fnOf(us) } })],
  ];
  test.each(cases)("%s is refused by name", (prop, declare) => {
    const { app, us, eu } = twoRegions();
    declare(us, eu);
    expect(() => app.synth()).toThrow(
      new RegExp(
        `dev-notes-Eu/.*: ${prop} is "dev-notes-Us/\\w+.*" in us-east-1, but .* eu-west-1[^]*\\[region-differs\\]`,
      ),
    );
  });

  test("a resource with a provider of its own is left to the caller", () => {
    const { app, us, eu } = twoRegions();
    const provider = new AwsProvider(eu, "Virginia", { alias: "virginia", region: "us-east-1" });
    new LambdaPermission(eu, "Allow", {
      provider,
      functionName: fnOf(us).functionArn,
      action: "lambda:InvokeFunction",
      principal: "sns.amazonaws.com",
    });
    expect(() => app.synth()).not.toThrow();
  });
});
