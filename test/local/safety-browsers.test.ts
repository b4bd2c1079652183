/** @group processes */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { signedHeaders } from "../support/signed-headers";
import { call, dial, serve, spoken, type TestServer } from "./safety-support";

const project = {
  routes: {
    "GET /": "return 'ok';",
    "GET /runtime": "return process.env.AWS_LAMBDA_RUNTIME_API;",
    "GET /services": "return process.env.AWS_ENDPOINT_URL;",
  },
  resources: { aws_s3_bucket: { files: { bucket: "files" } }, aws_sqs_queue: { jobs: { name: "jobs" } } },
};

const next = "/2018-06-01/runtime/invocation/next";
interface Port {
  readonly url: string;
  /** A request that would have an effect if it were accepted. */
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

interface ControlFile {
  readonly port: number;
  readonly secret: string;
}

const controlOf = ({ folder }: TestServer): ControlFile =>
  JSON.parse(readFileSync(join(folder, ".serverform/local/server.json"), "utf8")) as ControlFile;

/** The ports that are not for browsers, each with a request that is complete except for its sender. */
async function privatePorts(
  server: TestServer,
): Promise<Readonly<Record<"runtime" | "control" | "services", Port>>> {
  const { port, secret } = controlOf(server);
  const services = (await call(server.url, "/services")).text;
  return {
    runtime: { url: `http://${(await call(server.url, "/runtime")).text}`, path: next },
    control: {
      url: `http://127.0.0.1:${port}`,
      path: "/invoke",
      method: "POST",
      headers: { "x-serverform-secret": secret },
      body: '{"function":"http_GET_","event":{}}',
    },
    services: {
      url: services,
      path: "/",
      method: "POST",
      headers: signedHeaders({
        url: services,
        service: "sqs",
        body: "{}",
        headers: { "content-type": "application/x-amz-json-1.0", "x-amz-target": "AmazonSQS.ListQueues" },
      }),
      body: "{}",
    },
  };
}

const names = ["runtime", "control", "services"] as const;

describe("pages of other origins", () => {
  test.each(names)(
    "they do not reach the port of %s, as themselves or under a name that resolves to it",
    async (name) => {
      const server = await serve(project);
      const { url, path, method, headers, body } = (await privatePorts(server))[name];
      const { port, host } = new URL(url);
      const asPage = [
        { host, origin: "https://evil.example.com" },
        { host, origin: "null" },
        { host, origin: `http://localhost:${port}` },
        { host: `evil.example.com:${port}` },
        { host: "evil.example.com" },
        { host: `127.0.0.1.evil.example.com:${port}` },
        { host: `0.0.0.0:${port}` },
      ];
      for (const given of asPage) {
        const answer = await call(url, path, { method, body, headers: { ...headers, ...given } });
        expect([given, answer.status]).toEqual([given, 403]);
      }
      const preflight = { origin: "https://evil.example.com", "access-control-request-method": "POST" };
      expect((await call(url, path, { method: "OPTIONS", headers: preflight })).status).toBe(403);
      expect((await call(server.url, "/")).text).toBe("ok");
    },
  );

  test("the intended clients of the ports are accepted", async () => {
    const { control, services } = await privatePorts(await serve(project));
    for (const { url, path, ...given } of [control, services]) {
      expect((await call(url, path, given)).status).toBe(200);
    }
  });

  test("only the process that it belongs to may use a Runtime API", async () => {
    const server = await serve(project);
    const { url, path } = (await privatePorts(server)).runtime;
    expect((await call(url, path)).status).toBe(403);
    expect((await call(url, path, { headers: { "x-serverform-secret": "0".repeat(48) } })).status).toBe(403);
    expect((await call(server.url, "/runtime")).status).toBe(200);
  });

  test("without the secret of the project nothing is invoked, and its file is for its owner alone", async () => {
    const { control } = await privatePorts(await serve(project));
    expect((await call(control.url, "/invoke", { method: "POST", body: control.body })).status).toBe(403);
  });
});

describe("files", () => {
  const secret = "nobody may read this";
  const paths = (folder: string) => [
    "/../secret.txt",
    "/../../../../../../../../etc/passwd",
    "/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
    "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/..\\..\\secret.txt",
    `/${folder}/secret.txt`,
    `/${encodeURIComponent(`${folder}/secret.txt`)}`,
    `file://${folder}/secret.txt`,
    "/secret.txt",
    "/cdktf.json",
    "/.serverform/local/server.json",
    "/code/http_GET_/index.js",
    "/files/../../secret.txt",
    "/files/..%2f..%2fsecret.txt",
    `/files/${encodeURIComponent(`${folder}/secret.txt`)}`,
    "/secret.txt%00.json",
  ];

  test("no port gives out a file, of the project or outside it", async () => {
    const server = await serve(project);
    writeFileSync(join(server.folder, "secret.txt"), secret);
    const { control, services, runtime } = await privatePorts(server);
    const targets: readonly { url: string; headers?: Record<string, string>; isSigned?: true }[] = [
      { url: server.url, headers: {} },
      { url: control.url, headers: control.headers },
      { url: services.url, isSigned: true },
      { url: services.url, headers: {} },
      { url: runtime.url, headers: {} },
    ];
    for (const { url, headers: given = {}, isSigned = false } of targets) {
      for (const path of paths(server.folder)) {
        const address = new URL(path, url).href;
        const headers = isSigned ? signedHeaders({ url: address, service: "s3", method: "GET" }) : given;
        const { status, text } = await call(url, path, { headers });
        expect([path, [400, 403, 404, 501].includes(status)]).toEqual([path, true]);
        for (const content of [secret, "root:", controlOf(server).secret, "exports.handler", "typescript"]) {
          expect(text).not.toContain(content);
        }
      }
    }
    expect((await call(server.url, "/")).text).toBe("ok");
  });
});

describe("addresses", () => {
  /** Another address of this machine: who listens on one of them alone does not hear it. */
  const elsewhere = (url: string): Promise<string> => {
    const client = dial(`http://127.0.0.2:${new URL(url).port}`);
    client.write("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    return spoken(client);
  };

  test("an API also answers under the name that it has in AWS", async () => {
    const name = "event.requestContext.apiId + '.execute-api.' + process.env.AWS_REGION + '.amazonaws.com'";
    const server = await serve({ ...project, routes: { ...project.routes, "GET /name": `return ${name};` } });
    const host = (await call(server.url, "/name")).text;
    const asked = async (headers: Record<string, string>) =>
      (await call(server.url, "/", { headers })).status;
    expect([await asked({ host }), await asked({ host: `x${host}` })]).toEqual([200, 403]);
  });

  test("all ports listen on 127.0.0.1 alone", async () => {
    const server = await serve(project);
    const ports = Object.values(await privatePorts(server)).map(({ url }) => url);
    for (const url of [server.url, ...ports]) expect([url, await elsewhere(url)]).toEqual([url, ""]);
  });

  test("an API listens elsewhere with the option, and nothing else does", async () => {
    const { local, ...server } = await serve(project, { host: "0.0.0.0" });
    const port = local.served[0]?.port ?? 0;
    const url = `http://127.0.0.1:${port}`;
    expect((await call(url, "/")).text).toBe("ok");
    const ports = Object.values(await privatePorts({ ...server, local, url })).map((each) => each.url);
    for (const each of ports) expect([each, await elsewhere(each)]).toEqual([each, ""]);
  });
});
