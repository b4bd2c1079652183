/** @group processes */

import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import { text } from "node:stream/consumers";
import { credentials, type Engine, engine } from "../support";

/** A server that answers with the requested method, host, and path. */
const servers: Server[] = [];

function authorityOf(server: Server): Promise<string> {
  servers.push(server);
  return listen(server);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const recording = () =>
  createServer(async (request, response) => {
    const { method, headers, url } = request;
    response.setHeader("connection", "close");
    if (url === "/tags") {
      const { host, authorization } = headers;
      return response.end(`${method} ${host} ${url} ${authorization}, tags ${headers["x-tag"]}`);
    }
    const named = headers["x-serverform-host"];
    if (named === undefined) return response.end(`${method} ${headers.host} ${url}`);
    // Requests of fetch, with their bodies.
    response.end(`${method} ${named} ${url} ${await text(request)}`);
  });

const recorder = () => authorityOf(recording());

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Where a user pool of the app publishes its keys. */
const ownIssuer = "cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Own";

/** The host of an API, and a name of this machine under which it is served. */
const ownApi = "abc.execute-api.eu-west-1.amazonaws.com";
const ownName = "localhost:4999";

const environment = (authority: string) => ({
  credentials,
  hosts: {
    "*.amazonaws.com": authority,
    [ownIssuer]: authority,
    [ownApi]: authority,
    [ownName]: authority,
  },
});

describe("requests of Node functions to AWS", () => {
  /** A function that runs the body it gets: one process is enough for all requests. */
  const files = {
    "index.js": `const Body = (async () => {}).constructor;
      exports.handler = (body) => new Body("require", body)(require);`,
  };
  const server = recording();
  let shared: Engine;

  beforeAll(async () => {
    const authority = await listen(server);
    shared = engine(files, { fn: {} }, { environment: environment(authority), endsWithTest: false });
  });
  afterAll(async () => {
    await shared.functions.stop();
    server.close();
  });

  const answerOf = async (body: string): Promise<unknown> => (await shared.call("fn", body)).answer;
  const sent = (options: string, module = "https"): Promise<unknown> =>
    answerOf(`
      const { request } = require("node:${module}");
      return new Promise((resolve) => {
        const sent = request(${options}, async (response) => {
          let text = "";
          for await (const chunk of response) text += chunk;
          resolve(text);
        });
        sent.on("error", (error) => resolve(error.code));
        sent.end();
      });`);
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
    [
      `"https://a.invalid/a", { hostname: "SQS.eu-west-1.amazonaws.com", path: "/b", headers: ${signed} }`,
      "GET sqs.eu-west-1.amazonaws.com /b",
    ],
    [
      `{ ...require("node:url").urlToHttpOptions(new URL("https://sqs.eu-west-1.amazonaws.com:443/a?b")), headers: ${signed} }`,
      "GET sqs.eu-west-1.amazonaws.com /a?b",
    ],
    [
      `{ hostname: "sqs.eu-west-1.amazonaws.com", headers: ${signed}, createConnection: () => { throw new Error("TLS"); } }`,
      "GET sqs.eu-west-1.amazonaws.com /",
    ],
  ])("stay on this machine if they are signed: %s", async (options, asked) => {
    expect(await sent(options)).toBe(asked);
  });

  test.each([
    ["an object", '{ Host: "x", Authorization: "AWS4-HMAC-SHA256 x", "X-Tag": ["a", "b"] }'],
    [
      "alternating names and values",
      '["Host", "x", "Authorization", "AWS4-HMAC-SHA256 x", "X-Tag", "a", "x-tag", "b"]',
    ],
    [
      "a list of pairs",
      '[["Host", "x"], ["Authorization", "AWS4-HMAC-SHA256 x"], ["X-Tag", "a"], ["x-tag", "b"]]',
    ],
    ["a list that ends with the signature", '["X-Tag", "a, b", "Authorization", "AWS4-HMAC-SHA256 x"]'],
  ])("keep their headers if these are %s", async (_given, headers) => {
    const options = `{ hostname: "sqs.eu-west-1.amazonaws.com", path: "/tags", headers: ${headers} }`;
    expect(await sent(options)).toBe("GET sqs.eu-west-1.amazonaws.com /tags AWS4-HMAC-SHA256 x, tags a, b");
  });

  test.each([
    '["X-Tag", "Authorization", "X-Name", "AWS4-HMAC-SHA256 x"]',
    '["Authorization", "Bearer x", "X-Copy", "AWS4-HMAC-SHA256 x"]',
    '[["X-Tag", "Authorization"], ["X-Name", "AWS4-HMAC-SHA256 x"]]',
    "[]",
  ])("go where they are sent without a signature in the list of headers %s", async (headers) => {
    const options = `{ hostname: "x.invalid.amazonaws.com", headers: ${headers} }`;
    expect(await sent(options)).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
  });

  test("stay on this machine without TLS, too", async () => {
    const options = `{ hostname: "sqs.eu-west-1.amazonaws.com", headers: ${signed} }`;
    expect(await sent(options, "http")).toBe("GET sqs.eu-west-1.amazonaws.com /");
  });

  const url = "https://files.s3.eu-west-1.amazonaws.com/a%20b?c=1";
  test.each([
    [`"${url}", { headers: ${signed} }`, "GET files.s3.eu-west-1.amazonaws.com /a%20b?c=1 "],
    [
      `new URL("${url}"), { method: "PUT", body: "x", headers: ${signed} }`,
      "PUT files.s3.eu-west-1.amazonaws.com /a%20b?c=1 x",
    ],
    [
      `new Request("${url}", { method: "POST", body: "x", headers: ${signed} })`,
      "POST files.s3.eu-west-1.amazonaws.com /a%20b?c=1 x",
    ],
    [
      `new Request("${url}", { method: "POST", body: "x" }), { method: "PUT", body: "y", headers: new Headers(${signed}) }`,
      "PUT files.s3.eu-west-1.amazonaws.com /a%20b?c=1 y",
    ],
    [`"${url}&X-Amz-Signature=0"`, "GET files.s3.eu-west-1.amazonaws.com /a%20b?c=1&X-Amz-Signature=0 "],
  ])("stay on this machine if fetch sends them: %s", async (given, asked) => {
    expect(await answerOf(`return (await fetch(${given})).text();`)).toBe(asked);
  });

  test("stay on this machine without a signature if they are for the keys of the app's own user pool", async () => {
    const path = "/.well-known/jwks.json";
    const read = [
      await sent(`"https://${ownIssuer}${path}"`),
      await answerOf(`return (await fetch("https://${ownIssuer}${path}")).text();`),
    ];
    const asked = "GET cognito-idp.eu-west-1.amazonaws.com /eu-west-1_Own/.well-known/jwks.json";
    expect(read.map((text) => String(text).trim())).toEqual([asked, asked]);
    const foreign = await sent(`"https://x.invalid.amazonaws.com/eu-west-1_Own${path}"`);
    expect(foreign).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
  });

  test("go where they are sent if fetch sends them without a signature", async () => {
    const host = "x.invalid.amazonaws.com";
    const code = await answerOf(`return fetch("https://${host}/").catch(({ cause }) => cause.code);`);
    expect(code).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
  });

  // The keys of user pools are public, and functions read them.
  test.each([
    `{ hostname: "nothing.invalid", headers: ${signed} }`,
    `{ hostname: "sqs.eu-west-1.amazonaws.com.invalid", headers: ${signed} }`,
    `{ hostname: "cognito-idp.eu-west-1.amazonaws.com", path: "/eu-west-1_Other/.well-known/jwks.json", lookup: (host, options, done) => done({ code: "ENOTFOUND" }) }`,
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
  /** The relevant part of botocore: the class that sends its requests. */
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
    [`https://${ownApi}/dev/@connections/1`, `GET ${ownApi} /dev/@connections/1`],
    [`https://${ownName}/dev/@connections/1`, `GET ${ownName} /dev/@connections/1`],
  ])("stay on this machine: %s", async (url, asked) => {
    expect(await send(() => url)).toBe(asked);
  });

  test("and others go where they are sent", async () => {
    expect(await send((authority) => `http://${authority}/x`)).toMatch(/^GET 127\.0\.0\.1:\d+ \/x$/);
  });
});

describe("requests of other libraries in Python functions", () => {
  /** The relevant part of urllib3, which requests uses, too: the class that sends, and does TLS before it knows the path. */
  const urllib3 = `
import http.client
class HTTPConnectionPool:
    scheme = "http"
    def __init__(self, host, port=None, headers=None):
        self.host, self.port, self.headers = host, port, headers or {}
    def urlopen(self, method, url, body=None, headers=None, retries=None, **options):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=5)
        connection.request(method, url, body, self.headers if headers is None else headers)
        return connection.getresponse()
class HTTPSConnectionPool(HTTPConnectionPool):
    scheme = "https"
    def __init__(self, host, port=443, headers=None):
        super().__init__(host, port, headers)
`;
  const handler = `
import os, socket, ssl, urllib.error, urllib.request
# A proxy of the developer's machine.
os.environ["https_proxy"] = "http://127.0.0.1:1"
find = socket.getaddrinfo
def local_only(host, *rest, **more):
    if host != "127.0.0.1":
        raise socket.gaierror("asked for " + str(host))
    return find(host, *rest, **more)
socket.getaddrinfo = local_only

def opened(url, headers):
    request = urllib.request.Request(url, headers=headers)
    with urllib.request.urlopen(request, timeout=5, context=ssl.create_default_context()) as response:
        return response.read().decode()
def built(url, headers):
    opener = urllib.request.build_opener()
    opener.addheaders = list(headers.items())
    return opener.open(url).read().decode()
def pooled(url, headers):
    from urllib3.connectionpool import HTTPSConnectionPool
    host, _, path = url[8:].partition("/")
    name, _, port = host.partition(":")
    pool = HTTPSConnectionPool(name, int(port or 443), headers=headers)
    return pool.urlopen("GET", "/" + path).read().decode()
def got(url, headers):
    import requests
    return requests.get(url, headers=headers, timeout=5).text
def handler(event, context):
    answers = []
    for way, url, headers in event:
        try:
            answers.append(globals()[way](url, headers).strip())
        except OSError as error:
            os.environ["no_proxy"] = "*"
            answers.append(type(error).__name__)
    return answers
`;
  type Sent = readonly [way: string, url: string, headers?: Readonly<Record<string, string>>];
  /** The folder that has requests, which a function would have in its package. */
  const folderOfRequests =
    "import os, requests; print(os.path.dirname(os.path.dirname(requests.__file__)), end='')";
  const requests = spawnSync("python3", ["-c", folderOfRequests], { encoding: "utf8" });
  const answersTo = async (sent: readonly Sent[], own = true): Promise<unknown> => {
    const files = {
      "main.py": handler,
      ...(own && { "urllib3/__init__.py": "", "urllib3/connectionpool.py": urllib3 }),
    };
    const variables: Record<string, string> = own ? {} : { PYTHONPATH: requests.stdout };
    const settings = {
      fn: { runtime: "python3.11", handler: "main.handler", timeoutSeconds: 20, variables },
    };
    const { call } = engine(files, settings, { environment: environment(await recorder()) });
    return (await call("fn", sent.map(([way, url, headers = {}]) => [way, url, headers]) as never)).answer;
  };
  const keys = `https://${ownIssuer}/.well-known/jwks.json`;
  const asked = "GET cognito-idp.eu-west-1.amazonaws.com /eu-west-1_Own/.well-known/jwks.json";
  const signature = { Authorization: "AWS4-HMAC-SHA256 x" };

  test("stay on this machine if they are for the keys of the app's own user pool", async () => {
    const ways = ["opened", "built", "pooled"];
    expect(await answersTo(ways.map((way) => [way, keys]))).toEqual(ways.map(() => asked));
  });

  (requests.status === 0 ? test : test.skip)(
    "stay on this machine, too, if requests sends them",
    async () => {
      const signed: Sent = ["got", "https://sqs.eu-west-1.amazonaws.com/a?b=1", signature];
      expect(await answersTo([["got", keys], signed], false)).toEqual([
        asked,
        "GET sqs.eu-west-1.amazonaws.com /a?b=1",
      ]);
    },
  );

  test.each(["opened", "pooled"])(
    "stay on this machine if they are signed or for its own APIs: %s",
    async (way) => {
      const urls = [
        "https://sqs.eu-west-1.amazonaws.com/a?b=1",
        "https://files.s3.amazonaws.com/a?X-Amz-Signature=0",
      ];
      const sent: Sent[] = [
        [way, urls[0] as string, signature],
        [way, urls[1] as string],
        [way, `https://${ownApi}/dev/a`],
        [way, `https://${ownName}/dev/a`],
      ];
      expect(await answersTo(sent)).toEqual([
        "GET sqs.eu-west-1.amazonaws.com /a?b=1",
        "GET files.s3.amazonaws.com /a?X-Amz-Signature=0",
        `GET ${ownApi} /dev/a`,
        `GET ${ownName} /dev/a`,
      ]);
    },
  );

  test.each(["opened", "pooled"])("go where they are sent otherwise: %s", async (way) => {
    const urls = [
      "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_Other/.well-known/jwks.json",
      "https://sqs.eu-west-1.amazonaws.com/",
      "https://nothing.invalid/eu-west-1_Own/.well-known/jwks.json",
    ];
    const answers = await answersTo(urls.map((url) => [way, url]));
    expect(answers).toEqual(urls.map(() => expect.stringMatching(/^(URLError|gaierror)$/)));
  });
});
