import type { LocalCredentials } from "../../../lib/local";
import { AccessControl } from "../../../lib/local/permissions/access-control";
import type { Service } from "../../../lib/local/services/contract/service";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { serviceTable } from "../../../lib/local/services/service-table";
import { accessKeys, localCredentials, sessionCredentials } from "../../support/access-keys";
import { signedHeaders } from "../../support/signed-headers";
import { TestClock } from "../support/clock";
import { testModel } from "../support/model";
import { serviceContext } from "./context";

const clock = new TestClock(Date.UTC(2026, 0, 2));
const model = testModel({
  aws_sqs_queue: { Work: { name: "work", url: "http://localhost/123456789012/work" } },
});
/** The services that a request has reached. */
const reached: string[] = [];
let router: EndpointRouter;
/** S3 checks signatures itself. */
const ownRefusals = /SignatureDoesNotMatch|AuthorizationQueryParametersError|HeadersNotSigned/;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
  const running = new Map<string, Service>();
  const services = [...serviceTable].filter(([name]) => name !== "dynamodb" && name !== "rds-data");
  for (const [name, kind] of services) {
    const service = await kind.start(serviceContext({ model, clock }));
    running.set(name, {
      ...service,
      handle: async (request) => {
        const response = await service.handle(request);
        if (!ownRefusals.test(String(response.body))) reached.push(name);
        return response;
      },
    });
  }
  // Both need a process, and the check is before it.
  for (const name of ["dynamodb", "rds-data"]) {
    const handle: Service["handle"] = async () => {
      reached.push(name);
      return { status: 200, body: "{}" };
    };
    running.set(name, { resources: { replace: async () => {}, stop: async () => {} }, handle });
  }
  router.serve(running);
  router.decideBy(new AccessControl({ accessKeys, mode: "enforce", model, report: () => {}, clock }));
});
beforeEach(() => {
  reached.length = 0;
});
afterAll(() => router.close());

const session = sessionCredentials({ roleArn: "arn:aws:iam::123456789012:role/a", sessionName: "b" });
const names = [...serviceTable.keys()];
/** The same key with a secret that a page would need to guess. */
const guessed = (credentials: LocalCredentials) => ({ ...credentials, secretAccessKey: "guessed" });

const scope = (service: string, key: string) =>
  encodeURIComponent(`${key}/20260102/us-east-1/${service}/aws4_request`);
const inQuery = (service: string, { accessKeyId, sessionToken }: LocalCredentials): string =>
  [
    "X-Amz-Algorithm=AWS4-HMAC-SHA256",
    `X-Amz-Credential=${scope(service, accessKeyId)}`,
    "X-Amz-Date=20260102T000000Z&X-Amz-Expires=604800&X-Amz-SignedHeaders=host&X-Amz-Signature=00",
    ...(sessionToken === undefined ? [] : [`X-Amz-Security-Token=${encodeURIComponent(sessionToken)}`]),
  ].join("&");

describe.each([
  ["the developer", localCredentials],
  ["a function", session],
])("the key of %s without its secret", (_, credentials) => {
  test.each(names)("does not reach %s", async (service) => {
    const url = `${router.url}/123456789012/work`;
    const query = inQuery(service, credentials);
    const old = `AWSAccessKeyId=${credentials.accessKeyId}&Expires=9999999999&Signature=x`;
    const json = { "content-type": "application/x-amz-json-1.0", "x-amz-target": "AmazonSQS.ListQueues" };
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const header = (headers: Record<string, string>, body: string) =>
      signedHeaders({ url: `${url}?a`, service, body, headers, credentials: guessed(credentials) });
    const body = "Action=ListQueues";
    const tried: readonly (readonly [string, RequestInit])[] = [
      [`${url}?${query}&Action=SendMessage&MessageBody=a`, {}],
      [`${url}?Action=SendMessage&MessageBody=a&${query}`, {}],
      [`${url}?${query}`, { method: "POST", headers: form, body }],
      [`${url}?${query}`, { method: "POST", headers: json, body: "{}" }],
      [`${url}?${query}`, { method: "PUT", body: "a" }],
      [`${url}?${query}`, { method: "DELETE" }],
      [`${url}?${query.replace("Signature=00", "")}`, {}],
      [`${url}?${query.replaceAll("X-Amz-", "x-amz-")}`, {}],
      [`${url}?a`, { method: "POST", headers: header(form, body), body }],
      [`${url}?a`, { method: "POST", headers: header(json, "{}"), body: "{}" }],
      [`${url}?a`, { headers: { ...header({}, ""), authorization: `AWS ${credentials.accessKeyId}:x` } }],
      ...(service === "s3" ? [[`${url}?${old}`, {}] as const] : []),
    ];
    for (const [address, init] of tried) {
      const { status } = await fetch(address, init);
      expect([address, init, status >= 400 && status < 500]).toEqual([address, init, true]);
    }
    expect(reached).toEqual([]);
  });

  test.each(names)("reaches %s with it", async (service) => {
    const url = `${router.url}/123456789012/work`;
    const headers = signedHeaders({ url, service, body: "Action=a", credentials });
    await fetch(url, { method: "POST", headers, body: "Action=a" });
    expect(reached).toEqual([service]);
  });
});

describe("a signature", () => {
  const url = () => `${router.url}/?a=b`;
  const body = "{}";
  const given = { "content-type": "application/x-amz-json-1.0", "x-amz-target": "AmazonSQS.ListQueues" };
  const signed = () => signedHeaders({ url: url(), service: "sqs", body, headers: given });
  const send = async (headers: Readonly<Record<string, string>>, address = url(), sent = body) =>
    fetch(address, { method: "POST", headers, body: sent });

  test("covers the body, the query and the path", async () => {
    expect((await send(signed())).status).toBe(200);
    const refused = [
      await send(signed(), url(), '{"QueueNamePrefix":"a"}'),
      await send(signed(), `${router.url}/?a=c`),
      await send(signed(), `${router.url}/c?a=b`),
    ];
    for (const answer of refused) expect([answer.status, await answer.json()]).toEqual([400, error()]);
  });

  test("of one key does not allow actions with another key that the request also names", async () => {
    const own = signedHeaders({ url: url(), service: "sqs", body, headers: given, credentials: session });
    const key = `Credential=${localCredentials.accessKeyId}/20260101/us-east-1/sqs/aws4_request`;
    const { authorization = "" } = own;
    const twice = authorization.replace("Credential=", `${key}, Credential=`);
    expect((await send({ ...own, authorization: twice })).status).toBe(400);
    expect(reached).toEqual([]);
  });

  test("of another service is refused", async () => {
    const { authorization = "", ...headers } = signed();
    const other = authorization.replace("/sqs/", "/sns/");
    expect((await send({ ...headers, authorization: other })).status).toBe(400);
    expect(reached).toEqual([]);
  });

  test("may be of a program with another clock", async () => {
    jest.useFakeTimers({ now: 0, doNotFake: ["nextTick", "setImmediate", "setTimeout", "clearTimeout"] });
    const headers = signed();
    jest.useRealTimers();
    expect((await send(headers)).status).toBe(200);
  });

  const error = () => ({
    __type: "InvalidSignatureException",
    code: "InvalidSignatureException",
    message: expect.stringContaining("does not match"),
    Message: expect.stringContaining("does not match"),
  });
});

describe("an image of a web page", () => {
  test.each(names)("does not reach %s, except for an object of a bucket", async (service) => {
    const url = `${router.url}/123456789012/work?Action=SendMessage&MessageBody=a`;
    const signed = signedHeaders({ url, service, method: "GET" });
    const send = (site: Readonly<Record<string, string>>) => fetch(url, { headers: { ...signed, ...site } });
    const statuses = [
      (await send({ "sec-fetch-site": "cross-site" })).status,
      (await send({ "sec-fetch-site": "same-site" })).status,
      (await send({ referer: "https://evil.example.com/" })).status,
    ];
    if (service === "s3") return expect(reached).toEqual(["s3", "s3", "s3"]);
    expect([statuses, reached]).toEqual([[403, 403, 403], []]);
  });

  test("cannot write to a bucket", async () => {
    const url = `${router.url}/files/a`;
    const headers = { "sec-fetch-site": "cross-site" };
    expect((await fetch(url, { method: "PUT", body: "a", headers })).status).toBe(403);
    expect(reached).toEqual([]);
  });
});
