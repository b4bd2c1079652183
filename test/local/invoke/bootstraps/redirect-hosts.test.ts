/** @modules own: it changes modules of Node */
import http from "node:http";
import http2 from "node:http2";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { redirectHosts } from "../../../../lib/local/invoke/bootstraps/node/redirect-hosts";

const originals = {
  http: { request: http.request, get: http.get },
  https: { request: https.request, get: https.get },
  connect: http2.connect,
  fetch: globalThis.fetch,
};

let server: http.Server;
let authority: string;

beforeEach(async () => {
  server = http.createServer((request, response) => response.end(`${request.headers.host}${request.url}`));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  Object.assign(http, originals.http);
  Object.assign(https, originals.https);
  Object.assign(http2, { connect: originals.connect });
  globalThis.fetch = originals.fetch;
  server.closeAllConnections();
  server.close();
});

/** The answer to a request; an error has its code. */
const get = (module: typeof http | typeof https, url: string, headers = {}) =>
  new Promise<string>((resolve) => {
    module
      .get(url, { headers }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += String(chunk);
        });
        response.on("end", () => resolve(text));
      })
      .on("error", ({ code }: NodeJS.ErrnoException) => resolve(String(code)));
  });

test("without hosts nothing is changed", () => {
  redirectHosts({});
  expect([http.request, https.request, http2.connect, globalThis.fetch]).toEqual([
    originals.http.request,
    originals.https.request,
    originals.connect,
    originals.fetch,
  ]);
  expect(https.get).toBe(originals.https.get);
});

test.each([1, 2])("with %i hosts, requests to each go to its address", async (count) => {
  const names = ["api.localhost", "other.localhost"].slice(0, count);
  redirectHosts(Object.fromEntries(names.map((name) => [name, authority])));
  for (const name of names) {
    expect(await get(https, `https://${name}/a?b=1`)).toBe(`${authority}/a?b=1`);
    expect(await (await fetch(`https://${name}/a`)).text()).toContain("/a");
  }
  expect(await get(http, `http://${authority}/direct`)).toBe(`${authority}/direct`);
});

test("signed requests to AWS keep their host", async () => {
  redirectHosts({ "*.amazonaws.com": authority });
  const host = "bucket.s3.us-east-1.amazonaws.com";
  const headers = { authorization: "AWS4-HMAC-SHA256 x" };
  expect(await get(https, `https://${host}/key`, headers)).toBe(`${host}/key`);
});

test.each([
  ["https://kinesis.us-east-1.amazonaws.com", true],
  ["https://example.com", false],
  ["not a URL", false],
])("a session of HTTP/2 with %s is redirected: %p", (given, isRedirected) => {
  const opened: unknown[] = [];
  Object.assign(http2, { connect: (to: unknown) => opened.push(to) });
  redirectHosts({ "*.amazonaws.com": authority });
  http2.connect(given);
  expect(opened).toEqual([isRedirected ? `http://${authority}` : given]);
});

test("a session of HTTP/2 goes where it is opened if no service of AWS runs here", () => {
  const opened: unknown[] = [];
  Object.assign(http2, { connect: (to: unknown) => opened.push(to) });
  redirectHosts({ "api.localhost": authority });
  http2.connect("https://kinesis.us-east-1.amazonaws.com");
  expect(opened).toEqual(["https://kinesis.us-east-1.amazonaws.com"]);
});
