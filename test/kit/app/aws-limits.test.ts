import { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Testing } from "cdktf";
import { Api, App, Bucket, EventBus, Function, Queue, Stack, Table, Topic, Userbase } from "../../../lib";
import { failure } from "../../constructs/api/support/api";
import { testApp, testStack } from "../../support/stack";

const handler = "functions/notes.get";
const fields = { id: "string", at: "number" } as const;

describe("refused because AWS refuses it", () => {
  const long = "x".repeat(250);
  test.each<[string, (stack: Stack) => unknown, string, string]>([
    ["a name made of a long id", (stack) => new Api(stack, long, {}), "name-too-long", "name"],
    ["a topic's name made of a long id", (stack) => new Topic(stack, long), "name-too-long", "name"],
    ["a bus's name made of a long id", (stack) => new EventBus(stack, long), "name-too-long", "name"],
    ["a pool's name made of a long id", (stack) => new Userbase(stack, long), "name-too-long", "name"],
    ["a queue of the caller", (stack) => new SqsQueue(stack, "Q", { name: "a b" }), "prop-invalid", "name"],
    [
      "a reserved bucket name",
      (stack) => new Bucket(stack, "It", { name: "notes-s3alias" }),
      "prop-invalid",
      "name",
    ],
    [
      "a bucket named like an address",
      (stack) => new Bucket(stack, "It", { name: "10.0.0.1" }),
      "prop-invalid",
      "name",
    ],
    [
      "a sort key that is the partition key",
      (stack) => new Table(stack, "It", { fields, primaryIndex: { partitionKey: "id", sortKey: "id" } }),
      "table-keys-equal",
      "primaryIndex.sortKey",
    ],
    [
      "a local index with the partition key",
      (stack) =>
        new Table(stack, "It", {
          fields,
          primaryIndex: { partitionKey: "id", sortKey: "at" },
          localIndexes: { other: { sortKey: "id" } },
        }),
      "table-keys-equal",
      "localIndexes.other.sortKey",
    ],
    [
      "a replica in the table's own region",
      (stack) =>
        new Table(stack, "It", {
          fields: { id: "string" },
          primaryIndex: { partitionKey: "id" },
          cdk: { table: { replica: [{ regionName: "us-east-1" }] } },
        }),
      "table-replica-own-region",
      "cdk.table.replica[0].regionName",
    ],
    [
      "two routes that differ only in the names of variables",
      (stack) => new Api(stack, "It", { routes: { "GET /a/{id}": handler, "GET /a/{name}": handler } }),
      "route-same-requests",
      'routes["GET /a/{name}"]',
    ],
    [
      "a domain that is too long for a certificate",
      (stack) => new Api(stack, "It", { customDomain: `${"a".repeat(53)}.example.com` }),
      "name-too-long",
      "customDomain",
    ],
    [
      "a certificate of another region",
      (stack) => {
        const provider = new AwsProvider(stack, "Other", { region: "eu-west-1", alias: "other" });
        const certificate = new AcmCertificate(stack, "Cert", { domainName: "a.example.com", provider });
        return new Api(stack, "It", { customDomain: { domainName: "a.example.com", cdk: { certificate } } });
      },
      "certificate-region",
      "customDomain.cdk.certificate",
    ],
  ])("%s", (_, declare, code, prop) => {
    const stack = testStack();
    const error = failure(() => {
      declare(stack);
      Testing.synth(stack);
    });
    // A name can be that of several resources, each of which is reported.
    expect(error.problems[0] ?? error).toMatchObject({ code, prop });
  });

  test("a certificate outside us-east-1 for sign-in pages", () => {
    const stack = new Stack(testApp({ region: "eu-west-1" }), "Main");
    const certificate = new AcmCertificate(stack, "Cert", { domainName: "auth.example.com" });
    const domain = { domainName: "auth.example.com", cdk: { certificate } };
    expect(failure(() => new Userbase(stack, "It", { domain })).code).toBe("certificate-region");
  });
});

describe("a function that many sources invoke", () => {
  const declare = (count: number) => {
    const stack = testStack();
    const fn = new Function(stack, "Fn", { handler });
    for (let index = 0; index < count; index += 1) new Topic(stack, `T${index}`, { subscribers: { fn } });
    return () => Testing.synth(stack);
  };
  test("may be invoked by 30 topics", () => expect(declare(30)).not.toThrow());
  test("may not be invoked by 90 topics", () => {
    expect(failure(declare(90)).code).toBe("function-policy-too-large");
  });
});

describe("the policy of a queue", () => {
  const declare = (count: number, principals: readonly string[]) => () => {
    const stack = testStack();
    const queue = new Queue(stack, "It");
    for (let index = 0; index < count; index += 1) {
      const resources = [`${queue.queueArn}${index}`];
      queue.addToResourcePolicy({
        effect: "Allow",
        actions: ["sqs:SendMessage"],
        principals: { AWS: principals },
        resources,
      });
    }
    return Testing.synth(stack);
  };
  const accounts = (count: number) =>
    Array.from({ length: count }, (_, index) => String(100_000_000_000 + index));

  test("has at most 20 statements", () => {
    expect(declare(18, accounts(1))).not.toThrow();
    expect(failure(declare(22, accounts(1)))).toMatchObject({ code: "quota-exceeded" });
  });
  test("has at most 50 principals", () => {
    expect(declare(1, accounts(49))).not.toThrow();
    expect(failure(declare(1, accounts(52)))).toMatchObject({ code: "quota-exceeded" });
  });
});

describe("tags of a stack", () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, "a"]));
  test("are 48 in addition to those of app and stage", () => {
    expect(() => new Stack(testApp(), "Main", { tags: many(48) })).not.toThrow();
    expect(failure(() => new Stack(testApp(), "Main", { tags: many(49) })).code).toBe("quota-exceeded");
  });
  test("count together with those of a resource", () => {
    const stack = new Stack(testApp(), "Main", { tags: many(47) });
    new Queue(stack, "It", { cdk: { queue: { tags: { a: "1", b: "2" } } } });
    expect(failure(() => Testing.synth(stack))).toMatchObject({ code: "quota-exceeded", prop: "tags" });
  });
});

test.each(["team", "/team/", "/aws/team", "/a b"])("the app refuses the SSM prefix %j", (ssmPrefix) => {
  expect(failure(() => new App({ name: "notes", ssmPrefix }))).toMatchObject({ prop: "ssmPrefix" });
});
