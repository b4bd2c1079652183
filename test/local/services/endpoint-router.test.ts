import { get } from "node:http";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { ListBucketsCommand, S3Client } from "@aws-sdk/client-s3";
import { ListTopicsCommand, SNSClient } from "@aws-sdk/client-sns";
import { ListQueuesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { onFault } from "../../../lib/facts/text/contained";
import type { LocalEvent } from "../../../lib/local";
import type { Service, ServiceRequest } from "../../../lib/local/services/contract/service";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";

const reported: LocalEvent[] = [];
let router: EndpointRouter;

beforeEach(async () => {
  reported.length = 0;
  router = await EndpointRouter.start((event) => reported.push(event));
});

afterEach(() => router.close());

const settings = () => ({
  endpoint: router.url,
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
});

function recording(requests: ServiceRequest[]): Service {
  return {
    resources: { replace: async () => {}, stop: async () => {} },
    handle: async (request) => {
      requests.push(request);
      return { status: 200, headers: { "content-type": "application/x-amz-json-1.0" }, body: "{}" };
    },
  };
}

describe("the address that all SDKs send to", () => {
  test.each([
    [
      "a JSON service",
      "events",
      () => new EventBridgeClient(settings()).send(new PutEventsCommand({ Entries: [] })),
    ],
    ["a query service", "sns", () => new SNSClient(settings()).send(new ListTopicsCommand({}))],
    [
      "a REST service",
      "s3",
      () => new S3Client({ ...settings(), forcePathStyle: true }).send(new ListBucketsCommand({})),
    ],
  ])(
    "%s that is not emulated is named in the error, with the way to use a real one",
    async (_kind, name, send) => {
      await expect(send()).rejects.toThrow();
      const text = `serverform local does not emulate ${name}. Use an emulator: --endpoint ${name}=http://127.0.0.1:4566`;
      expect(reported).toEqual([{ event: "warning", text }]);
    },
  );

  test("the message reaches the handler through a JSON service's error", async () => {
    await expect(new SQSClient(settings()).send(new ListQueuesCommand({}))).rejects.toThrow(
      /does not emulate sqs/,
    );
  });

  test("a request that fails on the way is reported, and fails alone", async () => {
    router.publish(async () => {
      throw new Error("no such disk");
    });
    const faults: string[] = [];
    const stop = onFault(({ text }) => faults.push(text));
    expect((await fetch(`${router.url}/x`)).status).toBe(500);
    stop();
    expect(faults).toEqual([expect.stringMatching(/^request to an emulated service: Error: no such disk/)]);
    router.publish(async () => ({ keys: [] }));
    expect(await (await fetch(`${router.url}/x`)).json()).toEqual({ keys: [] });
  });

  test("a request reaches the service that it is signed for, with its operation", async () => {
    const requests: ServiceRequest[] = [];
    router.serve(
      new Map([
        ["sqs", recording(requests)],
        ["sns", recording([])],
      ]),
    );
    await new SQSClient(settings()).send(new ListQueuesCommand({ QueueNamePrefix: "a" }));
    expect(requests.map(({ operation }) => operation)).toEqual(["ListQueues"]);
    expect(JSON.parse(String(requests[0]?.body))).toEqual({ QueueNamePrefix: "a" });
  });

  test("every client may read the documents of token issuers", async () => {
    const path = "/us-east-1_Own/.well-known/jwks.json";
    router.publish(async (asked) => (asked === path ? { keys: [] } : undefined));
    expect(await (await fetch(router.url + path)).json()).toEqual({ keys: [] });
    expect((await fetch(router.url + path.replace("Own", "Other"))).status).toBe(501);
  });

  test("the operation of the query protocol is in the body", async () => {
    const requests: ServiceRequest[] = [];
    router.serve(new Map([["sns", recording(requests)]]));
    await new SNSClient(settings()).send(new ListTopicsCommand({})).catch(() => {});
    expect(requests.map(({ operation }) => operation)).toEqual(["ListTopics"]);
  });

  test("a page that has found this machine under another name is refused", async () => {
    const { port } = new URL(router.url);
    const status = await new Promise((resolve) => {
      get({ host: "127.0.0.1", port, headers: { host: `rebound.example.com:${port}` } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
    expect(status).toBe(403);
  });

  test("a page in a browser is turned away", async () => {
    const response = await fetch(router.url, {
      method: "POST",
      headers: { origin: "https://evil.example.com" },
    });
    expect(response.status).toBe(403);
  });
});

describe("errors before a service reads the request", () => {
  const ask = (service: string, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) =>
    fetch(router.url, {
      method: "POST",
      headers: {
        authorization: `AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/${service}/aws4_request`,
        ...headers,
      },
      ...init,
    });
  const form = { "content-type": "application/x-www-form-urlencoded" };

  test.each([
    ["s3", {}, /^<\?xml [^>]*>\n<Error><Code>NotEmulated<\/Code><Message>[^<]+<\/Message>/],
    ["ec2", form, /^<\?xml [^>]*>\n<Response><Errors><Error><Code>NotEmulated<\/Code>/],
    ["route53", {}, /^<\?xml [^>]*>\n<ErrorResponse><Error><Type>Sender<\/Type><Code>NotEmulated<\/Code>/],
    ["iam", form, /^<\?xml [^>]*>\n<ErrorResponse><Error><Type>Sender<\/Type><Code>NotEmulated<\/Code>/],
    ["secretsmanager", {}, /^\{"__type":"NotEmulated"/],
  ])("of %s are in its protocol", async (service, headers, body) => {
    const response = await ask(service, headers);
    expect([response.status, await response.text()]).toEqual([501, expect.stringMatching(body)]);
  });

  test("report a service that fails, and the next request is answered", async () => {
    let isBroken = true;
    const handle = async () => {
      if (isBroken) throw new TypeError("broken");
      return { status: 200, body: "{}" };
    };
    const resources = { replace: async () => {}, stop: async () => {} };
    router.serve(new Map([["sqs", { resources, handle }]]));
    const failed = await ask("sqs", { "x-amz-target": "AmazonSQS.ListQueues" });
    const message = "serverform local cannot process ListQueues of sqs: TypeError: broken";
    expect([failed.status, await failed.json()]).toMatchObject([500, { __type: "InternalFailure", message }]);
    expect(reported).toEqual([{ event: "warning", text: message }]);
    isBroken = false;
    expect((await ask("sqs")).status).toBe(200);
  });

  test("say why a page is refused, and the log says it, too", async () => {
    const response = await ask("sqs", { origin: "https://evil.example.com" });
    const reason =
      'The emulated services refused a request: the Origin header is "https://evil.example.com", ' +
      "but only pages of localhost and 127.0.0.1 are served (--host serves other names).";
    expect([response.status, await response.json()]).toMatchObject([403, { message: reason }]);
    const told = reason.replace("The emulated services refused a request: ", "");
    expect(reported).toEqual([{ event: "refusal", at: "emulated services", status: 403, reason: told }]);
  });
});

describe("the port of the services", () => {
  test("is the requested one", async () => {
    const port = Number(new URL(router.url).port);
    await router.close();
    router = await EndpointRouter.start(() => {}, port);
    expect(router.url).toBe(`http://127.0.0.1:${port}`);
  });

  test("is refused by name when something else has it", async () => {
    const port = Number(new URL(router.url).port);
    await expect(EndpointRouter.start(() => {}, port)).rejects.toThrow(`${port}`);
  });
});
