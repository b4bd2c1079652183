import * as lib from "../../lib";
import type { makers } from "./make";
import type { Props } from "./repairs";

const handler = "functions/notes.get";
const door = (stack: lib.Stack) => new lib.Function(stack, "Door", { handler });
const jwt = { type: "jwt", jwt: { issuer: "https://login.example.com", audience: ["notes"] } } as const;

type CodedMistake = readonly [code: string, target: keyof typeof makers, props: object | Props];

/** A mistake for each code whose remedy has something to copy, and that no habit or slip makes. */
export const codedMistakes: readonly CodedMistake[] = [
  [
    "authorizer-cache-identity",
    "Api",
    (stack: lib.Stack) => ({
      authorizers: {
        staff: { type: "fn", function: door(stack), identitySource: [], resultsCacheTtl: "1 minute" },
      },
    }),
  ],
  ["authorizer-identity-source", "Api", { authorizers: { a: { ...jwt, identitySource: ["a", "b"] } } }],
  ["authorizer-part-missing", "Api", { authorizers: { a: { type: "jwt" } } }],
  ["authorizer-part-missing", "RestV1Api", { authorizers: { a: { type: "fn_token" } } }],
  ["authorizer-unknown", "Api", { authorizers: { staff: jwt }, defaults: { authorizer: "staf" } }],
  ["authorizer-without-connect", "WebSocketApi", { authorizer: "iam", routes: { send: handler } }],
  ["bucket-filter-empty", "Bucket", { notifications: { a: { function: handler, filters: [{}] } } }],
  ["client-attribute-unknown", "Userbase", { cdk: { userPoolClient: { readAttributes: ["emial"] } } }],
  [
    "consumer-batch-size",
    "Queue",
    { consumer: { function: handler, cdk: { eventSource: { batchSize: 100 } } } },
  ],
  ["consumer-option-misplaced", "Queue", { consumer: { handler, filters: [{ body: { kind: ["paid"] } }] } }],
  ["cors-credentials-star", "Api", { cors: { allowCredentials: true } }],
  ["cors-origin-scheme", "Api", { cors: { allowOrigins: ["app.example.com"] } }],
  ["domain-invalid", "Api", { customDomain: "a.example.123" }],
  ["domain-required", "Api", { customDomain: {} }],
  ["domain-zone-top-level", "Api", { customDomain: "example.com" }],
  ["durable-runtime", "Function", { durable: { timeout: "1 hour" }, runtime: "nodejs20.x" }],
  ["flexible-window", "Cron", { schedule: "rate(1 hour)", flexibleWindow: "2 days" }],
  ["function-streaming", "Function", { streaming: true }],
  ["login-empty", "Userbase", { login: [] }],
  ["login-preferred-username", "Userbase", { login: ["email", "preferredUsername"] }],
  ["permission-action-invalid", "Function", { permissions: ["s3:GetObject/*"] }],
  [
    "permission-access-unknown",
    "Function",
    (stack: lib.Stack) => ({ permissions: [[new lib.Bucket(stack, "Files"), "grantStop"]] }),
  ],
  ["permissions-invalid", "Function", { permissions: "s3" }],
  [
    "rest-access-mode",
    "RestV1Api",
    {
      customDomain: {
        domainName: "api.example.com",
        securityPolicy: "TLS 1.2",
        endpointAccessMode: "strict",
      },
    },
  ],
  [
    "rest-identity-cache",
    "RestV1Api",
    (stack: lib.Stack) => ({
      authorizers: {
        a: { type: "fn_request", function: door(stack), identitySources: [], resultsCacheTtl: "1 minute" },
      },
    }),
  ],
  ["rest-route-default", "RestV1Api", { routes: { $default: handler } }],
  ["rest-route-key-invalid", "RestV1Api", { routes: { notes: handler } }],
  [
    "rest-vpc-endpoints",
    "RestV1Api",
    {
      cdk: {
        restApi: {
          endpointConfiguration: { types: ["REGIONAL"], vpcEndpointIds: ["vpce-0a1b2c3d4e5f67890"] },
        },
      },
    },
  ],
  ["route-streaming", "Api", { routes: { "GET /": { function: handler, streaming: true } } }],
  [
    "rule-schedule-bus",
    "EventBus",
    { rules: { a: { cdk: { rule: { scheduleExpression: "rate(1 hour)" } }, targets: { b: handler } } } },
  ],
  ["rule-without-trigger", "EventBus", { rules: { a: { targets: { b: handler } } } }],
  ["schedule-time", "Cron", { schedule: "rate(1 hour)", start: "2090-01-01" }],
  [
    "site-file-options-needed",
    "StaticSite",
    { path: "sites/plain", fileOptions: [{ exclude: "*", include: "*.html" }] },
  ],
  [
    "site-route-pattern",
    "StaticSite",
    (stack: lib.Stack) => ({
      path: "sites/plain",
      routes: { "api/*": new lib.Api(stack, "Api", { routes: { "GET /api": handler } }) },
    }),
  ],
  ["snap-start-runtime", "Function", { snapStart: true }],
  ["splitting-needs-esm", "Function", { nodejs: { splitting: true, format: "cjs" } }],
  ["table-field-unknown", "Table", { globalIndexes: { byOther: { partitionKey: "other" } } }],
  ["table-fields-empty", "Table", { fields: {} }],
  ["table-replica-stream", "Table", { replicas: { "eu-west-1": {} }, stream: "keys_only" }],
  ["throttle-half", "Api", { defaults: { throttle: { rate: 5 } } }],
  ["time-zone-rate", "Cron", { schedule: "rate(1 hour)", timezone: "UTC" }],
];
