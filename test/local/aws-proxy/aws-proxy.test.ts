/** @group processes */

import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
} from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { LocalEvent } from "../../../lib/local";
import { createHostCertificate, createKey } from "../../../lib/local/aws-proxy/authority";
import { AwsProxy } from "../../../lib/local/aws-proxy/aws-proxy";
import { FunctionProxy } from "../../../lib/local/aws-proxy/function-proxy";
import { connectorThrough } from "../../../lib/local/aws-proxy/tunnel";
import { functionVariables } from "../../../lib/local/invoke";
import { settingsOf } from "../invoke/support";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of cleanUps.splice(0).reverse()) await each();
});

function folderOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "aws-proxy-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function portOf(server: Server | TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUps.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Stands for the emulated services. */
const services = async (): Promise<string> =>
  `127.0.0.1:${await portOf(
    createServer(async (incoming, response) => {
      const { method, headers, url } = incoming;
      response.setHeader("x-seen", "services");
      response.end(`${method} ${headers.host} ${url} ${await text(incoming)}`);
    }),
  )}`;

/** A project with an existing certificate: a new one takes a third of a second. */
const known = mkdtempSync(join(tmpdir(), "aws-proxy-"));
afterAll(() => rmSync(known, { recursive: true, force: true }));

async function start(folder = known, open?: (host: string, port: number) => Promise<Duplex>) {
  const opened: string[] = [];
  const events: LocalEvent[] = [];
  const proxy = await AwsProxy.start({
    folder,
    report: (event) => events.push(event),
    shell: {},
    open: async (host, port) => {
      opened.push(`${host}:${port}`);
      if (open === undefined) throw new Error("no network");
      return open(host, port);
    },
  });
  cleanUps.push(() => proxy.close());
  proxy.serve({ "*.amazonaws.com": await services() });
  const { url, trustedFile } = proxy.settings;
  const bundle = readFileSync(trustedFile, "utf8");
  return { proxy, url, opened, events, bundle, trustedFile };
}

/** The requests of a Go program: CONNECT with the credentials of the proxy's URL, and TLS inside. */
async function tunnel(proxy: string, target: string, more: { readonly password?: string } = {}) {
  const { port, username, password } = new URL(proxy);
  const credentials = Buffer.from(`${username}:${more.password ?? password}`).toString("base64");
  const asked = request({
    host: "127.0.0.1",
    port,
    method: "CONNECT",
    path: target,
    headers: { "proxy-authorization": `Basic ${credentials}` },
  });
  cleanUps.push(() => asked.destroy());
  return new Promise<{ readonly status: number | undefined; readonly socket: Duplex }>((resolve, reject) => {
    asked
      .once("connect", ({ statusCode: status }, socket, head) => {
        if (head.length > 0) socket.unshift(head);
        resolve({ status, socket });
      })
      .once("error", reject);
    asked.end();
  });
}

async function secured(proxy: string, host: string, ca: string, servername = host): Promise<TLSSocket> {
  const { socket } = await tunnel(proxy, `${host}:443`);
  return new Promise((resolve, reject) => {
    const tls = connectTls({ socket, servername, ca, ALPNProtocols: ["h2", "http/1.1"] }, () => resolve(tls));
    tls.once("error", reject);
  });
}

async function send(socket: Duplex, host: string, path: string, headers: string, body = ""): Promise<string> {
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  return text(socket);
}

const signed = "Authorization: AWS4-HMAC-SHA256 Credential=A/20260101/eu-west-1/sqs/aws4_request\r\n";

describe("The proxy of programs with an old SDK", () => {
  test.each([
    "sqs.eu-west-1.amazonaws.com",
    "photos.s3.eu-west-1.amazonaws.com",
    "streams.dynamodb.cn-north-1.amazonaws.com.cn",
    "lambda.eu-west-1.api.aws",
  ])("ends TLS for %s, and sends signed requests to the services", async (host) => {
    const { url, bundle, opened } = await start();
    const answer = await send(await secured(url, host, bundle), host, "/a?b=1", signed, "body");
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain("x-seen: services");
    expect(answer).toContain(`POST ${host} /a?b=1 body`);
    expect(opened).toEqual([]);
  });

  test("keeps a connection for more requests, and answers what is continued", async () => {
    const { url, bundle } = await start();
    const host = "s3.eu-west-1.amazonaws.com";
    const socket = await secured(url, host, bundle);
    const received: string[] = [];
    socket.on("data", (data) => received.push(String(data)));
    const seen = (part: string) =>
      new Promise<void>((resolve) => {
        const look = () => received.join("").includes(part) && resolve();
        socket.on("data", look);
        look();
      });
    socket.write(
      `PUT /first HTTP/1.1\r\nHost: ${host}\r\n${signed}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
    );
    await seen("100 Continue");
    socket.write("ok");
    await seen(`PUT ${host} /first ok`);
    socket.write(`GET /second HTTP/1.1\r\nHost: ${host}\r\n${signed}\r\n`);
    await seen(`GET ${host} /second`);
  });

  test("sends unsigned requests to AWS itself, and says where that fails", async () => {
    const { url, bundle, opened, events } = await start();
    const host = "public.s3.amazonaws.com";
    const answer = await send(await secured(url, host, bundle), host, "/open.txt", "");
    expect(answer).toMatch(/^HTTP\/1\.1 502 /);
    expect(opened).toEqual([`${host}:443`]);
    expect(events).toEqual([{ event: "warning", text: expect.stringContaining(`cannot reach ${host}`) }]);
  });

  test("passes other connections through unread", async () => {
    const port = await portOf(
      createTcpServer((socket) => socket.on("data", (data) => socket.end(`seen ${data}`))),
    );
    const { url, opened } = await start(undefined, async () => connect(port, "127.0.0.1"));
    const targets = [
      "api.example.com:443",
      "sqs.eu-west-1.amazonaws.com:8443",
      "notamazonaws.com:443",
      "[::1]:443",
    ];
    for (const target of targets) {
      const { socket } = await tunnel(url, target);
      socket.write("\u0000not TLS");
      expect(await text(socket)).toBe("seen \u0000not TLS");
    }
    expect(opened).toEqual([
      "api.example.com:443",
      "sqs.eu-west-1.amazonaws.com:8443",
      "notamazonaws.com:443",
      "::1:443",
    ]);
  });

  test("refuses programs that do not know its password, and requests that are not tunnels", async () => {
    const { url, opened } = await start();
    expect((await tunnel(url, "sqs.eu-west-1.amazonaws.com:443", { password: "guess" })).status).toBe(407);
    expect((await fetch(`http://127.0.0.1:${new URL(url).port}/`)).status).toBe(405);
    expect(opened).toEqual([]);
  });

  test("uses the proxy of the shell for other hosts", async () => {
    const asked: unknown[] = [];
    const upstream = createServer().on("connect", ({ url, headers }, socket: Duplex) => {
      asked.push([url, headers["proxy-authorization"]]);
      socket.end("HTTP/1.1 200 OK\r\n\r\nthrough");
    });
    const open = connectorThrough(`http://me:a%40b@127.0.0.1:${await portOf(upstream)}`);
    const { url } = await start(undefined, open);
    expect(await text((await tunnel(url, "api.example.com:443")).socket)).toBe("through");
    expect(asked).toEqual([["api.example.com:443", `Basic ${Buffer.from("me:a@b").toString("base64")}`]]);
  });
});

describe("Its certificate", () => {
  test("stays with the project, readable for its owner only", async () => {
    const folder = folderOfProject();
    const first = await start(folder);
    const second = await start(folder);
    expect(second.bundle).toBe(first.bundle);
    for (const name of ["authority.json", "trusted.pem"]) {
      expect(statSync(join(folder, "aws-proxy", name)).mode & 0o777).toBe(0o600);
    }
  });

  test("is trusted in addition to the certificates of the machine", async () => {
    const { bundle } = await start();
    expect(bundle.match(/BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(50);
  });

  test("is refused by programs without the certificate", async () => {
    const { url } = await start();
    const { bundle } = await start(folderOfProject());
    await expect(secured(url, "sqs.eu-west-1.amazonaws.com", bundle)).rejects.toThrow();
  });

  test("vouches for hosts of AWS only", async () => {
    const folder = folderOfProject();
    const { bundle } = await start(folder);
    const authority = JSON.parse(readFileSync(join(folder, "aws-proxy/authority.json"), "utf8"));
    const { cert, key } = await createHostCertificate(
      "bank.example.com",
      authority,
      await createKey(),
      Date.now(),
    );
    const { createServer: createTlsServer } = await import("node:tls");
    const port = await portOf(createTlsServer({ cert, key }));
    const tls = connectTls({ port, host: "127.0.0.1", servername: "bank.example.com", ca: bundle });
    await expect(
      new Promise((resolve, reject) => tls.once("secureConnect", resolve).once("error", reject)),
    ).rejects.toThrow(/permitted subtree/);
    const { subjectAltName } = new X509Certificate(cert);
    expect(subjectAltName).toBe("DNS:bank.example.com");
  });
});

describe("The environment of functions", () => {
  const proxied = { url: "http://function:secret@127.0.0.1:1", trustedFile: "/project/trusted.pem" };
  const variablesOf = (runtime: string, shell = {}) =>
    functionVariables(settingsOf({ fn: { runtime } })[0] as never, "/code", {
      credentials: { accessKeyId: "a", secretAccessKey: "b" },
      shell: { HTTPS_PROXY: "http://company:8080", ...shell },
      proxy: proxied,
    });

  test("leads to the proxy with a provided runtime", () => {
    expect(variablesOf("provided.al2023", { NO_PROXY: "intern.example.com,.amazonaws.com,*" })).toMatchObject(
      {
        HTTPS_PROXY: proxied.url,
        https_proxy: proxied.url,
        SSL_CERT_FILE: proxied.trustedFile,
        AWS_CA_BUNDLE: proxied.trustedFile,
        NO_PROXY: "intern.example.com,127.0.0.1,localhost",
      },
    );
  });
  test.each(["nodejs22.x", "python3.13"])("is that of the shell with %s, which is redirected", (runtime) => {
    const variables = variablesOf(runtime);
    expect([variables.HTTPS_PROXY, variables.AWS_CA_BUNDLE]).toEqual(["http://company:8080", undefined]);
  });
  test("has a proxy only in an app with such a function", async () => {
    const proxies = new FunctionProxy({ folder: folderOfProject(), report: () => {}, shell: {} });
    cleanUps.push(() => proxies.close());
    expect(await proxies.settingsFor([{ runtime: "nodejs22.x" }], {})).toBeUndefined();
    const settings = await proxies.settingsFor([{ runtime: "nodejs22.x" }, { runtime: "provided.al2" }], {});
    expect(settings?.url).toMatch(/^http:\/\/function:[0-9a-f]{48}@127\.0\.0\.1:\d+$/);
    expect(await proxies.settingsFor([{ runtime: "provided.al2" }], {})).toEqual(settings);
  });
});
