/** @group processes */

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient, GetItemCommand, PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { Api, type App, Stack } from "../../../../lib";
import { LeaseTable, type LiveAnswer, payloadsIn, relayAt, Seal } from "../../../../lib/runtime/live";
import { sessionKey } from "../../../../lib/runtime/live/lease-table";
import { systemTimers } from "../../../../lib/runtime/live/protocol/clock";
import { leaseFor } from "../../../../lib/runtime/live/protocol/leases";
import { newSecret } from "../../../../lib/runtime/live/protocol/seal";
import { WrapperSession } from "../../../../lib/runtime/live/wrapper/session";
import { type DeployedStage, deployLive, develop, relayOf, type TestDeveloper } from "./support";

const nodeOptions = "--enable-source-maps";

function define(app: App): void {
  const stack = new Stack(app, "Main");
  const debugged = { handler: "functions/api.facts", environment: { NODE_OPTIONS: nodeOptions } };
  new Api(stack, "Api", {
    routes: {
      "GET /facts": "functions/api.facts",
      "GET /other": "functions/api.facts",
      "GET /debugged": { function: debugged },
    },
    defaults: { function: { environment: { GREETING: "hello" } } },
  });
}

/** A public function with a hole through which its environment gets out. */
const source = `
  export const facts = async (event: unknown, context: any) => ({ statusCode: 200, body: JSON.stringify({
    event,
    variables: process.env,
    name: context.functionName,
    arn: context.invokedFunctionArn,
    client: context.clientContext,
  }) });
`;

const idOf = (route: string): string => `dev-notes-Main/Api/Lambda_GET_--${route}`;
const nameOf = (route: string): string => idOf(route).replaceAll("/", "-");
const arnOf = (route: string): string => `arn:aws:lambda:us-east-1:123456789012:function:${nameOf(route)}`;

/** A request as a wrapper sends it. Its content is what the attacker wants it to be. */
type Forged = Parameters<WrapperSession["ask"]>[1];

interface Attack {
  readonly stage: DeployedStage;
  readonly developer: TestDeveloper;
  /** The table of the stage, with the rights of the function. */
  readonly table: { readonly aws: DynamoDBClient; readonly name: string };
  /** Sends a request in the name of the function whose role the attacker has. */
  send(change?: (request: Forged) => object): Promise<LiveAnswer | undefined>;
}

interface Facts {
  readonly event: unknown;
  readonly variables: Readonly<Record<string, string>>;
  readonly name: string;
  readonly arn: string;
}

let ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

/** An attacker has got the credentials of one deployed function, and speaks the protocol with the real SDK. */
async function attack(route = "facts"): Promise<Attack> {
  const functionId = idOf(route);
  const stage = await deployLive({ "functions/api.ts": source }, define);
  const leaked = (await (await fetch(new URL(`/${route}`, stage.url))).json()) as Facts;
  const { AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "", AWS_SESSION_TOKEN = "" } = leaked.variables;
  const keys = {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    sessionToken: AWS_SESSION_TOKEN,
  };
  const developer = await develop(stage, define);
  const relay = relayOf(stage);
  const endpoint = stage.local.servicesUrl;
  const aws = new DynamoDBClient({ endpoint, region: "us-east-1", credentials: keys });
  const options = {
    region: "us-east-1",
    credentials: () => keys,
    endpoints: { AWS_ENDPOINT_URL: endpoint },
  };
  const latestLease = async () => {
    const leases = await new LeaseTable(relay.tableName, options).read();
    return leaseFor(leases, functionId, Date.now());
  };
  const [secret, wrapperId] = [newSecret(), randomUUID()];
  const session = new WrapperSession({
    functionId,
    wrapperId,
    seal: new Seal(secret),
    register: () => putSecret(aws, relay.tableName, sessionKey(functionId, wrapperId), secret),
    latestLease,
    open: relayAt(relay.endpoint, options),
    store: payloadsIn(relay.bucketName, options),
    timers: systemTimers,
  });
  ends.push(
    () => session.close(),
    () => aws.destroy(),
  );
  const honest: Forged = {
    event: "{}",
    context: {
      awsRequestId: randomUUID(),
      functionName: nameOf(route),
      functionVersion: "$LATEST",
      invokedFunctionArn: arnOf(route),
      memoryLimitInMB: "1024",
      logGroupName: `/aws/lambda/${nameOf(route)}`,
      logStreamName: "2026/01/01/[$LATEST]1",
    },
    environment: { GREETING: "hello", AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN },
    remainingMs: 10_000,
    sentAt: Date.now(),
  };
  return {
    stage,
    developer,
    table: { aws, name: relay.tableName },
    send: async (change = (request) => request) => {
      const lease = await latestLease();
      if (lease === undefined) throw new Error("no lease");
      return session.ask(randomUUID(), change(honest) as Forged, lease);
    },
  };
}

/** The right of a wrapper: it shares its secret with the client. */
async function putSecret(aws: DynamoDBClient, TableName: string, key: string, secret: Buffer): Promise<void> {
  const Item = {
    pk: { S: key },
    secret: { S: secret.toString("base64") },
    expires: { N: String(Math.ceil(Date.now() / 1000) + 3600) },
  };
  await aws.send(new PutItemCommand({ TableName, Item }));
}

/** The facts that the handler on the developer's machine has found. */
function factsIn(answer: LiveAnswer | undefined): Facts {
  if (answer?.status !== "ok") throw new Error(JSON.stringify(answer));
  const { body } = JSON.parse(answer.payload) as { body: string };
  return JSON.parse(body) as Facts;
}

const withVariables =
  (variables: Readonly<Record<string, string>>) =>
  (request: Forged): Forged => ({ ...request, environment: { ...request.environment, ...variables } });

const hostile: Readonly<Record<string, string>> = {
  PATH: "/tmp/attacker",
  HOME: "/tmp/attacker",
  LD_PRELOAD: "/tmp/attacker.so",
  DYLD_INSERT_LIBRARIES: "/tmp/attacker.dylib",
  NODE_PATH: "/tmp/attacker",
  NODE_TLS_REJECT_UNAUTHORIZED: "0",
  HTTPS_PROXY: "http://attacker.example",
  https_proxy: "http://attacker.example",
  SSL_CERT_FILE: "/tmp/attacker.pem",
  PYTHONPATH: "/tmp/attacker",
  BASH_ENV: "/tmp/attacker",
  AWS_PROFILE: "admin",
  AWS_CONFIG_FILE: "/tmp/attacker",
  AWS_ENDPOINT_URL: "http://attacker.example",
  AWS_LAMBDA_RUNTIME_API: "attacker.example",
  SERVERFORM_LOCAL_HOSTS: '{"api.example.com":"attacker.example"}',
  SERVERFORM_WORKER_SECRET: "known",
  LAMBDA_TASK_ROOT: "/tmp/attacker",
  _HANDLER: "attacker.handler",
  UNDECLARED: "yes",
};

describe("A program with the role of a deployed function", () => {
  test("runs the handler of that function on the developer's machine, with any event", async () => {
    const { send } = await attack();
    expect(factsIn(await send((request) => ({ ...request, event: '{"any":1}' }))).event).toEqual({ any: 1 });
  });

  test("runs no other code there: NODE_OPTIONS of the request is not set", async () => {
    const { send, stage } = await attack();
    const marker = join(stage.folder, "owned");
    const code = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(marker)}, "");`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(code)}`;
    const { variables } = factsIn(await send(withVariables({ NODE_OPTIONS })));
    expect([existsSync(marker), variables.NODE_OPTIONS]).toEqual([false, process.env.NODE_OPTIONS]);
  });

  test("chooses the values of variables that the app declares, and nothing else of the process", async () => {
    const { send } = await attack();
    const honest = factsIn(await send()).variables;
    const attacked = factsIn(await send(withVariables({ ...hostile, GREETING: "other" }))).variables;
    // They are new for each process or invocation.
    const changing = ["AWS_LAMBDA_RUNTIME_API", "AWS_LAMBDA_LOG_STREAM_NAME", "_X_AMZN_TRACE_ID"];
    const own = (variables: typeof honest) =>
      Object.fromEntries(Object.entries(variables).filter(([name]) => !changing.includes(name)));
    expect(own(attacked)).toEqual({ ...own(honest), GREETING: "other" });
    expect(attacked.AWS_LAMBDA_RUNTIME_API).toMatch(/^127\.0\.0\.1:/);
  });

  test("does not change NODE_OPTIONS that the app declares", async () => {
    const { send } = await attack("debugged");
    const { variables } = factsIn(
      await send(withVariables({ NODE_OPTIONS: "--import=data:text/javascript,0" })),
    );
    expect(variables.NODE_OPTIONS?.split(" ").at(-1)).toBe(nodeOptions);
  });

  test("reaches no other function: neither by its name nor by its ARN", async () => {
    const { send, stage, developer } = await attack();
    await fetch(new URL("/other", stage.url));
    const as = (functionName: string, invokedFunctionArn: string) => (request: Forged) => ({
      ...request,
      context: { ...request.context, functionName, invokedFunctionArn },
    });
    expect(await send(as(nameOf("other"), arnOf("other")))).toEqual({ status: "declined" });
    expect(await send(as(nameOf("facts"), arnOf("other")))).toEqual({ status: "declined" });
    const invoked = developer.events.flatMap((each) => (each.event === "invocation" ? each.function : []));
    expect(invoked).toEqual([nameOf("other")]);
  });

  test("gets no credentials of the developer: a request without those of the role is declined", async () => {
    const { send } = await attack();
    expect(await send((request) => ({ ...request, environment: { GREETING: "hello" } }))).toEqual({
      status: "declined",
    });
  });

  test("does not end the client with a malformed request", async () => {
    const { send, developer } = await attack();
    expect(await send(() => ({ context: null, settled: 1 }))).toEqual({ status: "declined" });
    expect(factsIn(await send()).name).toBe(nameOf("facts"));
    expect(developer.events).toContainEqual({
      event: "warning",
      text: `A request of ${idOf("facts")} is not accepted: its event is not a string. The deployed code answers.`,
    });
  });

  test("can neither read secrets nor take the lease, and writes secrets of its own function only", async () => {
    const { table } = await attack();
    const { aws, name: TableName } = table;
    const denied = { name: "AccessDeniedException" };
    const Key = { pk: { S: sessionKey(idOf("facts"), "any") } };
    await expect(aws.send(new GetItemCommand({ TableName, Key }))).rejects.toMatchObject(denied);
    await expect(aws.send(new ScanCommand({ TableName }))).rejects.toMatchObject(denied);
    const lease = { pk: { S: "leases" }, clients: { M: {} } };
    await expect(aws.send(new PutItemCommand({ TableName, Item: lease }))).rejects.toMatchObject(denied);
    const foreign = putSecret(aws, TableName, sessionKey(idOf("other"), "any"), newSecret());
    await expect(foreign).rejects.toMatchObject(denied);
  });
});
