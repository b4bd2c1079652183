/** @group processes */

import { createServer } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import { credentials, engine } from "../support";

/** A server that says which method, host, and path it was asked for. */
const servers: Server[] = [];

async function authorityOf(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const recorder = () =>
  authorityOf(
    createServer(({ method, headers, url }, response) =>
      response.setHeader("connection", "close").end(`${method} ${headers.host} ${url}`),
    ),
  );

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const environment = (authority: string) => ({ credentials, hosts: { "*.amazonaws.com": authority } });

describe("requests of Node functions to AWS", () => {
  const sent = async (options: string): Promise<unknown> => {
    const body = `
      const https = require("node:https");
      return new Promise((resolve) => {
        const sent = https.request(${options}, async (response) => {
          let text = "";
          for await (const chunk of response) text += chunk;
          resolve(text);
        });
        sent.on("error", (error) => resolve(error.code));
        sent.end();
      });`;
    const files = { "index.js": `exports.handler = async () => { ${body} };` };
    return (await engine(files, { fn: {} }, { environment: environment(await recorder()) }).call("fn"))
      .answer;
  };
  const signed = '{ authorization: "AWS4-HMAC-SHA256 Credential=a/20260101/eu-west-1/sqs/aws4_request" }';

  test.each([
    [
      `{ hostname: "sqs.eu-west-1.amazonaws.com", path: "/a?b=1", method: "POST", headers: ${signed} }`,
      "POST sqs.eu-west-1.amazonaws.com /a?b=1",
    ],
    [
      `{ host: "files.s3.amazonaws.com", port: 443, path: "/a", headers: { Authorization: "AWS key:0" } }`,
      "GET files.s3.amazonaws.com /a",
    ],
    [`"https://sqs.eu-west-1.amazonaws.com/a", { headers: ${signed} }`, "GET sqs.eu-west-1.amazonaws.com /a"],
    [
      `new URL("https://files.s3.amazonaws.com/a?X-Amz-Algorithm=x&X-Amz-Signature=0")`,
      "GET files.s3.amazonaws.com /a?X-Amz-Algorithm=x&X-Amz-Signature=0",
    ],
    [
      `{ hostname: "sqs.eu-west-1.amazonaws.com", headers: ["host", "x", "Authorization", "AWS4-HMAC-SHA256 x"] }`,
      "GET sqs.eu-west-1.amazonaws.com /",
    ],
  ])("stay on this machine if they are signed: %s", async (options, asked) => {
    expect(await sent(options)).toBe(asked);
  });

  // The keys of user pools are public, and functions read them.
  test.each([
    `{ hostname: "nothing.invalid", headers: ${signed} }`,
    `{ hostname: "sqs.eu-west-1.amazonaws.com.invalid", headers: ${signed} }`,
    `{ hostname: "x.invalid.amazonaws.com", path: "/.well-known/jwks.json", lookup: (host, options, done) => done({ code: "ENOTFOUND" }) }`,
  ])("go where they are sent otherwise: %s", async (options) => {
    expect(await sent(options)).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
  });

  test("stay on this machine in HTTP/2 sessions, too", async () => {
    const authority = await authorityOf(
      createHttp2Server((request, response) => response.end(`${request.method} ${request.url}`)),
    );
    const body = `
      const session = require("node:http2").connect("https://kinesis.eu-west-1.amazonaws.com");
      return new Promise((resolve, reject) => {
        session.on("error", reject);
        const stream = session.request({ ":method": "POST", ":path": "/a" });
        let text = "";
        stream.on("data", (chunk) => (text += chunk));
        stream.on("end", () => { session.close(); resolve(text); });
        stream.end();
      });`;
    const files = { "index.js": `exports.handler = async () => { ${body} };` };
    const { call } = engine(files, { fn: {} }, { environment: environment(authority) });
    expect((await call("fn")).answer).toBe("POST /a");
  });
});

describe("requests of botocore in Python functions to AWS", () => {
  /** What counts of botocore: the class that sends its requests. */
  const botocore = `
import http.client, urllib.parse
class URLLib3Session:
    def send(self, request):
        url = urllib.parse.urlsplit(request.url)
        connection = http.client.HTTPConnection(url.netloc)
        path = url.path + ("?" + url.query if url.query else "")
        connection.request("GET", path, headers=request.headers)
        return connection.getresponse().read().decode()
`;
  const handler = `
from botocore.httpsession import URLLib3Session
class Request:
    def __init__(self, url):
        self.url, self.headers = url, {}
def handler(event, context):
    return URLLib3Session().send(Request(event))
`;
  const send = async (url: (authority: string) => string): Promise<unknown> => {
    const authority = await recorder();
    const files = {
      "main.py": handler,
      "botocore/__init__.py": "",
      "botocore/httpsession.py": botocore,
    };
    const settings = { fn: { runtime: "python3.11", handler: "main.handler" } };
    const { call } = engine(files, settings, { environment: environment(authority) });
    return (await call("fn", url(authority) as never)).answer;
  };

  test.each([
    ["https://sqs.eu-west-1.amazonaws.com/a?b=1", "GET sqs.eu-west-1.amazonaws.com /a?b=1"],
    ["https://files.s3.amazonaws.com/a%20b", "GET files.s3.amazonaws.com /a%20b"],
  ])("stay on this machine: %s", async (url, asked) => {
    expect(await send(() => url)).toBe(asked);
  });

  test("and others go where they are sent", async () => {
    expect(await send((authority) => `http://${authority}/x`)).toMatch(/^GET 127\.0\.0\.1:\d+ \/x$/);
  });
});
