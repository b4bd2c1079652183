import { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { Api, type ApiProps } from "../../../lib/constructs/api";
import { Bucket } from "../../../lib/constructs/bucket";
import {
  RestV1Api,
  type RestV1ApiDeployOptions,
  type RestV1ApiProps,
} from "../../../lib/constructs/rest-v1-api";
import { WebSocketApi, type WebSocketApiProps } from "../../../lib/constructs/web-socket-api";
import type { Stack } from "../../../lib/kit/app";
import type { ApiMtlsProps } from "../../../lib/kit/gateway";
import { type Edit, type Edits, handler, propEdits, reversed } from "./edit";

const domainName = "api.example.com";
const throttle = { rate: 1, burst: 1 };
const more = { rate: 2, burst: 2 };
const variables = { host: "a.example.com" };
const ipAddressType = "dualstack";
const tls12 = { domainName, securityPolicy: "TLS 1.2" } as const;

const apiEdits = propEdits<ApiProps>(Api, {
  "route throttle": [
    { routes: { "GET /": handler } },
    { routes: { "GET /": { function: handler, throttle } } },
  ],
  "route with a throttle": [
    { routes: { "GET /": handler } },
    { routes: { "GET /": handler, "GET /new": { function: handler, throttle } } },
  ],
  "stage variables": [
    { routes: { "GET /": handler } },
    { routes: { "GET /": handler }, stageVariables: variables },
  ],
  ipAddressType: [{ customDomain: domainName }, { customDomain: domainName, ipAddressType }],
});

const restEdits = propEdits<RestV1ApiProps>(RestV1Api, {
  "route throttle": [
    { routes: { "GET /": handler } },
    { routes: { "GET /": { function: handler, throttle } } },
  ],
  "route with a throttle from GET to ANY": [
    { routes: { "GET /x": { function: handler, throttle } } },
    { routes: { "ANY /x": { function: handler, throttle: more } } },
  ],
  "stage variables": [
    { routes: { "GET /": handler } },
    { routes: { "GET /": handler }, stageVariables: variables },
  ],
  ipAddressType: [
    { routes: { "GET /": handler }, customDomain: tls12 },
    { routes: { "GET /": handler }, customDomain: tls12, ipAddressType },
  ],
});

const socketEdits = propEdits<WebSocketApiProps>(WebSocketApi, {
  "route throttle": [{ routes: { send: handler } }, { routes: { send: { function: handler, throttle } } }],
  "stage variables": [
    { routes: { send: handler } },
    { routes: { send: handler }, stageVariables: variables },
  ],
  ipAddressType: [{ customDomain: domainName }, { customDomain: domainName, ipAddressType }],
});

const imported = (stack: Stack) =>
  new AcmCertificate(stack, "Own", { privateKey: "k", certificateBody: "c" });

/** The bucket exists before, as it must hold the trust store. */
const mutual = (make: (stack: Stack, mtls: ApiMtlsProps | undefined) => void): Edit => {
  const bucket = (stack: Stack) => new Bucket(stack, "Trust");
  return {
    before: (stack) => {
      bucket(stack);
      make(stack, undefined);
    },
    after: (stack) => make(stack, { bucket: bucket(stack), key: "ca.pem" }),
  };
};

/** Mutual TLS needs no new domain, and the generated address is off with the same deployment. */
const mutualTls: Edits = {
  "Api mtls": mutual((stack, mtls) => void new Api(stack, "It", { customDomain: { domainName, mtls } })),
  "Api mtls with a certificate that was imported": mutual((stack, mtls) => {
    const cdk = { certificate: imported(stack) };
    new Api(stack, "It", { customDomain: { domainName, mtls, cdk } });
  }),
  "RestV1Api mtls": mutual((stack, mtls) => {
    new RestV1Api(stack, "It", { routes: { "GET /": handler }, customDomain: { ...tls12, mtls } });
  }),
};

const edits = { ...apiEdits, ...restEdits, ...socketEdits };
const throttles = Object.fromEntries(Object.entries(edits).filter(([name]) => name.includes("throttle")));

const restStage = (stageName: string): RestV1ApiProps => ({
  routes: { "GET /": { function: handler, throttle } },
  customDomain: tls12,
  cdk: { restApi: { deployOptions: { stageName } } },
});
const restSettings = (deployOptions: RestV1ApiDeployOptions): RestV1ApiProps => ({
  routes: { "GET /": handler },
  cdk: { restApi: { deployOptions } },
});
const socketStage = (stageName: string): WebSocketApiProps => ({
  routes: { send: { function: handler, throttle } },
  customDomain: domainName,
  cdk: { webSocketStage: { stageName } },
});

/** Access logs have the name of the stage. The address without a domain also has it. */
const renamedStages: Edits = {
  ...propEdits<RestV1ApiProps>(RestV1Api, {
    "stage name": [
      restStage("one"),
      restStage("two"),
      [
        "aws_api_gateway_stage.It_Stage is replaced for stage_name",
        "aws_cloudwatch_log_group.It_LogGroup is replaced for name",
      ],
    ],
  }),
  ...propEdits<WebSocketApiProps>(WebSocketApi, {
    "stage name": [
      socketStage("one"),
      socketStage("two"),
      [
        "aws_apigatewayv2_stage.It_stage is replaced for name",
        "aws_cloudwatch_log_group.It_logGroup is replaced for name",
      ],
    ],
  }),
};

/** A setting that is left out has its default again. */
const methodSettings = propEdits<RestV1ApiProps>(RestV1Api, {
  "settings of methods removed": [
    restSettings({
      throttlingRateLimit: 10,
      metricsEnabled: true,
      loggingLevel: "INFO",
      dataTraceEnabled: true,
      cachingEnabled: true,
      cacheDataEncrypted: true,
    }),
    restSettings({ throttlingRateLimit: 10 }),
  ],
});

/** Settings of APIs, stages and domains. Settings of single routes and of domains are also removed again. */
export const gatewaySettingEdits: Edits = {
  ...edits,
  ...mutualTls,
  ...renamedStages,
  ...methodSettings,
  ...reversed({ ...throttles, ...mutualTls }),
};
