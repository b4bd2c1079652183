/** @group processes */

import { arnOf, credentials, engine, folderWith } from "../support";

// https://docs.aws.amazon.com/lambda/latest/dg/python-handler.html

const python = (body: string, values = {}) =>
  engine({ "app/main.py": body }, { fn: { runtime: "python3.11", handler: "app/main.handler", ...values } });

/** A handler that returns a value, with the names that the values of these tests use. */
const resultOf = (value: string): string => `import collections, datetime, enum, uuid
from decimal import Decimal as D
P = collections.namedtuple("P", "x y")
Kind = enum.IntEnum("Kind", "A")
class Text(str, enum.Enum):
  B = "b"
loop = []
loop.append(loop)
def handler(event, context):
  return ${value}`;

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
  test("get a context with every member of Lambda's", async () => {
    const { call } = python(
      `def handler(event, context):
  identity = context.identity
  members = [identity.cognito_identity_id, identity.cognito_identity_pool_id, context.client_context, context.tenant_id]
  context.log("noted")
  return [type(context).__name__, members, str(context).split(",")[4:6], hasattr(identity, "__dict__")]`,
    );
    const { answer } = await call("fn");
    expect(answer).toEqual([
      "LambdaContext",
      [null, null, null, null],
      ["memory_limit_in_mb=128", "function_version=$LATEST"],
      false,
    ]);
  });
  // Recorded with awslambdaric 4.2.2 and simplejson 4.3.0.
  test.each([
    [
      '{"price": D("9.90"), "count": D("3"), "large": D("1E+2")}',
      '{"price": 9.90, "count": 3, "large": 1E+2}',
    ],
    ["P(1, D('2.50'))", '{"x": 1, "y": 2.50}'],
    ["[P(1, 2), (3,)]", '[{"x": 1, "y": 2}, [3]]'],
    ["{'text': b'x\\xc3\\xa9'}", '{"text": "x\\u00e9"}'],
    ["{1: 'a', 1.5: 'b', None: 'c', b'k': 'd'}", '{"1": "a", "1.5": "b", "null": "c", "k": "d"}'],
    ["{True: 'a'}", '{"true": "a"}'],
    ["[Kind.A, Text.B]", '[1, "b"]'],
    ["collections.OrderedDict(b=1, a=2)", '{"b": 1, "a": 2}'],
    ["2 ** 70", "1180591620717411303424"],
    ["[1e-7, 1e22, -0.0]", "[1e-07, 1e+22, -0.0]"],
    ["b'{\"raw\": true}'", '{"raw": true}'],
    ["None", "null"],
  ])("answer %s as Lambda's own runtime does", async (value, expected) => {
    const { functions } = python(resultOf(value));
    const outcome = await functions.invoke({ functionArn: "fn", payload: "{}", source: "test" });
    expect(outcome).toMatchObject({ status: "ok", payload: expected });
  });
  test.each([
    ["{1, 2}", "Object of type set is not JSON serializable"],
    ["datetime.datetime(2020, 1, 1)", "Object of type datetime is not JSON serializable"],
    ["[uuid.UUID(int=1)]", "Object of type UUID is not JSON serializable"],
    ["{'a': range(3)}", "Object of type range is not JSON serializable"],
    ["bytearray(b'x')", "Object of type bytearray is not JSON serializable"],
    ["{(1, 2): 3}", "keys must be str, int, float, bool or None, not tuple"],
    ["{D('1'): 3}", "keys must be str, int, float, bool or None, not Decimal"],
    ["loop", "Circular reference detected"],
    ["[b'\\xff']", "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"],
  ])("fail for the result %s with the text of Lambda's own runtime", async (value, text) => {
    const { call } = python(resultOf(value));
    const { answer, requestId } = await call("fn");
    expect(answer).toEqual({
      errorMessage: `Unable to marshal response: ${text}`,
      errorType: "Runtime.MarshalError",
      requestId,
      stackTrace: [],
    });
  });
  test("receive numbers as they were sent", async () => {
    const { functions } = python(
      "def handler(event, context):\n  return [type(each).__name__ for each in event] + event",
    );
    const payload = "[1, 1.0, 12345678901234567890, 1e3]";
    const outcome = await functions.invoke({ functionArn: "fn", payload, source: "test" });
    expect(outcome).toMatchObject({
      payload: '["int", "float", "int", "float", 1, 1.0, 12345678901234567890, 1000.0]',
    });
  });
  test("fail with the line of the runtime where the call itself fails", async () => {
    const { answer } = await python("def handler(event): pass").call("fn");
    expect(answer).toMatchObject({
      errorType: "TypeError",
      stackTrace: [
        expect.stringMatching(
          /^ {2}File "\/var\/runtime\/bootstrap\.py", line \d+, in handle_event_request\n/,
        ),
      ],
    });
  });
  test("may have files with the names of modules that Lambda's runtime does not use", async () => {
    const { call } = engine(
      {
        "http/__init__.py": "",
        "http/get.py": "import email\ndef handler(event, context):\n  return email.text",
        "email.py": "text = 'mine'",
      },
      { fn: { runtime: "python3.11", handler: "http/get.handler" } },
    );
    expect((await call("fn")).answer).toBe("mine");
  });
  test("find the SDK of the runtime, and no other package of this machine", async () => {
    const tried = (name: string) =>
      python(`import ${name}\ndef handler(event, context):\n  return ${name}.__name__`);
    expect((await tried("sqlite3").call("fn")).answer).toBe("sqlite3");
    const missing = await tried("pip").call("fn");
    expect(missing).toMatchObject({ status: "error", errorType: "Runtime.ImportModuleError" });
    expect(missing.status === "error" && missing.errorMessage).toMatch(
      /^Unable to import module 'app\/main': No module named 'pip'\. This machine has it, .* requirements\.txt.*`installCommands`/,
    );
    const sdk = await tried("boto3").call("fn");
    const isHere = sdk.status === "ok";
    expect(isHere ? sdk.answer : sdk.status === "error" && sdk.errorMessage).toMatch(
      isHere ? /^boto3$/ : /No module named 'boto3'\. Lambda's runtime contains it; .* -m pip install boto3$/,
    );
  });

  test("log the remedy for an import that fails in an invocation, and answer as in AWS", async () => {
    const { call, events } = python("def handler(event, context):\n  import pip\n  return pip.__name__");
    expect(await call("fn")).toMatchObject({
      errorType: "ModuleNotFoundError",
      errorMessage: "No module named 'pip'",
    });
    const lines = events.flatMap((each) => (each.event === "log" ? [each.line] : []));
    expect(lines.join("\n")).toMatch(/^No module named 'pip'\. This machine has it, .*`installCommands`/m);
  });

  test("name both versions where they cannot be imported by this machine's Python", async () => {
    const { call } = python("import missing_package", { runtime: "python3.99", architecture: "arm64" });
    expect(await call("fn")).toMatchObject({
      errorType: "Runtime.ImportModuleError",
      errorMessage: expect.stringMatching(
        /^Unable to import module 'app\/main': No module named 'missing_package'\. The function is for Python 3\.99 on linux arm64; this machine runs it with Python 3\.\d+ on .* install it as python3\.99 on the PATH$/,
      ),
    });
  });
  test("run with the Python of their version", async () => {
    const folder = folderWith({
      "python3.97": '#!/bin/sh\nMARK=own exec python3 "$@"\n',
      "python3.98": "#!/bin/sh\nexit 127\n",
    });
    const shell = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const body = "import os\ndef handler(event, context):\n  return os.environ.get('MARK')";
    const { call } = engine(
      { "app/main.py": body },
      {
        own: { runtime: "python3.97", handler: "app/main.handler" },
        inactive: { runtime: "python3.98", handler: "app/main.handler" },
      },
      { environment: { credentials, shell } },
    );
    expect([(await call("own")).answer, (await call("inactive")).answer]).toEqual(["own", null]);
  });
  test.each([
    ["time.handler", "Runtime.BuiltInModuleConflict", "Cannot use built-in module time as a handler module"],
    ["app.main.handler", undefined, undefined],
  ])("have a module by Lambda's rules: %s", async (handler, errorType, errorMessage) => {
    const outcome = await python("def handler(event, context): pass", { handler }).call("fn");
    expect(outcome).toMatchObject(errorType === undefined ? { status: "ok" } : { errorType, errorMessage });
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
