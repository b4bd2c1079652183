import { PassThrough } from "node:stream";
import picocolors from "picocolors";
import { Terminal } from "../../../lib/cli";
import { LocalPrinter } from "../../../lib/cli/local/printer";
import type { LocalEvent, ServedGateway } from "../../../lib/local";
import { expectOutputOf } from "../../support/output-schema";

interface Options {
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly environment?: NodeJS.ProcessEnv;
}

function printer({ environment = {}, ...options }: Options = {}) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const streams = { input: new PassThrough(), output, errors } as never;
  const printing = new LocalPrinter(new Terminal(options, streams, environment), options.json ?? false);
  const read = (stream: PassThrough): string => stream.read()?.toString() ?? "";
  const texts = () => {
    printing.flush();
    return { output: read(output), errors: read(errors) };
  };
  return { printing, texts };
}

const request: LocalEvent = {
  event: "request",
  api: "dev-notes-Api",
  method: "GET",
  path: "/notes",
  status: 200,
  durationMs: 12.4,
  function: "notes-list",
  requestId: "r1",
};

const served = [
  {
    port: 4000,
    urls: ["http://127.0.0.1:4000/"],
    gateway: {
      name: "dev-notes-Api",
      kind: "HTTP",
      routes: [
        { method: "GET", path: "/notes", authorizer: "none", target: "list" },
        { method: "DELETE", path: "/notes/{id}", authorizer: "members", target: "remove" },
      ],
    },
  },
] as unknown as readonly ServedGateway[];

const services = {
  servicesUrl: "http://127.0.0.1:4999",
  serviceAddresses: { s3: "http://127.0.0.1:4999", sqs: "http://127.0.0.1:9324" },
  userPools: [
    {
      name: "users",
      id: "eu-west-1_A",
      clients: [{ id: "c1", name: "web" }],
      pages: "http://localhost:4100",
    },
  ],
};
const mail: LocalEvent = {
  event: "message",
  type: "message",
  at: "2026-01-01T00:00:00.000Z",
  pool: "users",
  username: "ada",
  medium: "EMAIL",
  to: "ada@example.com",
  subject: "Your code",
  text: "Your code is 123456",
  code: "123456",
};

describe("LocalPrinter, for user pools", () => {
  test("names the pools, their clients, their pages and the services at the start", () => {
    const { printing, texts } = printer();
    printing.ready(served, services);
    const { output } = texts();
    expect(output).toContain("users  eu-west-1_A  http://localhost:4100\n  client  web  c1\n");
    expect(output).toContain(
      "Services of AWS, for SDKs  http://127.0.0.1:4999\n  sqs  http://127.0.0.1:9324\n",
    );
  });

  test("names the address for WebSocket clients after those for HTTP", () => {
    const [api] = served;
    if (api === undefined) throw new Error("no API");
    const socketUrl = "ws://127.0.0.1:4000/graphql/realtime";
    const { printing, texts } = printer();
    printing.ready([{ ...api, socketUrl }]);
    expect(texts().output).toContain(`  http://127.0.0.1:4000/  ${socketUrl}\n`);
    const asJson = printer({ json: true });
    asJson.printing.ready([{ ...api, socketUrl }]);
    expect(JSON.parse(asJson.texts().output)).toMatchObject({ apis: [{ socketUrl }] });
  });

  test("gives the same facts as JSON", () => {
    const { printing, texts } = printer({ json: true });
    printing.ready(served, services);
    const { servicesUrl, userPools, serviceAddresses } = services;
    expect(JSON.parse(texts().output)).toMatchObject({
      event: "ready",
      services: servicesUrl,
      serviceAddresses,
      userPools,
    });
  });

  test("prints a mail as one line", () => {
    const { printing, texts } = printer();
    printing.report(mail);
    expect(texts().output).toBe("Mail to ada@example.com  Your code: Your code is 123456\n");
    const asJson = printer({ json: true });
    asJson.printing.report(mail);
    expect(JSON.parse(asJson.texts().output)).toMatchObject({
      type: "message",
      to: "ada@example.com",
      code: "123456",
    });
  });
});

const batch: LocalEvent = {
  event: "delivery",
  kind: "batch",
  source: "queue mails",
  target: "arn:aws:lambda:us-east-1:1:function:mailer",
  text: "queue mails sends 2 messages to mailer",
};

describe("LocalPrinter", () => {
  test.each<[string, LocalEvent, string]>([
    ["a batch", batch, "queue mails sends 2 messages to mailer\n"],
    ["a request", request, "GET /notes 200 12 ms  notes-list\n"],
    [
      "one that the gateway answers alone",
      { ...request, status: 404, function: undefined },
      "GET /notes 404 12 ms\n",
    ],
    [
      "one that was refused, with its reason",
      { ...request, status: 401, function: undefined, reason: "The request is not signed." },
      "GET /notes 401 12 ms  The request is not signed.\n",
    ],
    [
      "one that failed in a function, with its reason",
      { ...request, status: 500, reason: "The function failed." },
      "GET /notes 500 12 ms  notes-list  The function failed.\n",
    ],
    [
      "one that reached no API",
      { event: "refusal", at: "dev-notes-Api", status: 403, reason: "the Host header is foreign" },
      "dev-notes-Api 403  the Host header is foreign\n",
    ],
    [
      "what a function writes",
      { event: "log", function: "list", requestId: "12345678-9", stream: "stdout", line: "hello" },
      "[list 12345678] hello\n",
    ],
    [
      "its output while it starts",
      { event: "log", function: "list", requestId: undefined, stream: "stderr", line: "hello" },
      "[list] hello\n",
    ],
    ["a notice", { event: "notice", text: "hello" }, "hello\n"],
    ["an access log line, which says the same again", { event: "access-log", api: "a", line: "x" }, ""],
  ])("%s", (_name, event, expected) => {
    const { printing, texts } = printer();
    printing.report(event);
    expect(texts()).toEqual({ output: expected, errors: "" });
  });

  test.each<[string, LocalEvent, string]>([
    ["a warning", { event: "warning", text: "no table" }, "Warning: no table\n"],
    [
      "an error, with the place in the source",
      {
        event: "function-error",
        function: "list",
        requestId: "12345678-9",
        errorType: "TypeError",
        errorMessage: "no id",
        stack: ["    at list (functions/notes.ts:4:3)"],
      },
      "[list 12345678] TypeError: no id\n  at list (functions/notes.ts:4:3)\n",
    ],
    [
      "an error with a code and a cause",
      {
        event: "function-error",
        function: "list",
        requestId: "12345678-9",
        errorType: "Error",
        errorMessage: "a",
        code: "ENOENT",
        stack: [],
        cause: { errorType: "TypeError", errorMessage: "b", stack: ["    at list (notes.ts:4:3)"] },
        errors: [{ errorType: "Error", errorMessage: "c", stack: [] }],
      },
      "[list 12345678] Error: a (ENOENT)\n  cause: TypeError: b\n    at list (notes.ts:4:3)\n  errors[0]: Error: c\n",
    ],
  ])("%s goes to the errors", (_name, event, expected) => {
    const { printing, texts } = printer();
    printing.report(event);
    expect(texts()).toEqual({ output: "", errors: expected });
  });

  test.each([
    [200, "dim"],
    [399, "dim"],
    [400, "yellow"],
    [499, "yellow"],
    [500, "red"],
    [599, "red"],
  ] as const)("the status %i is %s", (status, color) => {
    const { printing, texts } = printer({ environment: { FORCE_COLOR: "1" } });
    printing.report({ ...request, status, function: undefined });
    const shown = picocolors.createColors(true)[color](String(status));
    expect(texts().output).toBe(`GET /notes ${shown} 12 ms\n`);
  });

  test.each<[string, LocalEvent]>([
    ["a connection that is refused", { ...request, method: "CONNECT", status: 403 }],
    [
      "a refusal of the server",
      { event: "refusal", at: "Chat", status: 403, reason: "the stage is unknown" },
    ],
  ])("the status of %s is red", (_what, event) => {
    const { printing, texts } = printer({ environment: { FORCE_COLOR: "1" } });
    printing.report(event);
    expect(texts().output).toContain(picocolors.createColors(true).red("403"));
  });

  test("prints access log lines only with --verbose or --json", () => {
    const { printing, texts } = printer({ verbose: true });
    printing.report({ event: "access-log", api: "a", line: "GET /notes 200" });
    expect(texts().output).toBe("GET /notes 200\n");
  });

  test("prints addresses and routes in columns", () => {
    const { printing, texts } = printer();
    printing.ready(served);
    expect(texts().output).toBe(`
dev-notes-Api  http://127.0.0.1:4000/
  GET     /notes       none     list
  DELETE  /notes/{id}  members  remove

Next:  curl http://127.0.0.1:4000/notes
Ready. Stop with Ctrl-C.
`);
  });

  test("names the files of functions, in the panel and in the lines of requests", () => {
    const { printing, texts } = printer();
    printing.ready(served, { sources: new Map([["list", "functions/notes.ts list"]]) });
    expect(texts().output).toContain("  GET     /notes       none     functions/notes.ts list\n");
    printing.report({ ...request, function: "list" });
    expect(texts().output).toBe("GET /notes 200 12 ms  functions/notes.ts list\n");
  });

  test("names the files of functions before their log lines and errors", () => {
    const { printing, texts } = printer();
    printing.ready(served, { sources: new Map([["list", "functions/notes.ts list"]]) });
    texts();
    const of = { function: "list", requestId: "12345678-9" };
    printing.report({ event: "log", ...of, stream: "stdout", line: "hello" });
    printing.report({ event: "function-error", ...of, errorType: "Error", errorMessage: "no", stack: [] });
    const { output, errors } = texts();
    expect(output).toBe("[functions/notes.ts list 12345678] hello\n");
    expect(errors).toBe("[functions/notes.ts list 12345678] Error: no\n");
  });

  test("prints a notice once, however often the app is synthesized", () => {
    const { printing, texts } = printer();
    for (const text of ["hello", "again", "hello"]) printing.report({ event: "notice", text });
    expect(texts().output).toBe("hello\nagain\n");
  });

  test("prints only the routes that an edit has changed", () => {
    const { printing, texts } = printer();
    const sources = new Map([["list", "functions/notes.ts list"]]);
    printing.ready(served, { sources });
    texts();
    const [first] = served;
    const routes = [
      { method: "GET", path: "/notes", authorizer: "members", target: "list" },
      { method: "DELETE", path: "/notes/{id}", authorizer: "members", target: "remove" },
    ];
    const changed = [{ ...first, gateway: { ...first?.gateway, routes } }] as typeof served;
    printing.changed(changed);
    expect(texts().output).toBe(`- dev-notes-Api  GET  /notes  none  functions/notes.ts list
+ dev-notes-Api  GET  /notes  members  functions/notes.ts list
The changed app is served.
`);
    printing.report(request);
    printing.changed(changed);
    // Earlier lines are printed before it.
    expect(texts().output).toMatch(/GET \/notes.*\nThe changed app is served\.\n$/);
    printing.changed([]);
    expect(
      texts()
        .output.split("\n")
        .filter((line) => line.startsWith("-")),
    ).toHaveLength(3);
  });

  test("prints the output of a function before the line of its request", () => {
    const { printing, texts } = printer();
    printing.report({
      event: "log",
      function: "list",
      requestId: "12345678-9",
      stream: "stdout",
      line: "hello",
    });
    printing.report(request);
    printing.report({ event: "notice", text: "changed" });
    expect(texts().output).toBe("[list 12345678] hello\nGET /notes 200 12 ms  notes-list\nchanged\n");
  });

  test("collects lines, but writes them before an error", () => {
    const { printing, texts } = printer();
    printing.report(request);
    printing.report({ event: "warning", text: "no table" });
    printing.report({ ...request, path: "/later" });
    expect(texts()).toEqual({
      output: "GET /notes 200 12 ms  notes-list\nGET /later 200 12 ms  notes-list\n",
      errors: "Warning: no table\n",
    });
  });

  test("reports ready for an app without an API", () => {
    const { printing, texts } = printer();
    printing.ready([]);
    expect(texts().output).toContain("No API to serve.");
  });

  test("prints one JSON object per event with --json", () => {
    const { printing, texts } = printer({ json: true });
    printing.ready(served);
    printing.report(request);
    printing.report({ event: "warning", text: "x" });
    printing.report({ event: "refusal", at: "a", status: 403, reason: "why" });
    printing.report({ ...request, status: 401, reason: "why" });
    const { output, errors } = texts();
    const lines = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const line of lines) expectOutputOf("local", line);
    expect(lines.map(({ event }) => event)).toEqual(["ready", "request", "warning", "refusal", "request"]);
    expect(lines.slice(3)).toEqual([
      { event: "refusal", at: "a", status: 403, reason: "why" },
      { ...request, status: 401, reason: "why" },
    ]);
    expect(lines[0].apis[0]).toMatchObject({ name: "dev-notes-Api", kind: "HTTP", port: 4000 });
    expect(errors).toBe("");
  });
});

describe("LocalPrinter, for texts of clients and peers", () => {
  const hostile = "\u001b]52;c;cm0=\u0007\u009b2J\r\nReady. Stop with Ctrl-C.";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

  /** An event of each kind with the text in each of its facts, beside those that are ours. */
  const events: readonly LocalEvent[] = [
    {
      ...request,
      api: hostile,
      method: hostile,
      path: hostile,
      function: hostile,
      requestId: hostile,
      reason: hostile,
    },
    { event: "refusal", at: hostile, status: 403, reason: hostile },
    {
      event: "denial",
      who: hostile,
      action: hostile,
      resource: hostile,
      enforced: true,
      add: hostile,
      text: hostile,
    },
    { event: "delivery", kind: "retry", source: hostile, target: hostile, text: hostile },
    { event: "access-log", api: hostile, line: hostile },
    { ...(mail as Extract<LocalEvent, { event: "message" }>), to: hostile, subject: hostile, text: hostile },
    { event: "notice", text: hostile },
    { event: "warning", text: hostile },
    {
      event: "log",
      function: hostile,
      requestId: hostile,
      stream: "stdout",
      line: hostile,
      timestamp: hostile,
    },
    {
      event: "function-error",
      function: hostile,
      requestId: hostile,
      errorType: hostile,
      errorMessage: hostile,
      stack: [hostile],
      code: hostile,
      cause: { errorType: hostile, errorMessage: hostile, stack: [hostile] },
    },
    { event: "something-new", detail: hostile } as unknown as LocalEvent,
  ];

  test.each(events.map((event) => [event.event, event] as const))(
    "%s writes no control character and no line of its own",
    (_, event) => {
      const { printing, texts } = printer({ verbose: true });
      printing.report(event);
      const { output, errors } = texts();
      expect(output + errors).not.toMatch(control);
      expect((output + errors).split("\n").filter((line) => line.startsWith("Ready"))).toEqual([]);
    },
  );

  test.each(events.map((event) => [event.event, event] as const))("%s is whole as JSON", (_, event) => {
    const { printing, texts } = printer({ json: true });
    printing.report(event);
    const { output } = texts();
    expect(output).not.toMatch(control);
    expect(JSON.parse(output)).toEqual(event);
  });

  test("shows the path of a request as it would be written in code", () => {
    const { printing, texts } = printer();
    printing.report({ ...request, path: "/a\nReady" } as LocalEvent);
    expect(texts().output).toBe("GET /a\\nReady 200 12 ms  notes-list\n");
  });

  test("colours of a function end with its line", () => {
    const { printing, texts } = printer();
    const log = (line: string): LocalEvent => ({
      event: "log",
      function: "list",
      requestId: undefined,
      stream: "stdout",
      line,
    });
    printing.report(log("\u001b[8mhidden"));
    printing.report(log("\u001b[32mok\u001b[0m"));
    printing.report(log("one\ttwo\nthree"));
    expect(texts().output).toBe(
      "[list] \u001b[8mhidden\u001b[0m\n[list] \u001b[32mok\u001b[0m\n[list] one\ttwo\n  three\n",
    );
  });
});

describe("Secrets of clients and functions", () => {
  const secret = "hunter2x";
  const log = { event: "log", function: "list", requestId: "1", stream: "stdout" } as const;
  const events: readonly LocalEvent[] = [
    { ...log, line: `password: ${secret}` },
    { ...log, line: `event ${JSON.stringify({ headers: { Authorization: `Bearer ${secret}` } })}` },
    { ...request, path: `/callback?code=${secret}` } as LocalEvent,
    { ...request, path: `/reset?token=${secret}` } as LocalEvent,
    {
      event: "function-error",
      function: "list",
      requestId: "1",
      errorType: "Error",
      errorMessage: `no token=${secret}`,
      stack: [`at x password=${secret}`],
    } as LocalEvent,
  ];
  test.each([true, false])("are masked, as JSON: %s", (json) => {
    const { printing, texts } = printer({ json });
    for (const event of events) printing.report(event);
    const { output, errors } = texts();
    expect(output + errors).not.toContain(secret);
    expect(output).toContain("/callback?code=");
  });

  test("the code of a mail is printed, since the developer needs it", () => {
    const { printing, texts } = printer();
    printing.report({
      event: "message",
      type: "message",
      at: "2026-01-01T00:00:00Z",
      medium: "EMAIL",
      to: "a@x.example",
      text: "Your code is 481516",
      code: "481516",
    });
    expect(texts().output).toContain("481516");
  });
});
