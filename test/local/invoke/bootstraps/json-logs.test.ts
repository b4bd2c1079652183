import { setUpConsole } from "../../../../lib/local/invoke/bootstraps/node/json-logs";

const methods = ["trace", "debug", "info", "warn", "error", "log"] as const;
type Method = (typeof methods)[number] | "fatal";
const logs = console as Console & Record<Method, (...values: unknown[]) => void>;
const before = Object.fromEntries(methods.map((name) => [name, console[name]]));
let written: [string, string][];

beforeEach(() => {
  written = [];
  for (const name of ["stdout", "stderr"] as const) {
    const write = (text: string) => void written.push([name, text]);
    jest.spyOn(process, name, "get").mockReturnValue({ write } as never);
  }
});
afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(console, before);
  Reflect.deleteProperty(console, "fatal");
});

const setUp = (level?: string, requestId: string | undefined = "one") =>
  setUpConsole(
    { AWS_LAMBDA_LOG_FORMAT: "JSON", ...(level !== undefined && { AWS_LAMBDA_LOG_LEVEL: level }) },
    () => requestId,
  );
const entries = () => written.map(([, text]) => JSON.parse(text) as Record<string, unknown>);
const all: readonly Method[] = ["trace", "debug", "info", "log", "warn", "error", "fatal"];

test("each method writes a line of its level to its stream", () => {
  setUp();
  for (const method of all) logs[method](method);
  expect(written.map(([stream, text]) => [stream, JSON.parse(text).level, text.endsWith("}\n")])).toEqual([
    ["stderr", "TRACE", true],
    ["stdout", "DEBUG", true],
    ["stdout", "INFO", true],
    ["stdout", "INFO", true],
    ["stderr", "WARN", true],
    ["stderr", "ERROR", true],
    ["stderr", "FATAL", true],
  ]);
  expect(entries()[0]).toEqual({
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    level: "TRACE",
    requestId: "one",
    message: "trace",
  });
});

test.each([
  ["TRACE", 7],
  ["INFO", 5],
  ["WARN", 3],
  ["FATAL", 1],
  ["OTHER", 7],
])("with level %s, %d of seven lines are written", (level, count) => {
  setUp(level);
  for (const method of all) logs[method]("x");
  expect(written).toHaveLength(count);
});

test("an object keeps its structure, several values are a text", () => {
  setUp();
  logs.info({ a: [1] });
  logs.info("%s: %d", "n", 5);
  logs.info();
  expect(entries().map(({ message }) => message)).toEqual([{ a: [1] }, "n: 5", ""]);
});

test("values that JSON cannot hold are texts", () => {
  setUp();
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  logs.info(circle);
  logs.info(5n);
  expect(entries().map(({ message }) => message)).toEqual([expect.stringContaining("Circular"), "5n"]);
});

test("errors have type, message and stack, alone, in an object and after a text", () => {
  setUp();
  const error = Object.assign(new RangeError("no"), { stack: "RangeError: no\n    at a", code: "X" });
  const fields = { errorType: "RangeError", errorMessage: "no", stackTrace: ["RangeError: no", "    at a"] };
  logs.error(error);
  logs.error({ error });
  logs.error("failed", error);
  const [alone, inside, beside] = entries();
  expect(alone?.message).toEqual({ ...fields, code: "X" });
  expect(inside?.message).toEqual({ error: { ...fields, code: "X" } });
  expect(beside).toMatchObject({ ...fields, message: expect.stringMatching(/^failed RangeError: no/) });
});

test("a text does not have the fields of an error, and has an id only within a request", () => {
  setUpConsole({ AWS_LAMBDA_LOG_FORMAT: "JSON" }, () => undefined);
  logs.info("a", "b");
  expect(Object.keys(entries()[0] ?? {})).toEqual(["timestamp", "level", "message"]);
});

test("without JSON, only `fatal` is new", () => {
  const { info } = console;
  setUpConsole({ AWS_LAMBDA_LOG_FORMAT: "Text" }, () => "one");
  expect(console.info).toBe(info);
  expect(typeof logs.fatal).toBe("function");
});
