/** @group processes */

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { WebSocket } from "ws";
import { Terminal } from "../../../lib/cli";
import { LocalPrinter } from "../../../lib/cli/local/printer";
import type { LocalEvent } from "../../../lib/local";
import { call, dial, serve, spoken, type TestServer, until } from "../../local/safety-support";
import { signedHeaders } from "../../support/signed-headers";

const project = {
  routes: { "GET /ports": "return process.env.AWS_LAMBDA_RUNTIME_API + ' ' + process.env.AWS_ENDPOINT_URL;" },
  socketRoutes: { $default: "return {};" },
  resources: { aws_s3_bucket: { files: { bucket: "files" } } },
};

let server: TestServer;
/** The ports of the server that are not those of an API. */
let ports: Readonly<Record<"runtime" | "services" | "control", string>>;
let secret: string;

beforeEach(async () => {
  if (server !== undefined) return;
  server = await serve(project, { endsWithTest: false });
  const [runtime, services = ""] = (await call(server.url, "/ports")).text.split(" ");
  const control = JSON.parse(readFileSync(join(server.folder, ".serverform/local/server.json"), "utf8"));
  ({ secret } = control);
  ports = { runtime: `http://${runtime}`, services, control: `http://127.0.0.1:${control.port}` };
});

afterAll(async () => {
  await server.local.stop();
  rmSync(server.folder, { recursive: true, force: true });
});

const evil = "https://evil.example.com";
type Headers = Readonly<Record<string, string>>;
const signed =
  (service: string, target?: string, origin?: string) =>
  (url: string, method: string, body = ""): Headers => {
    const headers = {
      "content-type": "application/x-amz-json-1.0",
      ...(target !== undefined && { "x-amz-target": target }),
      ...(origin !== undefined && { origin }),
    };
    return signedHeaders({ url, service, method, body, headers });
  };
const asked = async (
  url: string,
  path: string,
  given: Headers | ReturnType<typeof signed>,
  body?: string,
) => {
  const method = body === undefined ? "GET" : "POST";
  const headers = typeof given === "function" ? given(new URL(path, url).href, method, body) : given;
  return (await call(url, path, { method, headers, body })).status;
};
/** The status of the answer to bytes that no library would send. */
const said = async (url: string, text: string): Promise<number> => {
  const client = dial(url.replace(/^ws/, "http"));
  client.write(text);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await spoken(client))?.[1]);
};
const handshake = (url: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((done) => {
    const socket = new WebSocket(url, { headers });
    socket.on("unexpected-response", (_, { statusCode = 0 }) => done(statusCode));
    socket.on("error", () => {});
  });
const closedAfter = (data: Buffer): Promise<number> =>
  new Promise((done) => {
    const socket = new WebSocket(server.socketUrl);
    socket.on("open", () => socket.send(data));
    socket.on("close", done);
  });

/** The refused requests: how each is sent, its status, and the reason in the log. */
const refusals: readonly (readonly [
  what: string,
  ask: () => Promise<number>,
  status: number,
  reason: RegExp,
])[] = [
  [
    "a foreign name of an API",
    () => asked(server.url, "/ports", { host: "evil.example.com" }),
    403,
    /Host header is "evil/,
  ],
  [
    "headers that are too large",
    () => asked(server.url, "/ports", { a: "x".repeat(11_000) }),
    431,
    /larger than 10240/,
  ],
  [
    "headers that Node does not read",
    () => asked(server.url, "/ports", { a: "x".repeat(20_000) }),
    431,
    /too large/,
  ],
  ["bytes that are not HTTP", () => said(server.url, "hello\r\n\r\n"), 400, /^Not valid HTTP/],
  [
    "a socket to an API without sockets",
    () => handshake(server.url.replace("http", "ws")),
    400,
    /takes no WebSocket/,
  ],
  ["a missing route", () => asked(server.url, "/x", {}), 404, /^No route matches GET \/x/],
  [
    "a page's socket",
    () => handshake(server.socketUrl, { origin: evil }),
    403,
    /Origin header is "https:\/\/evil/,
  ],
  [
    "a missing stage",
    () => handshake(server.socketUrl.replace(/\/dev$/, "/x")),
    403,
    /names no stage\. Stages: \/dev/,
  ],
  ["a request without a socket", () => asked(server.socketUrl, "/dev", {}), 426, /plain HTTP request/],
  ["a binary frame", () => closedAfter(Buffer.from("x")), 1003, /A binary frame/],
  ["a missing connection", () => asked(server.socketUrl, "/dev/@connections/x", {}), 403, /./],
  [
    "a page at the Runtime API",
    () => asked(ports.runtime, "/", { origin: evil }),
    403,
    /Origin header is "https:\/\/evil/,
  ],
  [
    "a name of the Runtime API",
    () => asked(ports.runtime, "/", { host: "evil.example.com" }),
    403,
    /Host header is "evil/,
  ],
  [
    "another process at the Runtime API",
    () => asked(ports.runtime, "/", {}),
    403,
    /the secret .* is missing or wrong/,
  ],
  ["no HTTP at the Runtime API", () => said(ports.runtime, "hello\r\n\r\n"), 400, /^Not valid HTTP/],
  [
    "a page at the control server",
    () => asked(ports.control, "/", { origin: evil }),
    403,
    /Origin header is "https:\/\/evil/,
  ],
  [
    "a name of the control server",
    () => asked(ports.control, "/", { host: "evil.example.com" }),
    403,
    /Host header is "evil/,
  ],
  ["a missing document", () => asked(ports.control, "/x", {}), 404, /nothing for GET "\/x"/],
  [
    "an invocation without the secret",
    () => asked(ports.control, "/invoke", {}, "{}"),
    403,
    /x-serverform-secret is missing or wrong/,
  ],
  [
    "an invocation of nothing",
    () => asked(ports.control, "/invoke", { "x-serverform-secret": secret }, "{"),
    400,
    /not JSON of the form/,
  ],
  ["no HTTP at the control server", () => said(ports.control, "hello\r\n\r\n"), 400, /^Not valid HTTP/],
  [
    "a page at the services",
    () => asked(ports.services, "/", signed("sqs", undefined, "http://localhost"), "{}"),
    403,
    /reach buckets and the public operations of user pools only/,
  ],
  [
    "a foreign page at the services",
    () => asked(ports.services, "/", signed("sqs", undefined, evil), "{}"),
    403,
    /Origin header is "https:\/\/evil/,
  ],
  [
    "a name of the services",
    () => asked(ports.services, "/", { host: "evil.example.com" }),
    403,
    /Host header is "evil/,
  ],
  ["an unsigned request", () => asked(ports.services, "/", {}), 501, /cannot tell the service/],
  [
    "a service that is not emulated",
    () => asked(ports.services, "/", signed("ses"), "{}"),
    501,
    /does not emulate ses\. Use an emulator/,
  ],
  [
    "an operation that is not emulated",
    () => asked(ports.services, "/", signed("sqs", "AmazonSQS.TagQueue"), "{}"),
    501,
    /does not emulate TagQueue of sqs/,
  ],
  [
    "an operation of tables",
    () => asked(ports.services, "/", signed("dynamodb", "DynamoDB_20120810.ExportTable"), "{}"),
    501,
    /does not emulate ExportTable of dynamodb/,
  ],
  [
    "a bucket that is not in the app",
    () => asked(ports.services, "/old/a", signed("s3")),
    404,
    /The app has no bucket "old"/,
  ],
  ["no HTTP at the services", () => said(ports.services, "hello\r\n\r\n"), 400, /^Not valid HTTP/],
];

/** The lines that the terminal shows for an event. */
function printed(event: LocalEvent, json: boolean): string {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const terminal = new Terminal({ json }, { input: new PassThrough(), output, errors } as never, {});
  const printer = new LocalPrinter(terminal, json);
  printer.report(event);
  printer.flush();
  return String(output.read()) + (errors.read() ?? "");
}

describe("a refusal of the local server has its reason in one line of the log", () => {
  test.each(refusals)("%s", async (_, ask, status, reason) => {
    const before = server.events.length;
    expect(await ask()).toBe(status);
    const told = () => server.events.slice(before).filter(({ event }) => event !== "log");
    await until(() => told().length > 0);
    expect(told()).toHaveLength(1);
    for (const event of told()) {
      // A missing emulation is reported once, however often it is requested.
      const given = event.event === "warning" ? { status: 501, reason: event.text } : event;
      expect(given).toMatchObject({ status, reason: expect.stringMatching(reason) });
      const text = printed(event, false);
      expect(text).toContain((given as { readonly reason: string }).reason);
      if (event.event !== "warning") expect(text).toContain(` ${status} `);
      expect(text.match(/\n/g)).toHaveLength(1);
      expect(JSON.parse(printed(event, true))).toEqual(event);
    }
  });
});
