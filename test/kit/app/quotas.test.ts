import { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { Api, EventBus, EventsApi, Function, RestV1Api, StaticSite, Table, WebSocketApi } from "../../../lib";
import { type AppQuotas, Stack } from "../../../lib/kit/app";
import { quotas } from "../../../lib/kit/core";
import { testApp, testStack } from "../../support/stack";

const handler = "functions/notes.get";
const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const routes = (count: number, key: (index: number) => string, url = "https://example.com") =>
  Object.fromEntries(times(count).map((index) => [key(index), { type: "url", url } as const]));
const jwt = { type: "jwt", jwt: { issuer: "https://login.example.com", audience: ["notes"] } } as const;
const pools = { type: "user_pools", userPoolIds: ["us-east-1_Members"] } as const;
const named = <Value>(count: number, value: Value, before = "") =>
  Object.fromEntries(times(count).map((index) => [`${before}part${index}`, value]));

/** Declares one more than every account may have. */
const excesses: Readonly<Record<keyof AppQuotas, (stack: Stack) => unknown>> = {
  routesPerHttpApi: (stack) => new Api(stack, "It", { routes: routes(301, (index) => `GET /r${index}`) }),
  authorizersPerHttpApi: (stack) => new Api(stack, "It", { authorizers: named(11, jwt) }),
  stagesPerHttpApi: (stack) =>
    new Api(stack, "It", { cdk: { httpStages: times(10).map((index) => ({ name: `s${index}` })) } }),
  routesPerWebSocketApi: (stack) => {
    const fn = new Function(stack, "Fn", { handler });
    return new WebSocketApi(stack, "It", { routes: named(301, fn) });
  },
  resourcesPerRestApi: (stack) => {
    const fn = new Function(stack, "Fn", { handler });
    const keys = times(301).map((index) => [`GET /r${index}`, fn]);
    return new RestV1Api(stack, "It", { routes: Object.fromEntries(keys) });
  },
  authorizersPerRestApi: (stack) => new RestV1Api(stack, "It", { authorizers: named(11, pools) }),
  namespacesPerEventsApi: (stack) => new EventsApi(stack, "It", { namespaces: named(51, {}) }),
  globalIndexesPerTable: (stack) =>
    new Table(stack, "It", {
      fields: { id: "string" },
      primaryIndex: { partitionKey: "id" },
      globalIndexes: named(21, { partitionKey: "id" }),
    }),
  targetsPerEventRule: (stack) => {
    const fn = new Function(stack, "Fn", { handler });
    return new EventBus(stack, "It", { rules: { r: { pattern: { source: ["a"] }, targets: named(6, fn) } } });
  },
  behaviorsPerDistribution: (stack) => {
    const api = new Api(stack, "Api");
    new StaticSite(stack, "It", { path: "sites/plain", routes: named(75, api, "/") });
  },
  aliasesPerDistribution: (stack) => {
    const certificate = new AcmCertificate(stack, "Certificate", { domainName: "example.com" });
    const alternateNames = times(100).map((index) => `d${index}.example.com`);
    const customDomain = { domainName: "example.com", alternateNames, cdk: { certificate } };
    new StaticSite(stack, "It", { path: "sites/plain", customDomain });
  },
  eventPatternLength: (stack) =>
    new EventBus(stack, "It", { rules: { r: { pattern: { source: ["a".repeat(2048)] } } } }),
  managedPoliciesPerRole: (stack) => {
    const list = times(70).map((index) => `s3:Get${"Object".repeat(150)}${index}`);
    new Function(stack, "It", { handler, permissions: list as never });
    stack.app.synth();
  },
};

test.each(Object.keys(excesses) as (keyof AppQuotas)[])("%s may be raised for the app", (quota) => {
  const declare = (raised?: number) => {
    const app = testApp({ quotas: raised === undefined ? undefined : { [quota]: raised } });
    return excesses[quota](new Stack(app, "Main"));
  };
  const count = new RegExp(`quotas: \\{ ${quota}: (\\d+) \\}`);
  expect(() => declare()).toThrow(count);
  expect(() => declare(Number(refusalOf(declare).match(count)?.[1]))).not.toThrow(count);
});

function refusalOf(call: () => unknown): string {
  try {
    call();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

test.each([
  [{ routesPerHttpApi: 299 }, "out-of-range", "quotas.routesPerHttpApi"],
  [{ routesPerHttpApi: 300.5 }, "out-of-range", "quotas.routesPerHttpApi"],
  [{ routesPerHttpApi: "600" }, "prop-invalid", "quotas.routesPerHttpApi"],
  [{ layersPerFunction: 6 }, "key-unknown", "quotas"],
  [[], "prop-invalid", "quotas"],
])("quotas of the app are checked: %j", (given, code, prop) => {
  expect(() => testApp({ quotas: given as never })).toThrow(
    expect.objectContaining({ code, path: "app", prop }),
  );
});

test("a quota that is not named stays unchanged", () => {
  const stack = testStack({ quotas: { routesPerHttpApi: quotas.routesPerHttpApi } });
  expect(() => excesses.routesPerHttpApi(stack)).toThrow("AWS allows 300.");
});
