import { createServer } from "node:http";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import type { Values } from "../../../../lib/model";
import { type ServedRestApi, serveRestApi, type TestMethod } from "../../gateways/rest/support";
import { type Answered, call, closeAll, listen } from "../../gateways/support/serve";
import { expected } from "../placeholders";
import { startQueues } from "../sqs/queues";
import { type RecordedFact, readSuite, type Suite, testFacts } from "../suite";

interface RestSuite extends Suite<RestFact> {
  /** The APIs of the facts, by name. */
  readonly apis: Readonly<Record<string, RecordedApi>>;
}

interface RecordedApi {
  /** Methods, whose integrations have the values of Terraform; `<server>` in `uri` is the server of the fact. */
  readonly methods: Readonly<Record<string, Omit<TestMethod, "handler">>>;
  readonly api?: Values;
  readonly stages: Readonly<Record<string, Values>>;
  readonly resources?: Readonly<Record<string, Values>>;
}

interface RestFact extends RecordedFact {
  /** Name of its API in the suite. */
  readonly api: string;
  /** The result of the function; `<event>` for its event, `<proxy>` for a response with its event as the body. */
  readonly returns?: unknown;
  readonly throws?: { readonly name: string; readonly message: string };
  /** The integration is a server, which answers with the status at the end of the path, or 200. */
  readonly server?: true;
  /** The integration is the queue `main`, which then has these messages. */
  readonly queue?: true;
  readonly messages?: readonly object[];
  readonly request: {
    readonly method?: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** The event of the function: all of it, or some members. */
  readonly event?: unknown;
  readonly partialEvent?: object;
  /** The request that the server receives. */
  readonly received?: Partial<Received>;
  readonly answer?: RestAnswer;
}

interface RestAnswer {
  readonly status: number;
  /** A text, or JSON. */
  readonly body?: unknown;
  readonly base64?: string;
  /** Parts of the body. */
  readonly contains?: readonly string[];
  readonly partial?: object;
  /** All headers but those that depend on the connection. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly partialHeaders?: Readonly<Record<string, string>>;
  readonly absentHeaders?: readonly string[];
}

interface Received {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** A text, or JSON. */
  readonly body: unknown;
}

/** Headers of every HTTP answer, whose values the record hides or does not have. */
const ofConnection: ReadonlySet<string> = new Set(["connection", "keep-alive", "date", "content-length"]);

const routers: EndpointRouter[] = [];

afterEach(async () => {
  await closeAll();
  for (const router of routers.splice(0)) await router.close();
});

const suite = readSuite<RestFact>("apigateway/rest-apis") as RestSuite;

testFacts(suite, async (fact) => {
  const received: Received[] = [];
  const server = fact.server === undefined ? "" : await listen(echoServer(received));
  const queues = fact.queue === undefined ? undefined : await startQueue();
  const api = await serve(fact, server, queues);
  const { method, path, headers, body } = fact.request;
  const answered = await call(api.url, path, { method, headers, body });
  const [invoked] = api.context.functions.invoked.map(({ payload }): unknown => JSON.parse(payload));
  if (fact.event !== undefined) expect(invoked).toEqual(expected(fact.event));
  if (fact.partialEvent !== undefined) expect(invoked).toMatchObject(expected(fact.partialEvent) as object);
  if (fact.received !== undefined) expectReceived(received[0], fact.received);
  if (fact.answer !== undefined) expectAnswer(answered, fact.answer);
  if (fact.messages !== undefined) expect(await messagesOf(queues)).toMatchObject(fact.messages);
});

/** The address of SQS with the queue `main`. */
async function startQueue(): Promise<string> {
  const router = await EndpointRouter.start(() => {});
  routers.push(router);
  await startQueues(router, { main: {} });
  return router.url;
}

async function messagesOf(queues = ""): Promise<unknown> {
  const response = await fetch(`${queues}/123456789012/main`, {
    method: "POST",
    headers: {
      authorization: "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/sqs/aws4_request",
      "x-amz-target": "AmazonSQS.ReceiveMessage",
    },
    body: JSON.stringify({
      QueueUrl: "https://sqs.us-east-1.amazonaws.com/123456789012/main",
      MessageAttributeNames: ["All"],
    }),
  });
  return ((await response.json()) as { readonly Messages?: unknown }).Messages;
}

function serve(
  { api: name, returns, throws }: RestFact,
  server: string,
  queues: string | undefined,
): Promise<ServedRestApi> {
  const handler = (event: never): unknown => {
    if (throws !== undefined) throw Object.assign(new Error(throws.message), { name: throws.name });
    if (returns === "<event>") return event;
    return returns === "<proxy>" ? { statusCode: 200, body: JSON.stringify(event) } : returns;
  };
  const { methods: recorded = {}, ...api } = suite.apis[name] ?? { stages: {} };
  const methods = Object.entries(recorded).map(([key, { integration, ...method }]) => {
    const uri = integration?.uri;
    const served = typeof uri === "string" && { uri: uri.replace("<server>", server) };
    return [key, { handler, ...method, integration: { ...integration, ...served } }] as const;
  });
  const context = queues !== undefined && { context: { endpoints: new Map([["sqs", queues]]) } };
  return serveRestApi({ ...api, methods: Object.fromEntries(methods), ...context });
}

function expectReceived(received: Received | undefined, wanted: Partial<Received>): void {
  const isJson = typeof wanted.body === "object";
  const seen = isJson ? { ...received, body: JSON.parse(String(received?.body)) } : received;
  expect(seen).toMatchObject(expected(wanted) as object);
}

function expectAnswer(answered: Answered, answer: RestAnswer): void {
  const {
    status,
    body,
    base64,
    contains = [],
    partial,
    headers,
    partialHeaders,
    absentHeaders = [],
  } = answer;
  expect({ status: answered.status, text: answered.text }).toMatchObject({ status });
  if (typeof body === "string") expect(answered.text).toBe(body);
  else if (body !== undefined) expect(JSON.parse(answered.text)).toEqual(expected(body));
  for (const part of contains) expect(answered.text).toContain(part);
  if (partial !== undefined) expect(JSON.parse(answered.text)).toMatchObject(partial);
  if (base64 !== undefined) expect(answered.text).toBe(Buffer.from(base64, "base64").toString());
  const given = Object.entries(answered.headers).filter(([name]) => !ofConnection.has(name));
  if (headers !== undefined) expect(Object.fromEntries(given)).toEqual(expected(lowerCase(headers)));
  if (partialHeaders !== undefined) {
    expect(answered.headers).toMatchObject(expected(lowerCase(partialHeaders)) as object);
  }
  for (const name of absentHeaders) expect(answered.headers).not.toHaveProperty(name);
}

function lowerCase(headers: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A server that remembers what it gets. */
function echoServer(received: Received[]) {
  return createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://server");
    received.push({
      method: incoming.method ?? "",
      headers: namedHeaders(incoming.rawHeaders),
      query: Object.fromEntries(
        [...searchParams.keys()].map((name) => [name, searchParams.getAll(name).join()]),
      ),
      body: Buffer.concat(chunks).toString(),
    });
    const status = Number(/\d{3}$/.exec(pathname)?.[0] ?? 200);
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
}

/** By lowercase name: the servers of the record did not keep case. */
function namedHeaders(raw: readonly string[]): Record<string, string> {
  const pairs = raw.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ""] as const] : [],
  );
  return Object.fromEntries(pairs);
}
