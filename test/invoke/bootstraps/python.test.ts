/** @group processes */

import { arnOf, credentials, engine } from "../support";

// https://docs.aws.amazon.com/lambda/latest/dg/python-handler.html

const python = (body: string, values = {}) =>
  engine({ "app/main.py": body }, { fn: { runtime: "python3.11", handler: "app/main.handler", ...values } });

describe("Python functions", () => {
  test("are invoked with the event, and stay warm", async () => {
    const { call } = python(
      "import os\ndef handler(event, context):\n  return {'got': event['a'], 'pid': os.getpid()}",
    );
    const first = await call("fn", { a: "ü" });
    expect(first).toMatchObject({ status: "ok", answer: { got: "ü" } });
    expect((await call("fn", { a: "ü" })).answer).toEqual(first.answer);
  });
  test("get the context and the variables that Lambda gives", async () => {
    const { call } = python(
      `import os
def handler(event, context):
  return [context.function_name, context.function_version, context.invoked_function_arn, context.memory_limit_in_mb,
    context.aws_request_id, context.log_group_name, context.get_remaining_time_in_millis() > 0, os.environ["STAGE"],
    "SERVERFORM_WORKER_SECRET" in os.environ]`,
      { variables: { STAGE: "dev" } },
    );
    const { answer, requestId } = await call("fn");
    expect(answer).toEqual([
      "fn",
      "$LATEST",
      arnOf("fn"),
      "128",
      requestId,
      "/aws/lambda/fn",
      true,
      "dev",
      false,
    ]);
  });
  test("print line by line, with their request", async () => {
    const { call, events } = python(
      "import logging\ndef handler(event, context):\n  print('one\\ntwo')\n  logging.warning('three')",
    );
    const { requestId } = await call("fn");
    expect(events).toEqual(
      ["one", "two", "[WARNING]\tthree"].map((line) => ({
        event: "log",
        function: "fn",
        requestId,
        stream: "stdout",
        line,
      })),
    );
  });
  test("log objects in JSON, and leave out what is less severe than the level", async () => {
    const body = `import logging
log = logging.getLogger("notes")
def handler(event, context):
  log.info("left out")
  log.warning("%s of %d", "two", 3, extra={"note": 1})
  try:
    raise ValueError("no ink")
  except ValueError:
    log.exception("failed")
  print("raw")`;
    const { call, events } = python(body, { jsonLogLevel: "WARN" });
    const { requestId } = await call("fn");
    const lines = events.flatMap((each) => (each.event === "log" ? [each.line] : []));
    const begin = {
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      logger: "notes",
      requestId,
    };
    expect(lines.slice(0, -1).map((line) => JSON.parse(line))).toEqual([
      { ...begin, level: "WARNING", message: "two of 3", note: 1 },
      {
        ...begin,
        level: "ERROR",
        message: "failed",
        errorType: "ValueError",
        errorMessage: "no ink",
        stackTrace: [expect.stringContaining("main.py")],
        location: expect.stringMatching(/main\.py:handler:9$/),
      },
    ]);
    expect(lines.at(-1)).toBe("raw");
  });
  test("fail with type, message and stack", async () => {
    const { call, events } = python("def handler(event, context):\n  raise ValueError('no note')");
    const outcome = await call("fn");
    expect(outcome).toMatchObject({ status: "error", errorType: "ValueError", errorMessage: "no note" });
    expect(outcome.answer).toMatchObject({
      stackTrace: [expect.stringMatching(/app\/main\.py", line 2, in handler/)],
    });
    expect(events[0]).toMatchObject({
      event: "function-error",
      stack: [
        expect.stringMatching(/main\.py", line 2, in handler$/),
        expect.stringContaining("raise ValueError"),
      ],
    });
  });
  test.each([
    [
      "a missing module",
      { handler: "app/other.handler" },
      "Runtime.ImportModuleError",
      "Unable to import module 'app/other': No module named 'app.other'",
    ],
    [
      "a missing function",
      { handler: "app/main.get" },
      "Runtime.HandlerNotFound",
      "Handler 'get' missing on module 'app/main'",
    ],
    [
      "a name without a dot",
      { handler: "main" },
      "Runtime.MalformedHandlerName",
      "Bad handler 'main': not enough values to unpack (expected 2, got 1)",
    ],
  ])("fail for %s", async (_, values, errorType, errorMessage) => {
    const { call } = python("", values);
    expect(await call("fn")).toMatchObject({ status: "error", errorType, errorMessage });
  });
  test.each([
    ["a syntax error", "def handler(", "Runtime.UserCodeSyntaxError"],
    ["code that throws", "raise KeyError('a')", "KeyError"],
    ["a value that is not JSON", "def handler(e, c): return {1, 2}", "Runtime.MarshalError"],
    [
      "a value that is JSON for Python only",
      "def handler(e, c): return float('nan')",
      "Runtime.MalformedResponse",
    ],
    ["an exit", "import sys\ndef handler(e, c): sys.exit(1)", "Runtime.ExitError"],
  ])("fail for %s", async (_, body, errorType) => {
    expect(await python(body).call("fn")).toMatchObject({ status: "error", errorType });
  });
  test("are refused without Python on the PATH", async () => {
    const { functions } = engine(
      {},
      { fn: { runtime: "python3.11" } },
      { environment: { credentials, shell: { PATH: "/nowhere" } } },
    );
    expect(await functions.invoke({ functionArn: "fn", payload: "{}", source: "test" })).toMatchObject({
      status: "refused",
      reason: "fn needs python3, which is not on the PATH (ENOENT).",
    });
  });
});
