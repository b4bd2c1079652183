import { S3BucketLifecycleConfiguration } from "@cdktf/provider-aws/lib/s3-bucket-lifecycle-configuration";
import { Api, Bucket, Cron, Function, Queue, RestV1Api, Stack, Topic } from "../../../../lib";
import { synthesizedText, testStack } from "../../../support/stack";

const handler = "functions/notes.get";
const names = ["One", "Two"];

/** Props of other tools: what is refused, the remedy that the message names, and the code that follows it. */
const habits: readonly (readonly [
  habit: string,
  wrong: (stack: Stack) => unknown,
  remedy: string,
  right: (stack: Stack) => unknown,
])[] = [
  [
    "count of Terraform",
    (stack) => new Queue(stack, "Jobs", { count: 2 } as object),
    "new Queue(stack, name, { ... })",
    (stack) => {
      for (const name of names) new Queue(stack, name, {});
    },
  ],
  [
    "forEach of CDKTF",
    (stack) => new Queue(stack, "Jobs", { forEach: names } as object),
    "for (const name of names)",
    (stack) => {
      for (const name of names) new Queue(stack, name, {});
    },
  ],
  [
    "dependsOn of CDKTF",
    (stack) => new Queue(stack, "Jobs", { dependsOn: [] } as object),
    "one.node.addDependency(other)",
    (stack) => new Queue(stack, "Jobs", {}).node.addDependency(new Topic(stack, "News", {})),
  ],
  [
    "lifecycle of CDKTF",
    (stack) => new Queue(stack, "Jobs", { lifecycle: { preventDestroy: true } } as object),
    "cdk: { queue: { lifecycle: { preventDestroy: true } } }",
    (stack) => new Queue(stack, "Jobs", { cdk: { queue: { lifecycle: { preventDestroy: true } } } }),
  ],
  [
    "provider of CDKTF",
    (stack) => new Queue(stack, "Jobs", { provider: {} } as object),
    "new Stack(app, id, { provider: { region } })",
    (stack) => new Stack(stack.app, "Far", { provider: { region: "eu-west-1" } }),
  ],
  [
    "lifecycleRules of AWS CDK",
    (stack) => new Bucket(stack, "Files", { lifecycleRules: [] } as object),
    "S3BucketLifecycleConfiguration of the provider, with the bucketName",
    (stack) =>
      new S3BucketLifecycleConfiguration(stack, "Rules", {
        bucket: new Bucket(stack, "Files", {}).bucketName,
        rule: [{ id: "old", status: "Enabled", filter: [{}], expiration: [{ days: 30 }] }],
      }),
  ],
  [
    "stageName of an HTTP API",
    (stack) => new Api(stack, "Api", { stageName: "beta" } as object),
    "cdk: { httpStages: [...] }",
    (stack) => new Api(stack, "Api", { cdk: { httpStages: [{ name: "beta" }] } }),
  ],
  [
    "stageName of a REST API",
    (stack) => new RestV1Api(stack, "Api", { stageName: "beta" } as object),
    "cdk: { restApi: { deployOptions: { stageName } } }",
    (stack) =>
      new RestV1Api(stack, "Api", {
        routes: { "GET /": handler },
        cdk: { restApi: { deployOptions: { stageName: "beta" } } },
      }),
  ],
  [
    "entry of AWS CDK",
    (stack) => new Function(stack, "Get", { handler, entry: "functions/notes.ts" } as never),
    'handler: "functions/notes.get"',
    (stack) => new Function(stack, "Get", { handler }),
  ],
  [
    "code of AWS CDK",
    (stack) => new Function(stack, "Get", { handler, code: "functions" } as never),
    'handler: "functions/notes.get"',
    (stack) => new Function(stack, "Get", { handler }),
  ],
  [
    "functionUrl of SST",
    (stack) => new Function(stack, "Get", { handler, functionUrl: true } as never),
    'Did you mean "url"?',
    (stack) => new Function(stack, "Get", { handler, url: true }),
  ],
  [
    "provisionedConcurrency of Serverless",
    (stack) => new Function(stack, "Get", { handler, provisionedConcurrency: 2 } as never),
    "currentVersionOptions: { provisionedConcurrentExecutions: 2 }",
    (stack) =>
      new Function(stack, "Get", {
        handler,
        currentVersionOptions: { provisionedConcurrentExecutions: 2 },
      }).currentVersion,
  ],
  [
    "rate of Serverless",
    (stack) => new Cron(stack, "Daily", { rate: "1 day", job: handler } as never),
    'Did you mean "schedule"?',
    (stack) => new Cron(stack, "Daily", { schedule: "rate(1 day)", job: handler }),
  ],
  [
    "a construct in the environment",
    (stack) =>
      new Function(stack, "Get", { handler, environment: { API: new Api(stack, "Api", {}) } } as never),
    "leave it out and write bind: [...]",
    (stack) => new Function(stack, "Get", { handler, bind: [new Api(stack, "Api", {})] }),
  ],
];

describe.each(habits)("%s", (_habit, wrong, remedy, right) => {
  test("is answered with what to do instead", () => {
    expect(() => wrong(testStack())).toThrow(remedy);
  });

  test("has a remedy that works", () => {
    const stack = testStack();
    right(stack);
    expect(synthesizedText(stack)).toContain("required_providers");
  });
});
