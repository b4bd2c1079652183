import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import { Api } from "../lib/constructs/api";
import { Bucket } from "../lib/constructs/bucket";
import { Cron } from "../lib/constructs/cron";
import { EventBus } from "../lib/constructs/event-bus";
import { GraphQLApi } from "../lib/constructs/graphql-api";
import { KinesisStream } from "../lib/constructs/kinesis-stream";
import { Queue } from "../lib/constructs/queue";
import { RestV1Api } from "../lib/constructs/rest-v1-api";
import { Table } from "../lib/constructs/table";
import { Topic } from "../lib/constructs/topic";
import { Userbase } from "../lib/constructs/userbase";
import { WebSocketApi } from "../lib/constructs/web-socket-api";
import type { Stack } from "../lib/kit/app";
import { isProviderObject } from "../lib/kit/core";
import { Function } from "../lib/kit/function";
import { synthesized, testStack } from "./support/stack";

const handler = "functions/notes.get";
const domain = (provider: AwsProvider) => ({
  domainName: "api.example.com",
  cdk: { domainName: { provider } },
});

/** One of each construct, whose resource gets a provider. */
const constructs: Readonly<Record<string, (stack: Stack, provider: AwsProvider) => Construct>> = {
  Function: (stack, provider) =>
    new Function(stack, "It", {
      handler,
      url: true,
      maxEventAge: "1 hour",
      recursiveLoop: "Allow",
      permissions: ["s3"],
      cdk: { function: { provider } },
    }),
  Bucket: (stack, provider) =>
    new Bucket(stack, "It", { cors: true, notifications: { n: handler }, cdk: { bucket: { provider } } }),
  Table: (stack, provider) =>
    new Table(stack, "It", {
      fields: { id: "string" },
      primaryIndex: { partitionKey: "id" },
      consumers: { c: handler },
      stream: true,
      cdk: { table: { provider } },
    }),
  Queue: (stack, provider) => new Queue(stack, "It", { consumer: handler, cdk: { queue: { provider } } }),
  Topic: (stack, provider) =>
    new Topic(stack, "It", { subscribers: { s: handler }, cdk: { topic: { provider } } }),
  EventBus: (stack, provider) =>
    new EventBus(stack, "It", {
      rules: { r: { pattern: { source: ["a"] }, targets: { t: handler } } },
      cdk: { eventBus: { provider } },
    }),
  KinesisStream: (stack, provider) =>
    new KinesisStream(stack, "It", { consumers: { c: handler }, cdk: { stream: { provider } } }),
  Cron: (stack, provider) =>
    new Cron(stack, "It", { schedule: "rate(1 hour)", job: handler, cdk: { rule: { provider } } }),
  Userbase: (stack, provider) =>
    new Userbase(stack, "It", {
      domain: "acme",
      groups: { staff: {} },
      resourceServers: { notes: { scopes: { read: "Reads" } } },
      identityPoolFederation: false,
      cdk: { userPool: { provider } },
    }),
  Api: (stack, provider) =>
    new Api(stack, "It", {
      routes: { "GET /": handler },
      customDomain: domain(provider),
      cdk: { httpApi: { provider } },
    }),
  GraphQLApi: (stack, provider) =>
    new GraphQLApi(stack, "It", { server: handler, cdk: { httpApi: { provider } } }),
  RestV1Api: (stack, provider) =>
    new RestV1Api(stack, "It", {
      routes: { "GET /{id}": handler },
      customDomain: domain(provider),
      cdk: { restApi: { provider } },
    }),
  WebSocketApi: (stack, provider) =>
    new WebSocketApi(stack, "It", { routes: { $connect: handler }, cdk: { webSocketApi: { provider } } }),
};

/** The addresses of the resources of a construct, without those of other constructs in it, with their providers. */
function providersOf(stack: Stack, it: Construct): Record<string, unknown> {
  const { resource, data } = synthesized(stack);
  const own = it.node.findAll().flatMap((each) => (isProviderObject(each) ? [each] : []));
  const named = own
    .filter((each) => each.node.scopes.findLast((scope) => "getConstructMetadata" in scope) === it)
    .filter(
      (each) => each.terraformResourceType.startsWith("aws_") && !TerraformProvider.isTerraformProvider(each),
    );
  return Object.fromEntries(
    named.map((each) => {
      const { terraformResourceType: type, friendlyUniqueId: id } = each;
      return [`${type}.${id}`, (resource[type]?.[id] ?? data[type]?.[id])?.provider];
    }),
  );
}

function withProvider(name: string) {
  const stack = testStack();
  const provider = new AwsProvider(stack, "Other", { alias: "other", region: "eu-west-1" });
  const it = constructs[name]?.(stack, provider) as Construct;
  return { stack, it, providers: providersOf(stack, it) };
}

const isOfFunction = (address: string) => address.startsWith("aws_lambda_");

describe("a provider under cdk", () => {
  test.each(Object.keys(constructs))("reaches all that belongs to the resource: %s", (name) => {
    const { providers } = withProvider(name);
    const companions = Object.entries(providers).filter(
      ([address]) => name === "Function" || !isOfFunction(address),
    );
    expect(companions.filter(([, provider]) => provider !== "aws.other")).toEqual([]);
    expect(companions.length).toBeGreaterThan(0);
  });

  test("leaves permissions, and functions with all that is theirs, to the function", () => {
    const { providers, it, stack } = withProvider("Topic");
    const permissions = Object.entries(providers).filter(([address]) => isOfFunction(address));
    expect(permissions.map(([, provider]) => provider)).toEqual([undefined]);
    const fn = it.node.findAll().find((each) => each instanceof Function) as Function;
    expect(Object.values(providersOf(stack, fn)).every((provider) => provider === undefined)).toBe(true);
  });

  test("leaves a companion that has one of its own", () => {
    const stack = testStack();
    const [one, two] = ["one", "two"].map((alias) => new AwsProvider(stack, alias, { alias }));
    const certificate = { provider: two };
    const customDomain = {
      domainName: "api.example.com",
      cdk: { domainName: { provider: one }, certificate },
    };
    const it = new Api(stack, "It", { customDomain });
    const providers = Object.entries(providersOf(stack, it));
    const of = (type: string) =>
      providers.filter(([address]) => address.startsWith(type)).map(([, each]) => each);
    expect(of("aws_apigatewayv2_domain_name")).toEqual(["aws.one"]);
    expect(of("aws_acm_certificate.")).toEqual(["aws.two"]);
    expect(of("aws_apigatewayv2_api.")).toEqual([undefined]);
  });

  test("does not reach what the library puts into a region of its own", () => {
    const stack = testStack();
    const it = new RestV1Api(stack, "It", {
      customDomain: { domainName: "api.example.com", endpointType: "edge" },
      routes: { "GET /": handler },
    });
    const providers = Object.values(providersOf(stack, it));
    expect(providers.filter((each) => each === undefined).length).toBeGreaterThan(10);
  });
});
