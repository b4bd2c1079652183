import { ApiGatewayRestApi } from "@cdktf/provider-aws/lib/api-gateway-rest-api";
import { Token } from "cdktf";
import { Construct } from "constructs";
import {
  Api,
  Bucket,
  Cron,
  dependsOn,
  EventBus,
  Function,
  Queue,
  RDS,
  RestV1Api,
  Script,
  Stack,
  Topic,
} from "../../../lib";
import { failure } from "../../constructs/api/support/api";
import { synthesized, testApp, testStack } from "../../support/stack";

const handler = "functions/notes.get";
const routes = { "GET /": handler };
const long = (length: number) => "x".repeat(length);
/** Props that the types refuse. */
const wrong = (props: object): never => props as never;
const fn = (stack: Stack, props: object) => new Function(stack, "It", { handler, ...props } as never);
const api = (stack: Stack, props: object) => new Api(stack, "It", props as never);
const rest = (stack: Stack, props: object) => new RestV1Api(stack, "It", { routes, ...props } as never);
const busWith = (stack: Stack, rule: object, props: object = {}) =>
  new EventBus(stack, "It", { ...props, rules: { one: { pattern: { source: ["a"] }, ...rule } } } as never);
const targetOf = (stack: Stack, target: object) => busWith(stack, { targets: { one: target } });

/** Misuse that no test of its construct names by its code. */
const misuses: Readonly<Record<string, readonly [prop: string, misuse: (stack: Stack) => unknown]>> = {
  "app-required": ["scope", () => new Stack(new Construct(undefined as never, ""), "Main")],
  "backend-secret": [
    "backend.accessKey",
    () => testApp({ backend: wrong({ type: "s3", bucket: "states", accessKey: "a" }) }),
  ],
  "provider-accounts": [
    "provider.forbiddenAccountIds",
    () =>
      testApp({
        provider: { allowedAccountIds: ["111122223333"], forbiddenAccountIds: ["444455556666"] },
      }),
  ],
  "stack-required": ["scope", ({ app }) => new Queue(app, "It")],
  "stack-env": ["env", ({ app }) => new Stack(app, "Other", wrong({ env: {} }))],
  "stack-name-stage": ["stackName", ({ app }) => new Stack(app, "Other", { stackName: "other" })],
  "stack-function-outside": [
    "dependsOn(Before)",
    ({ app }) => {
      function Before() {}
      app.stack(Before);
      dependsOn(Before);
    },
  ],
  "export-name-duplicate": [
    'addOutputs["Other"].exportName',
    (stack) => {
      stack.addOutputs({ Url: { value: "a", exportName: "url" } });
      new Stack(stack.app, "Other").addOutputs({ Other: { value: "b", exportName: "url" } });
    },
  ],
  "defaults-too-late": [
    "setDefaultFunctionProps",
    (stack) => {
      fn(stack, {});
      stack.setDefaultFunctionProps({ timeout: 5 });
    },
  ],
  "id-invalid": ["id", (stack) => new Queue(stack, "")],
  "output-duplicate": [
    'addOutputs["Url"]',
    (stack) => {
      stack.addOutputs({ Url: "a" });
      stack.addOutputs({ Url: "b" });
    },
  ],
  "schedule-fields": ["schedule", (stack) => new Cron(stack, "It", { schedule: "cron(0 3)", job: handler })],
  "schedule-field": [
    "schedule",
    (stack) => new Cron(stack, "It", { schedule: "cron(99 3 * * ? *)", job: handler }),
  ],
  "schedule-end": [
    "end",
    (stack) =>
      new Cron(stack, "It", {
        schedule: "cron(0 9 * * ? *)",
        timezone: "Europe/Berlin",
        start: "2091-01-01T00:00:00Z",
        end: "2090-01-01T00:00:00Z",
        job: handler,
      }),
  ],
  "event-input-twice": [
    "job.cdk.target.event",
    (stack) =>
      new Cron(stack, "It", {
        schedule: "rate(1 day)",
        job: { function: handler, cdk: { target: wrong({ event: { a: 1 }, input: "{}" }) } },
      }),
  ],
  "event-input-too-long": [
    "job.cdk.target.event",
    (stack) =>
      new Cron(stack, "It", {
        schedule: "rate(1 day)",
        job: { function: handler, cdk: { target: { event: { a: long(9000) } } } },
      }),
  ],
  "input-placeholder": [
    'rules["one"].targets["one"].cdk.target.inputTransformer.inputTemplate',
    (stack) =>
      targetOf(stack, {
        function: handler,
        cdk: { target: { inputTransformer: { inputPaths: { a: "$.a" }, inputTemplate: '"<b>"' } } },
      }),
  ],
  "message-group": [
    'rules["one"].targets["one"].cdk.target.messageGroupId',
    (stack) => targetOf(stack, { function: handler, cdk: { target: { messageGroupId: "a" } } }),
  ],
  "event-bus-default": [
    "cdk.eventBus.description",
    (stack) => new EventBus(stack, "It", { cdk: { eventBus: { name: "default", description: "a" } } }),
  ],
  "event-pattern-too-long": [
    'rules["one"].pattern',
    (stack) => busWith(stack, { pattern: { source: [long(5000)] }, targets: { one: handler } }),
  ],
  "rule-schedule-bus": [
    'rules["one"].cdk.rule.scheduleExpression',
    (stack) =>
      busWith(stack, { targets: { one: handler }, cdk: { rule: { scheduleExpression: "rate(1 day)" } } }),
  ],
  "route-handler-misplaced": ['routes["GET /"]', (stack) => api(stack, { routes: { "GET /": { handler } } })],
  "throttle-half": [
    "defaults.throttle.burst",
    (stack) => api(stack, { defaults: { throttle: { rate: 5 } } }),
  ],
  "throttle-above-stage": [
    'routes["GET /"].throttle.rate',
    (stack) =>
      api(stack, {
        defaults: { throttle: { rate: 5, burst: 5 } },
        routes: { "GET /": { function: handler, throttle: { rate: 6, burst: 5 } } },
      }),
  ],
  "throttle-other-stack": [
    'routes["GET /"].throttle',
    (stack) =>
      api(stack, {}).addRoutes(new Stack(stack.app, "Other"), {
        "GET /": { function: handler, throttle: { rate: 1, burst: 1 } },
      }),
  ],
  "cors-credentials-star": [
    "cdk.restApi.defaultCorsPreflightOptions.allowCredentials",
    (stack) =>
      rest(stack, {
        cdk: { restApi: { defaultCorsPreflightOptions: { allowOrigins: ["*"], allowCredentials: true } } },
      }),
  ],
  "cors-origin-scheme": [
    "cdk.restApi.defaultCorsPreflightOptions.allowOrigins",
    (stack) =>
      rest(stack, { cdk: { restApi: { defaultCorsPreflightOptions: { allowOrigins: ["example.com"] } } } }),
  ],
  "rest-cors-origins": [
    "cdk.restApi.defaultCorsPreflightOptions.allowOrigins",
    (stack) =>
      rest(stack, {
        cdk: { restApi: { defaultCorsPreflightOptions: { allowOrigins: ["*", "https://example.com"] } } },
      }),
  ],
  "rest-private-addresses": [
    "ipAddressType",
    (stack) =>
      rest(stack, {
        ipAddressType: "ipv4",
        cdk: { restApi: { endpointConfiguration: { types: ["PRIVATE"] }, policy: "{}" } },
      }),
  ],
  "rest-model-schema": [
    'cdk.restApi.addModel("Order").schema',
    (stack) => rest(stack, {}).cdk.restApi.addModel("Order", { schema: wrong([]) }),
  ],
  "authorizer-identity-source": [
    'authorizers["a"].identitySource',
    (stack) =>
      api(stack, {
        authorizers: {
          a: { type: "jwt", jwt: { issuer: "https://a.example.com", audience: ["a"] }, identitySource: [] },
        },
      }),
  ],
  "authorizer-cache-identity": [
    'authorizers["a"].resultsCacheTtl',
    (stack) =>
      api(stack, {
        authorizers: {
          a: {
            type: "fn",
            function: new Function(stack, "Door", { handler }),
            identitySource: [],
            resultsCacheTtl: "1 minute",
          },
        },
      }),
  ],
  "stage-name-unknown": [
    "cdk.httpStages[0].name",
    (stack) => api(stack, { cdk: { httpStages: [{ name: new Queue(stack, "Jobs").queueName }] } }),
  ],
  "stage-duplicate": [
    "cdk.httpStages[1].name",
    (stack) => api(stack, { cdk: { httpStages: [{ name: "a" }, { name: "a" }] } }),
  ],
  "cloud-credentials": [
    'routes["POST /"].cdk.integration.credentialsArn',
    (stack) =>
      api(stack, {
        routes: {
          "POST /": {
            type: "cloud",
            cdk: {
              integration: {
                subtype: "SQS-SendMessage",
                parameterMapping: {
                  QueueUrl: "https://sqs.us-east-1.amazonaws.com/123456789012/a",
                  MessageBody: "a",
                },
                credentialsArn: "arn:aws:iam::123456789012:role/a",
              },
            },
          },
        },
      }),
  ],
  "permission-all-in-list": ["permissions[0]", (stack) => fn(stack, { permissions: ["*"] })],
  "permission-action-invalid": ["permissions[0]", (stack) => fn(stack, { permissions: ["s3:Get Object"] })],
  "statement-invalid": [
    "permissions[0]",
    (stack) => fn(stack, { permissions: [{ actions: ["s3:*"], notActions: ["s3:Get*"], resources: ["*"] }] }),
  ],
  "bind-same-name": [
    "bind[1]",
    (stack) => {
      const other = new Stack(stack.app, "Other");
      fn(stack, { bind: [new Queue(stack, "Jobs"), new Queue(other, "Jobs")] });
    },
  ],
  "durable-runtime": [
    "durable",
    (stack) => fn(stack, { runtime: "nodejs20.x", durable: { timeout: "1 day" } }),
  ],
  "function-streaming": ["streaming", (stack) => fn(stack, { streaming: true })],
  "handler-invalid": ["handler", (stack) => fn(stack, { handler: "notes" })],
  "src-path-required": ["srcPath", (stack) => fn(stack, { bundle: false })],
  "snap-start-runtime": ["snapStart", (stack) => fn(stack, { snapStart: true })],
  "splitting-needs-esm": [
    "nodejs.splitting",
    (stack) => fn(stack, { nodejs: { splitting: true, format: "cjs" } }),
  ],
  "bucket-filter-empty": [
    'notifications["one"].filters[0]',
    (stack) =>
      new Bucket(stack, "It", {
        notifications: { one: { function: handler, events: ["object_created"], filters: [{}] } },
      }),
  ],
  "queue-redrive-policy": [
    "cdk.queue.redrivePolicy",
    (stack) => new Queue(stack, "It", { cdk: { queue: { redrivePolicy: "{}" } } }),
  ],
  "validation-failed": [
    "synth()",
    (stack) => {
      stack.node.addValidation({ validate: () => ["It lacks a name."] });
      stack.app.synth();
    },
  ],
  "stack-function-unfinished": [
    "synth()",
    ({ app }) => {
      app.stack(function Waits() {
        app.synth();
      });
    },
  ],
  "user-pool-client-region": [
    'authorizers["a"].userPool.clientIds',
    (stack) =>
      api(stack, { authorizers: { a: { type: "user_pool", userPool: { id: "eu-west-1_Members" } } } }),
  ],
  "rest-response-twice": [
    'routes["GET /"].cdk.integration.integrationResponses[1].statusCode',
    (stack) => {
      const integrationResponses = [{ statusCode: "200" }, { statusCode: "200" }];
      const integration = { proxy: false, integrationResponses };
      rest(stack, { routes: { "GET /": { function: handler, cdk: { integration } } } });
    },
  ],
  "rds-name-duplicate": [
    "id",
    (stack) => {
      const props = { engine: "postgresql16", defaultDatabaseName: "notes" } as const;
      new RDS(stack, "Notes", props);
      new RDS(stack, "notes", props);
    },
  ],
  "value-unknown": [
    'notifications["one"].events[0]',
    (stack) =>
      new Bucket(stack, "It", {
        notifications: { one: { function: handler, events: [wrong(Token.asString({ ref: "x" }) as never)] } },
      }),
  ],
  "path-unusable": [
    "bundle.esbuildConfig.plugins",
    (stack) => fn(stack, { bundle: { esbuildConfig: { plugins: "functions" } } }),
  ],
  "needs-default-stage": [
    "defaults.throttle",
    (stack) => {
      const defaults = { throttle: { rate: 1, burst: 1 } };
      api(stack, { routes, defaults, cdk: { httpApi: { createDefaultStage: false } } });
    },
  ],
  "rest-imported-path": [
    'cdk.importedPaths["notes"]',
    (stack) => {
      const restApi = new ApiGatewayRestApi(stack, "Rest", { name: "rest" });
      rest(stack, { cdk: { restApi, importedPaths: { notes: "abc123" } } });
    },
  ],
  "durable-streaming": [
    "url.streaming",
    (stack) => fn(stack, { durable: { timeout: "10 minutes" }, url: { streaming: true } }),
  ],
  "snap-start-unpublished": [
    "snapStart",
    (stack) => {
      const java = { handler: "a.B::c", srcPath: "services/gradle", runtime: "java21", snapStart: true };
      fn(stack, java);
      synthesized(stack);
    },
  ],
  "script-live-function": [
    "onCreate",
    (stack) => new Script(stack, "It", { onCreate: new Function(stack, "Work", { handler }) }),
  ],
  "topic-raw-function": [
    'subscribers["one"].cdk.subscription.rawMessageDelivery',
    (stack) =>
      new Topic(stack, "It", {
        subscribers: { one: { function: handler, cdk: { subscription: { rawMessageDelivery: true } } } },
      }),
  ],
};

describe("misuse is refused with its code and its prop", () => {
  test.each(Object.entries(misuses))("%s", (code, [prop, misuse]) => {
    const error = failure(() => misuse(testStack()));
    expect([error.code, error.prop]).toEqual([code, prop]);
  });
});
