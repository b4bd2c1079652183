import { Api } from "../../../lib/constructs/api";
import { Queue } from "../../../lib/constructs/queue";
import { Topic } from "../../../lib/constructs/topic";
import type { Stack } from "../../../lib/kit/app";
import { Function, type FunctionProps } from "../../../lib/kit/function";
import { type Edits, handler, other } from "./edit";

/** A function that a route calls: Terraform spreads the order of its permission to it. */
const routed = (props: (stack: Stack) => FunctionProps) => (stack: Stack) => {
  new Api(stack, "Api", { routes: { "GET /": new Function(stack, "It", { handler, ...props(stack) }) } });
};

const edits: Readonly<
  Record<string, readonly [before: FunctionProps, after: FunctionProps, known?: readonly string[]]>
> = {
  handler: [{}, { handler: other }],
  timeout: [{}, { timeout: 20 }],
  "memory and disk": [{}, { memorySize: 512, diskSize: 1024 }],
  runtime: [{}, { runtime: "nodejs20.x" }],
  architecture: [{}, { architecture: "arm_64" }],
  "architecture removed": [{ architecture: "arm_64" }, {}],
  environment: [{}, { environment: { MODE: "b" } }],
  name: [
    {},
    { functionName: "it" },
    [
      "aws_cloudwatch_log_group.It_LogGroup is replaced for name",
      "aws_iam_role.It_Role is replaced for name_prefix",
      "aws_lambda_function.It_Function is replaced for function_name",
    ],
  ],
  description: [{}, { description: "It" }],
  "log retention": [{}, { logRetention: "one_week" }],
  "logging json": [{}, { logging: { format: "json", level: "warn", systemLevel: "debug" } }],
  "logging levels removed": [
    { logging: { format: "json", level: "warn", systemLevel: "debug" } },
    { logging: { format: "json" } },
  ],
  "recursive loop": [{}, { recursiveLoop: "Allow" }],
  "url on": [{}, { url: true }],
  "url streaming": [{ url: true }, { url: { streaming: true } }],
  "url not streaming": [{ url: { streaming: true } }, { url: { streaming: false } }],
  "url off": [{ url: true }, {}, ["aws_lambda_function_url.It_Url is deleted"]],
  "url authorizer": [{ url: true }, { url: { authorizer: "iam" } }],
  "url cors": [{ url: true }, { url: { cors: { allowOrigins: ["https://a.example.com"] } } }],
  tracing: [{}, { tracing: "disabled" }],
  "own dead-letter queue": [{}, { deadLetterQueueEnabled: true, retryAttempts: 1 }],
  "reserved concurrency": [{}, { reservedConcurrentExecutions: 5 }],
  "provisioned concurrency": [{}, { currentVersionOptions: { provisionedConcurrentExecutions: 1 } }],
  "permissions more": [{}, { permissions: ["s3"] }],
  "permissions less": [{ permissions: ["s3", "dynamodb"] }, { permissions: ["s3"] }],
  "permissions inline to managed": [{}, { permissions: manyActions() }],
  network: [{}, { vpc: "vpc-0123456789abcdef0", vpcSubnets: ["subnet-0123456789abcdef0"] }],
  "no network": [{ vpc: "vpc-0123456789abcdef0", vpcSubnets: ["subnet-0123456789abcdef0"] }, {}],
};

/** So many services that the inline policies of the role are full. */
function manyActions(): NonNullable<FunctionProps["permissions"]> {
  return ["s3", "sqs", "sns", "dynamodb", "kinesis", "ses", "events", "states"];
}

const propEdits: Edits = Object.fromEntries(
  Object.entries(edits).map(([name, [before, after, known]]) => [
    `Function ${name}`,
    { before: routed(() => before), after: routed(() => after), ...(known && { known }) },
  ]),
);

const destinationEdits: Edits = {
  "Function onFailure": {
    before: routed((stack) => ({ onFailure: new Queue(stack, "One") })),
    after: routed((stack) => {
      new Queue(stack, "One");
      return { onFailure: new Queue(stack, "Two") };
    }),
  },
  "Function bind removed": {
    before: routed((stack) => ({ bind: [new Queue(stack, "One")] })),
    after: routed((stack) => {
      new Queue(stack, "One");
      return {};
    }),
  },
};

const aliasEdits: Edits = {
  "Function alias renamed": {
    before: (stack) => void new Function(stack, "It", { handler }).addAlias("live"),
    after: (stack) => void new Function(stack, "It", { handler }).addAlias("now"),
  },
};

/** `durable_config` came with provider 6.25.0, and a plan with an older one would refuse it: everything else is planned. */
const durable = (given: FunctionProps) => (stack: Stack) => {
  const fn = new Function(stack, "It", { handler, durable: { timeout: "15 minutes" }, ...given });
  new Api(stack, "Api", { routes: { "GET /": fn } });
  new Topic(stack, "Topic", { subscribers: { it: fn } });
  fn.cdk.function.resetDurableConfig();
};

const durableEdits: Edits = {
  "Function durable with another handler, but for durable_config": {
    before: durable({}),
    after: durable({ handler: other, retryAttempts: 1 }),
  },
  "Function durable with a function URL, but for durable_config": {
    before: durable({}),
    after: durable({ url: true }),
  },
};

export const functionEdits: Edits = { ...propEdits, ...destinationEdits, ...aliasEdits, ...durableEdits };
