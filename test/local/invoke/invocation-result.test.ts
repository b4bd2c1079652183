import {
  errorOf,
  errorResult,
  exited,
  outcomeOf,
  stopped,
  timedOut,
} from "../../../lib/local/invoke/invocation-result";

const messageOf = (result: { payload: string }) => JSON.parse(result.payload) as object;

describe("an error of the runtime", () => {
  test.each([
    [0, null, "RequestId: r Error: Runtime exited without providing a reason"],
    [1, null, "RequestId: r Error: Runtime exited with error: exit status 1"],
    [null, "SIGKILL", "RequestId: r Error: Runtime exited with error: signal: killed"],
    [null, "SIGSEGV", "RequestId: r Error: Runtime exited with error: signal: segmentation fault"],
    [null, "SIGTERM", "RequestId: r Error: Runtime exited with error: signal: terminated"],
  ])("says how it has ended: %p, %p", (code, signal, errorMessage) => {
    expect(messageOf(exited("r", code, signal))).toEqual({ errorType: "Runtime.ExitError", errorMessage });
  });

  test("says after which time it has ended, with two digits", () => {
    expect(messageOf(timedOut("r", 3))).toEqual({
      errorType: "Sandbox.Timedout",
      errorMessage: "RequestId: r Error: Task timed out after 3.00 seconds",
    });
  });

  test("says that the server stops", () => {
    expect(messageOf(stopped("r"))).toMatchObject({ errorType: "Runtime.Stopped" });
  });
});

describe("outcomeOf", () => {
  test("has the payload of a response, and the bytes of a stream only if there are some", () => {
    const response = { kind: "response", payload: "1" } as const;
    const ok = { status: "ok", requestId: "r", payload: "1", durationMs: 5 };
    expect(outcomeOf(response, "r", 5)).toStrictEqual(ok);
    const bytes = Buffer.from("a");
    expect(outcomeOf(response, "r", 5, bytes)).toStrictEqual({ ...ok, bytes });
  });

  test("has type and message of an error", () => {
    const result = errorResult("X", "no");
    expect(outcomeOf(result, "r", 5)).toStrictEqual({
      status: "error",
      requestId: "r",
      payload: result.payload,
      errorType: "X",
      errorMessage: "no",
      durationMs: 5,
    });
  });
});

describe("errorOf", () => {
  test.each([
    ['{"errorType":"X","errorMessage":"m","trace":["a","b\\n  c \\n"]}', "X", "m", ["a", "b", "  c"]],
    ['{"errorMessage":"m","stackTrace":["a"]}', "Error", "m", ["a"]],
    [
      '{"errorType":5,"errorMessage":5,"trace":"a"}',
      "Error",
      '{"errorType":5,"errorMessage":5,"trace":"a"}',
      [],
    ],
    ["no JSON", "Error", "no JSON", []],
    ["null", "Error", "null", []],
    ["5", "Error", "5", []],
    ['{"trace":[5]}', "Error", '{"trace":[5]}', ["5"]],
  ])("reads %s", (payload, errorType, errorMessage, trace) => {
    expect(errorOf(payload)).toEqual({ errorType, errorMessage, trace });
  });

  test("shows 1,000 characters of a payload without a message", () => {
    expect(errorOf("x".repeat(1001)).errorMessage).toBe("x".repeat(1000));
  });
});
