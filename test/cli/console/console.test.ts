import { Api, Function as Fn, RestV1Api, Stack } from "../../../lib";
import { type LogSource, logSources } from "../../../lib/cli/console/log-sources";
import { followTraces, type OmittedTraces, serveStage } from "../../../lib/cli/console/run";
import { StageHistory } from "../../../lib/cli/console/stage-history";
import type { Segment } from "../../../lib/cli/console/x-ray/segment";
import { type Fact, History } from "../../../lib/local";
import { type AccessFacts, readFacts } from "../../../lib/model";
import { expectOutputOf } from "../../support/output-schema";
import { temporaryFolder, testApp } from "../../support/stack";
import { TestLogs } from "../logs/cloudwatch-logs";
import { TestXRay } from "./x-ray";

let facts: AccessFacts;

beforeAll(() => {
  const output = temporaryFolder();
  process.env.SERVERFORM_SKIP_BUNDLING = "1";
  const app = testApp({ outdir: output });
  const stack = new Stack(app, "Main");
  new Api(stack, "Api", { routes: { "POST /notes": "functions/notes.get" } });
  new RestV1Api(stack, "Rest", { routes: { "GET /old/{id}": "functions/notes.get" } });
  new Fn(stack, "Work", { handler: "functions/notes.get", permissions: ["s3:ListAllMyBuckets"] });
  app.synth();
  delete process.env.SERVERFORM_SKIP_BUNDLING;
  facts = readFacts(output);
});

type Line = Parameters<StageHistory["takeLines"]>[0][number];

const invocationId = "8f507cfc-1111-4697-b07a-ac58fc914c95";
const requestId = "JKJaXmPLvHcESHA=";
const create: LogSource = {
  kind: "function",
  function: "create",
  arn: "arn:create",
  logGroup: "/aws/lambda/create",
  region: "eu-west-1",
};
const api: LogSource = {
  ...create,
  kind: "api",
  apiId: "",
  apiAddress: "dev-notes-Main/aws_apigatewayv2_api.Api",
  function: "dev-notes-Api",
  logGroup: "/aws/vendedlogs/api",
};

const line = (target: LogSource, timestamp: number, message: string): Line => ({
  target,
  timestamp,
  message,
  eventId: `${timestamp}`,
});

const access = (more: object = {}) =>
  line(
    api,
    2000,
    JSON.stringify({
      requestId,
      httpMethod: "POST",
      path: "/notes",
      routeKey: "POST /notes",
      status: 500,
      responseLatency: 900,
      integrationRequestId: invocationId,
      ...more,
    }),
  );

/** The text format: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html */
const textLines = [
  line(create, 1150, `START RequestId: ${invocationId} Version: $LATEST`),
  line(create, 1200, `2026-11-26T10:00:00.000Z\t${invocationId}\tINFO\twriting\n`),
  line(
    create,
    1300,
    `2026-11-26T10:00:00.100Z\t${invocationId}\tERROR\tInvoke Error \t{"errorType":"Error","errorMessage":"full","stack":["Error: full","    at create (notes.ts:3:1)"]}`,
  ),
  line(create, 1400, `END RequestId: ${invocationId}`),
  line(
    create,
    1400,
    `REPORT RequestId: ${invocationId}\tDuration: 250.50 ms\tBilled Duration: 251 ms\tMemory Size: 128 MB\tMax Memory Used: 73 MB\tInit Duration: 166.62 ms\t`,
  ),
];

/** The JSON format: https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html */
const jsonLines = [
  line(
    create,
    1150,
    JSON.stringify({ time: "", type: "platform.start", record: { requestId: invocationId } }),
  ),
  line(create, 1200, JSON.stringify({ level: "INFO", requestId: invocationId, message: "writing" })),
  line(
    create,
    1400,
    JSON.stringify({
      type: "platform.report",
      record: { requestId: invocationId, metrics: { durationMs: 250.5 }, status: "timeout" },
    }),
  ),
];

function collect(take: (into: StageHistory) => void): {
  readonly all: readonly Fact[];
  readonly problems: readonly string[];
} {
  const history = new History();
  const collected = new StageHistory(history);
  take(collected);
  return { all: history.all, problems: collected.problems };
}

const only = <Kind extends Fact["kind"]>(all: readonly Fact[], kind: Kind) => {
  const found = all.filter((each) => each.kind === kind);
  expect(found).toHaveLength(1);
  return found[0] as Extract<Fact, { kind: Kind }>;
};

describe("the history of a stage from its logs", () => {
  test.each([
    ["before", [access(), ...textLines]],
    ["after", [...textLines, access()]],
  ])("joins a request to its invocation, if its line comes %s those of the function", (_, lines) => {
    const { all } = collect((into) => into.takeLines(lines));
    const request = only(all, "request");
    expect(request).toMatchObject({
      api: "dev-notes-Api",
      route: "POST /notes",
      status: 500,
      at: 1100,
      durationMs: 900,
    });
    expect(request.causes).toEqual([]);
    expect(only(all, "invocation")).toMatchObject({
      causes: [request.id],
      source: "POST /notes",
      function: "create",
      at: 1150,
      durationMs: 250.5,
      isCold: true,
      status: "error",
      isOpen: undefined,
      error: { type: "Error", message: "full", stack: ["at create (notes.ts:3:1)"] },
      logs: [{ at: 1200, stream: "stdout", line: "writing" }],
    });
  });

  test("reads the JSON format, and shows an invocation that still runs", () => {
    const running = collect((into) => into.takeLines(jsonLines.slice(0, 2)));
    expect(only(running.all, "invocation")).toMatchObject({ isOpen: true, at: 1150 });
    const ended = only(collect((into) => into.takeLines(jsonLines)).all, "invocation");
    expect(ended).toMatchObject({ isOpen: undefined, isCold: false, status: "error", durationMs: 250.5 });
    expect(ended.logs).toHaveLength(1);
  });

  test("keeps 500 lines of an invocation, and counts the others", () => {
    const many = Array.from({ length: 503 }, (_, index) =>
      line(create, index, `2026-11-26T10:00:00.000Z\t${invocationId}\tINFO\t${index}\n`),
    );
    const { logs, omittedLogs } = only(collect((into) => into.takeLines(many)).all, "invocation");
    expect([logs.length, omittedLogs]).toEqual([500, 3]);
  });

  test("says that lines of access logs in another format are left out", () => {
    const { all, problems } = collect((into) =>
      into.takeLines([line(api, 1, "127.0.0.1 GET /"), line(api, 2, "{}")]),
    );
    expect(all).toEqual([]);
    expect(problems).toEqual([expect.stringContaining("2 lines of access logs have no requestId")]);
  });
});

/** The segment of a stage: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-understanding-xray-traces.html */
const stageSegment: Segment = {
  id: "a1b2c3d4a1b2c3d4",
  name: "dev-notes-Rest/dev",
  origin: "AWS::ApiGateway::Stage",
  start_time: 1.1,
  end_time: 2,
  http: { request: { url: "https://x.test/dev/old/1?a=b", method: "GET" }, response: { status: 200 } },
  aws: { api_gateway: { account_id: "1", rest_api_id: "a", stage: "dev", request_id: requestId } },
  subsegments: [{ id: "b1b2c3d4a1b2c3d4", name: "Lambda", namespace: "aws", start_time: 1.2, end_time: 1.9 }],
};

/** Members: https://docs.aws.amazon.com/xray/latest/devguide/xray-api-segmentdocuments.html */
const lambdaSegments: readonly Segment[] = [
  {
    id: "c1b2c3d4a1b2c3d4",
    parent_id: "b1b2c3d4a1b2c3d4",
    name: "get",
    origin: "AWS::Lambda",
    start_time: 1.2,
    end_time: 1.9,
    aws: { request_id: invocationId },
  },
  {
    id: "d1b2c3d4a1b2c3d4",
    parent_id: "c1b2c3d4a1b2c3d4",
    name: "get",
    origin: "AWS::Lambda::Function",
    start_time: 1.3,
    end_time: 1.9,
    fault: true,
    aws: { function_arn: "arn:get" },
    cause: {
      exceptions: [
        { type: "TypeError", message: "no id", stack: [{ label: "get", path: "notes.ts", line: 7 }] },
      ],
    },
    subsegments: [
      { id: "e1b2c3d4a1b2c3d4", name: "Initialization", start_time: 1.25, end_time: 1.3 },
      {
        id: "f1b2c3d4a1b2c3d4",
        name: "Invocation",
        start_time: 1.3,
        end_time: 1.9,
        subsegments: [
          {
            id: "01b2c3d4a1b2c3d4",
            name: "DynamoDB",
            namespace: "aws",
            start_time: 1.4,
            end_time: 1.5,
            aws: { operation: "GetItem", table_name: "notes" },
            http: { response: { status: 400 } },
          },
          {
            id: "11b2c3d4a1b2c3d4",
            name: "example.com",
            namespace: "remote",
            start_time: 1.6,
            end_time: 1.7,
            http: { request: { method: "GET", url: "https://example.com/a?b=c" } },
          },
        ],
      },
    ],
  },
  {
    id: "21b2c3d4a1b2c3d4",
    parent_id: "01b2c3d4a1b2c3d4",
    name: "notes",
    inferred: true,
    origin: "AWS::DynamoDB::Table",
    start_time: 1.4,
  },
];

describe("the history of a stage from its traces", () => {
  test("has a request, its invocation and the calls of that, each once", () => {
    const { all } = collect((into) => into.takeTrace([...lambdaSegments, stageSegment]));
    const request = only(all, "request");
    expect(request).toMatchObject({
      api: "dev-notes-Rest",
      method: "GET",
      path: "/dev/old/1",
      status: 200,
      at: 1100,
    });
    const invocation = only(all, "invocation");
    expect(invocation).toMatchObject({
      causes: [request.id],
      function: "get",
      functionArn: "arn:get",
      status: "error",
      isCold: true,
      error: { type: "TypeError", message: "no id", stack: ["at get (notes.ts:7)"] },
    });
    expect(all.filter(({ kind }) => kind === "call")).toMatchObject([
      {
        causes: [invocation.id],
        service: "dynamodb",
        operation: "GetItem",
        caller: "get",
        status: 400,
        input: { text: '{"table_name":"notes"}' },
      },
      { causes: [invocation.id], service: "example.com", operation: "GET /a" },
    ]);
    expect(all).toHaveLength(4);
  });

  test.each([
    ["logs", "traces"],
    ["traces", "logs"],
  ])("is joined with that of the logs by the ids of requests: %s, then %s", (first) => {
    const { all } = collect((into) => {
      const logs = () => into.takeLines([access({ path: "/old/1" }), ...textLines]);
      if (first === "logs") logs();
      into.takeTrace([stageSegment, ...lambdaSegments]);
      if (first !== "logs") logs();
    });
    const request = only(all, "request");
    expect(request).toMatchObject({ route: "POST /notes", status: 500 });
    const { causes, logs, error } = only(all, "invocation");
    expect([causes, logs.length, error?.message]).toEqual([[request.id], 1, "full"]);
    expect(all.filter(({ kind }) => kind === "call")).toHaveLength(2);
  });

  test("gives a batch the causes of its messages, which are in other traces", () => {
    const sender: Segment = {
      id: "31b2c3d4a1b2c3d4",
      name: "send",
      origin: "AWS::Lambda",
      start_time: 1,
      aws: { request_id: "11111111-1111-1111-1111-111111111111" },
    };
    const batch: Segment = {
      ...sender,
      id: "41b2c3d4a1b2c3d4",
      name: "work",
      aws: { request_id: invocationId },
      links: [{ id: sender.id }],
    };
    const { all } = collect((into) => {
      into.takeTrace([sender]);
      into.takeTrace([batch]);
    });
    expect(all).toMatchObject([
      { function: "send", causes: [], isOpen: true },
      { function: "work", causes: [all[0]?.id] },
    ]);
  });
});

test("reads the traces of the app only, and counts each that it leaves out once", async () => {
  const asked: (readonly string[])[] = [];
  const ending = new AbortController();
  const omitted: OmittedTraces[] = [];
  const own = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `own-${from + index}`,
      services: ["client", "dev-notes-Api/dev"],
    }));
  const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);
  // The second look reads one of the 3 that were left out, and leaves out another; the third reads the rest.
  const looks = [own(0, 103), own(1, 103), own(101, 3)];
  await followTraces({
    since: 0,
    signal: ending.signal,
    isOfApp: (service) => service.startsWith("dev-notes-"),
    timers: {
      now: () => 1000,
      after: (_, run) => {
        setImmediate(run);
        return () => {};
      },
    },
    reader: {
      summaries: async () => ({
        all: [{ id: "other", services: ["dev-shop-Api"] }, ...(looks[asked.length] ?? [])],
        isCut: asked.length === 2,
      }),
      traces: async (ids) => {
        asked.push(ids);
        if (asked.length === looks.length) ending.abort();
        return [];
      },
    },
    take: () => {},
    omitted: (left) => void omitted.push(left),
  });
  expect(asked).toEqual([idsOf(own(0, 100)), idsOf(own(1, 100)), idsOf(own(101, 3))]);
  expect(omitted).toEqual([
    { count: 3, isAtLeast: false },
    { count: 0, isAtLeast: true },
  ]);
});

describe("serverform console", () => {
  let logs: TestLogs;
  let xRay: TestXRay;
  beforeEach(async () => {
    [logs, xRay] = await Promise.all([TestLogs.start(), TestXRay.start()]);
  });
  afterEach(() => {
    logs.stop();
    xRay.stop();
  });

  /** Serves the console until the work is done. `ask` asks it as its page does. */
  async function withConsole(
    work: (
      ask: (name: string) => Promise<Record<string, unknown>>,
      printed: readonly string[],
    ) => Promise<void>,
  ): Promise<void> {
    const interrupt = new AbortController();
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const terminal = {
      interactive: false,
      print,
      data: print,
      warn: print,
      colors: { cyan: (text: string) => text },
    };
    const serving = serveStage({
      folder: temporaryFolder(),
      facts,
      since: 0,
      port: 0,
      json: true,
      context: { terminal, interrupt: { first: interrupt.signal }, stage: "dev" } as never,
      aws: {
        region: "eu-west-1",
        credentials: async () => ({ accessKeyId: "KEY", secretAccessKey: "x" }),
        endpoints: { AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: logs.url, AWS_ENDPOINT_URL_XRAY: xRay.url },
      },
    });
    const done = (async () => {
      while (!printed.some((text) => text.startsWith("Console  "))) await new Promise(setImmediate);
      const url = new URL(printed.find((text) => text.startsWith("Console  "))?.slice(9) ?? "");
      const post = (path: string, body: object, headers: object = {}) =>
        fetch(`${url.origin}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify(body),
        });
      const { headers } = await post("/session", { secret: url.hash.slice(1) });
      const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
      await work(async (name) => (await (await post(`/${name}`, {}, { cookie })).json()) as never, printed);
    })();
    try {
      await Promise.race([done, serving]);
    } finally {
      interrupt.abort();
      await serving;
    }
  }

  const until = async <Value>(read: () => Promise<Value | undefined>): Promise<Value> => {
    for (;;) {
      const value = await read();
      if (value !== undefined) return value;
    }
  };

  test("shows what the logs and the traces of a stage have, and says what it cannot know", async () => {
    const [api, rest, work] = ["dev-notes-Api", "dev-notes-Rest", "dev-notes-Main-Work"].map((name) =>
      logSources(facts.model).find((each) => each.function === name),
    );
    logs.write(work?.logGroup ?? "", 5, `START RequestId: ${invocationId} Version: $LATEST`);
    // AWS gives the API another id than the one that this machine has in the name.
    const { apiId } = api as LogSource & { kind: "api" };
    expect(api?.logGroup).toContain(apiId);
    const group = api?.logGroup.replace(apiId, "a1b2c3") ?? "";
    logs.write(group.replace("a1b2c3", "no-id"), 6, access().message);
    logs.write(group, 6, access({ requestId: "other", integrationRequestId: "-" }).message);
    xRay.add("1-1-1", [stageSegment]);
    xRay.add("1-1-2", [{ ...stageSegment, name: "dev-shop-Rest/dev" }]);
    expect(rest?.logGroup).toContain("Rest");
    await withConsole(async (ask, printed) => {
      const found = await until(async () => {
        const { facts: all } = (await ask("facts")) as { facts: Fact[] };
        return all.length === 3 ? all : undefined;
      });
      expect(found.map(({ kind }) => kind).sort()).toEqual(["invocation", "request", "request"]);
      const app = await ask("app");
      expect(app).toMatchObject({
        stage: {
          name: "dev",
          region: "eu-west-1",
          problems: [],
          limits: expect.arrayContaining([expect.stringContaining("Traces are samples")]),
        },
        apis: expect.arrayContaining([
          expect.objectContaining({
            routes: [expect.objectContaining({ method: "POST", path: "/notes", callers: "anyone" })],
          }),
        ]),
      });
      expect(JSON.stringify(await ask("permissions"))).toContain("s3:ListAllMyBuckets");
      expect(await ask("data")).toMatchObject({ tables: [], queues: [], listed: [] });
      expect(await ask("invoke")).toMatchObject({ problem: expect.stringContaining("changes nothing") });
      expect(await ask("map")).toMatchObject({
        map: { nodes: expect.arrayContaining([expect.objectContaining({ kind: "function" })]) },
      });
      expectOutputOf("console", printed[0]);
      expect(JSON.parse(printed[0] ?? "").console).toBe(
        printed.find((text) => text.startsWith("Console  "))?.slice(9),
      );
      expect(printed[1]).toContain("logs:FilterLogEvents, xray:GetTraceSummaries, xray:BatchGetTraces");
      await ask("clear");
      expect(await ask("facts")).toMatchObject({ facts: [] });
    });
    expect(xRay.asked.flatMap(({ TraceIds = [] }) => TraceIds)).toEqual(["1-1-1"]);
  });

  test("continues without traces, if only they are denied", async () => {
    xRay.isDenied = true;
    for (const { logGroup } of logSources(facts.model)) logs.write(logGroup, 5, "a line");
    await withConsole(async (ask) => {
      const stage = await until(async () => {
        const { stage: shown } = (await ask("app")) as { stage: { problems: string[] } };
        return shown.problems.length > 1 ? shown : undefined;
      });
      expect(stage.problems[0]).toMatch(/There are no traces.*xray:BatchGetTraces.*not for you/);
    });
  });

  test("counts the traces that it leaves out", async () => {
    for (const { logGroup } of logSources(facts.model)) logs.write(logGroup, 5, "a line");
    xRay.pageSize = 50;
    for (let index = 0; index < 103; index++) xRay.add(`1-2-${index}`, [stageSegment]);
    await withConsole(async (ask, printed) => {
      const text = "3 traces are left out: the page reads at most 100 of them every 15 seconds.";
      await until(async () => {
        const { stage: shown } = (await ask("app")) as { stage: { problems: string[] } };
        return shown.problems.find((each) => each === text);
      });
      expect(printed).toContain(text);
    });
  });

  test.each([
    ["AccessDeniedException", "logs-refused"],
    ["ResourceNotFoundException", "stage-not-deployed"],
  ])("ends if the logs answer %s", async (failure, code) => {
    logs.failures.push(...Array.from({ length: 9 }, () => failure));
    const served = withConsole(() => new Promise(() => {}));
    await expect(served).rejects.toMatchObject({ code });
  });
});
