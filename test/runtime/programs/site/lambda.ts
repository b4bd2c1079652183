import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { bundleArtifacts } from "../../../../lib/bundle";
import type { ResponseHead, UrlEvent } from "../../../../lib/runtime/programs/site/url-event";

/** A response of a function URL, while it arrives. */
export interface UrlResponse extends ResponseHead {
  readonly body: AsyncIterator<Buffer, undefined>;
  /** The rest of the body. */
  rest(): Promise<Buffer>;
  /** The error in the middle of the response, as Lambda reports it. */
  error(): string | undefined;
  /** Ends the connection, as a client that goes away. */
  hangUp(): void;
}

/** A process of a function, with the Runtime API that serves it. */
export interface LambdaProcess {
  invoke(event: UrlEvent): Promise<UrlResponse>;
  /** The output of the process, once it contains the text. */
  logged(text: string): Promise<string>;
  /** The error of its start; undefined once it has started. */
  readonly started: Promise<{ readonly errorType: string; readonly errorMessage: string } | undefined>;
  readonly memory: () => NodeJS.MemoryUsage | undefined;
  stop(): Promise<void>;
}

const api = "/2018-06-01/runtime";
const bootstrap = resolve(__dirname, "../../../fixtures/lambda/bootstrap.mjs");

/** Starts a function from the folder of its package, as Lambda does. */
export async function startLambda(
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<LambdaProcess> {
  const events: UrlEvent[] = [];
  const results: ((response: IncomingMessage, reply: ServerResponse) => void)[] = [];
  let waiting: ServerResponse | undefined;
  let memory: NodeJS.MemoryUsage | undefined;
  let start: (error: Awaited<LambdaProcess["started"]>) => void = () => {};
  const started = new Promise<Awaited<LambdaProcess["started"]>>((done) => {
    start = done;
  });
  const deliver = (): void => {
    if (waiting === undefined || events.length === 0) return;
    waiting.setHeader("lambda-runtime-aws-request-id", "one").end(JSON.stringify(events.shift()));
    waiting = undefined;
  };
  const server = createServer(async (request, reply) => {
    if (request.url === `${api}/invocation/next`) {
      waiting = reply;
      return deliver();
    }
    if (request.url === `${api}/invocation/one/response`) return results.shift()?.(request, reply);
    const text = (await bytesOf(request)).toString("utf8");
    reply.writeHead(202).end();
    if (request.url === "/test/started") {
      memory = JSON.parse(text) as NodeJS.MemoryUsage;
      start(undefined);
    } else start(JSON.parse(text) as { errorType: string; errorMessage: string });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  let log = "";
  const wakeReaders: (() => void)[] = [];
  const child = spawn(process.execPath, [bootstrap], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
      LAMBDA_TASK_ROOT: folder,
      ...variables,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      log += text;
      for (const wake of wakeReaders.splice(0)) wake();
    });
  }
  return {
    started,
    logged: async (text) => {
      while (!log.includes(text)) await new Promise<void>((done) => wakeReaders.push(done));
      return log;
    },
    memory: () => memory,
    invoke: (event) =>
      new Promise((done, failed) => {
        results.push((request, reply) => void responseOf(request, reply).then(done, failed));
        events.push(event);
        deliver();
      }),
    stop: async () => {
      await ended(child);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await exit;
}

async function bytesOf(message: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads the head, which eight zero bytes end, and leaves the body to the test. */
async function responseOf(request: IncomingMessage, reply: ServerResponse): Promise<UrlResponse> {
  const chunks = request[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  let received = Buffer.alloc(0);
  let end = -1;
  while (end < 0) {
    const { value } = await chunks.next();
    if (value === undefined) {
      reply.writeHead(202).end();
      throw new Error(`a response without a head: ${received.toString("utf8")}`);
    }
    received = Buffer.concat([received, value]);
    end = received.indexOf(Buffer.alloc(8));
  }
  if (request.headers["content-type"] !== "application/vnd.awslambda.http-integration-response")
    throw new Error(`content type ${request.headers["content-type"]}`);
  const head = JSON.parse(received.toString("utf8", 0, end)) as ResponseHead;
  const body = bodyOf(received.subarray(end + 8), chunks, reply);
  const errorName = "lambda-runtime-function-error-body";
  return {
    ...head,
    body,
    rest: async () => bytesOf({ [Symbol.asyncIterator]: () => body } as AsyncIterable<Buffer>),
    error: () => {
      const text = request.trailers[errorName];
      return text === undefined ? undefined : Buffer.from(text, "base64").toString("utf8");
    },
    hangUp: () => request.destroy(),
  };
}

async function* bodyOf(
  first: Buffer,
  chunks: AsyncIterator<Buffer, undefined>,
  reply: ServerResponse,
): AsyncGenerator<Buffer, undefined> {
  if (first.length > 0) yield first;
  for (;;) {
    const { value, done } = await chunks.next();
    if (done === true || value === undefined) break;
    if (value.length > 0) yield value;
  }
  reply.writeHead(202).end();
  return undefined;
}

/** A request as a function URL sends it. */
export function urlEvent(method: string, path: string, given: Partial<UrlEvent> = {}): UrlEvent {
  const [rawPath = "/", rawQueryString = ""] = path.split("?");
  return {
    rawPath,
    rawQueryString,
    isBase64Encoded: false,
    requestContext: { http: { method } },
    ...given,
    headers: {
      host: "abc.lambda-url.eu-west-1.on.aws",
      "x-forwarded-host": "www.example.com",
      "x-forwarded-proto": "https",
      ...given.headers,
    },
  };
}

/** The folder of a server in the fixtures. */
export const serverFolder = (name: string): string => join(__dirname, "../../../fixtures/site-servers", name);

/** Packages the bridge into a folder, as a synthesis does. */
export function bundleBridge(outDir: string): void {
  const failures = bundleArtifacts([
    {
      kind: "node",
      isOfPackage: true,
      outDir,
      appPath: outDir,
      srcPath: ".",
      functions: [{ owner: "test", handler: "site/bridge.handler" }],
      runtime: "nodejs24.x",
      architecture: "x86_64",
      copyFiles: [],
      entry: "site/bridge",
      format: "esm",
      minify: true,
      sourcemap: false,
      splitting: false,
      keepNames: false,
      externalModules: [],
      nodeModules: [],
    },
  ]);
  if (failures.length > 0) throw new Error(JSON.stringify(failures));
}
