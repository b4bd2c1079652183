import type { LocalEvent } from "../../../lib/local";
import { parseFilterPattern } from "../../../lib/local/log-subscriptions/filter-pattern";
import { LogSubscriptions } from "../../../lib/local/log-subscriptions/log-subscriptions";
import type { Values } from "../../../lib/model";
import { type LogsEvent, readLogs } from "../../../lib/runtime/node/logs";
import { TestFunctions } from "../support/functions";
import { testModel } from "../support/model";

const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const sink = "arn:aws:lambda:us-east-1:123456789012:function:sink";
const fn = (values: Values = {}): Values => ({
  function_name: "noisy",
  handler: "i.h",
  runtime: "nodejs22.x",
  arn: "arn:aws:lambda:us-east-1:123456789012:function:noisy",
  ...values,
});

function subscribed(filter: Values = {}, settings: Values = {}) {
  const events: LocalEvent[] = [];
  const functions = new TestFunctions();
  const logs = new LogSubscriptions({ report: (event) => events.push(event), clock: { now: () => now } });
  const subscription = {
    name: "errors",
    log_group_name: "/aws/lambda/noisy",
    destination_arn: sink,
    ...filter,
  };
  const model = testModel({
    aws_lambda_function: { Noisy: fn(settings) },
    aws_cloudwatch_log_subscription_filter: { Errors: subscription },
  });
  logs.serve(model, functions);
  const write = (line: string, stream: "stdout" | "stderr" = "stdout", name = "noisy") =>
    logs.report({ event: "log", function: name, requestId: "r1", stream, line });
  const received = async () => {
    await logs.settled();
    return functions.invoked.map(({ event }) => readLogs(event as LogsEvent));
  };
  return { events, functions, logs, write, received };
}

describe("a subscription of a log group", () => {
  test("gets lines that are written together in one event, as CloudWatch sends it", async () => {
    const { write, received, functions, events } = subscribed();
    write("one");
    write("two", "stderr");
    expect(await received()).toEqual([
      {
        messageType: "DATA_MESSAGE",
        owner: "123456789012",
        logGroup: "/aws/lambda/noisy",
        logStream: expect.stringMatching(/^2026\/01\/02\/\[\$LATEST\][0-9a-f]{32}$/),
        subscriptionFilters: ["errors"],
        logEvents: [
          { id: expect.any(String), timestamp: now, message: "2026-01-02T03:04:05.000Z\tr1\tINFO\tone\n" },
          { id: expect.any(String), timestamp: now, message: "2026-01-02T03:04:05.000Z\tr1\tERROR\ttwo\n" },
        ],
      },
    ]);
    expect(functions.invoked).toMatchObject([{ functionArn: sink, source: "logs /aws/lambda/noisy" }]);
    expect(events).toHaveLength(2);
  });

  test("gets only lines that pass its filter, failures too", async () => {
    const { logs, write, received } = subscribed({ filter_pattern: "ERROR" });
    write("fine");
    const failure = { errorType: "Error", errorMessage: "no ink", stack: [] };
    logs.report({ event: "function-error", function: "noisy", requestId: "r1", ...failure });
    const [event] = await received();
    expect(event?.logEvents.map(({ message }) => message)).toEqual([
      `2026-01-02T03:04:05.000Z\tr1\tERROR\tInvoke Error \t${JSON.stringify(failure)}\n`,
    ]);
  });

  test.each([
    ["JSON", { logging_config: [{ log_format: "JSON" }] }],
    ["another language", { runtime: "python3.13" }],
  ])("gets a line of %s unchanged", async (_, settings) => {
    const { write, received } = subscribed({}, settings);
    write('{"level":"error"}');
    expect((await received())[0]?.logEvents[0]?.message).toBe('{"level":"error"}');
  });

  test("gets the failure of a function with JSON logs as an object with a level", async () => {
    const { logs, received } = subscribed(
      { filter_pattern: '{ $.level = "ERROR" }' },
      {
        logging_config: [{ log_format: "JSON" }],
      },
    );
    const failure = { errorType: "Error", errorMessage: "no ink", stack: [] };
    logs.report({ event: "function-error", function: "noisy", requestId: "r1", ...failure });
    expect(JSON.parse((await received())[0]?.logEvents[0]?.message ?? "")).toEqual({
      timestamp: "2026-01-02T03:04:05.000Z",
      level: "ERROR",
      requestId: "r1",
      message: { errorType: "Error", errorMessage: "no ink", stackTrace: [] },
    });
  });

  test("gets only lines of its function, and runs only if there are some", async () => {
    const { write, received } = subscribed();
    write("one", "stdout", "quiet");
    expect(await received()).toEqual([]);
  });

  test("of a stream is not one of a function", async () => {
    const destination_arn = "arn:aws:kinesis:us-east-1:123456789012:stream/logs";
    const { write, received } = subscribed({ destination_arn });
    write("one");
    expect(await received()).toEqual([]);
  });

  test("with a pattern that is not emulated is reported", () => {
    const { events } = subscribed({ filter_pattern: "[ip, user]" });
    expect(events).toMatchObject([{ event: "warning", text: expect.stringContaining("is not emulated") }]);
  });
});

// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
describe("a filter pattern", () => {
  const json = '{"level":"error","n":5,"ip":"10.0.0.1","ok":true,"none":null,"a":{"b":[{"c":"x"}]}}';
  test.each([
    ["", "anything", true],
    ["ERROR", "an ERROR 400", true],
    ["ERROR", "an error", false],
    ["ERROR 400", "400 is an ERROR", true],
    ["ERROR 400", "ERROR 500", false],
    ['"ERROR 400"', "an ERROR 400", true],
    ['"ERROR 400"', "400 ERROR", false],
    ["?ERROR ?WARN", "a WARN", true],
    ["?ERROR ?WARN", "a note", false],
    ["ERROR -EXITING", "ERROR EXITING", false],
    ["ERROR -EXITING", "ERROR here", true],
    ["-DEBUG", "a note", true],
    ["%AUTH[0-9]+%", "AUTH42", true],
    ["%AUTH[0-9]+%", "AUTH", false],
    ['{ $.level = "error" }', json, true],
    ['{ $.level = "err*" }', json, true],
    ['{ $.level != "error" }', json, false],
    ["{ $.missing != 1 }", json, false],
    ["{ $.n = 5 }", json, true],
    ["{ $.n >= 5 && $.n < 6 }", json, true],
    ["{ $.n > 5 || $.ok IS TRUE }", json, true],
    ["{ ($.n > 5 || $.n < 9) && $.ok IS FALSE }", json, false],
    ["{ $.none IS NULL }", json, true],
    ["{ $.none EXISTS }", json, true],
    ["{ $.missing NOT EXISTS }", json, true],
    ["{ $.a.b[0].c = x }", json, true],
    ["{ $.ip = %^10\\.% }", json, true],
    ["{ $.n = 5 }", "n is 5", false],
  ])("%s of %s: %p", (pattern, line, passes) => {
    expect(parseFilterPattern(pattern)?.(line)).toBe(passes);
  });

  test.each([
    "[a, b]",
    "{ $.a }",
    "{ a = 1 }",
    "{ $.a = 1 && }",
    "{ ($.a = 1 }",
    "{ $.a IS 5 }",
    "{ $.a > b }",
    'a "b',
  ])("%s is not emulated", (pattern) => {
    expect(parseFilterPattern(pattern)).toBeUndefined();
  });
});
