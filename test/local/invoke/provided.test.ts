/** @group processes */

import { engine } from "./support";

/** A runtime in a few lines, as https://docs.aws.amazon.com/lambda/latest/dg/runtimes-walkthrough.html shows it. */
const bootstrap = (loop: string) => `#!${process.execPath}
const api = "http://" + process.env.AWS_LAMBDA_RUNTIME_API + "/2018-06-01/runtime";
const post = (path, body) => fetch(api + path, { method: "POST", body });
(async () => {
  for (;;) {
    const next = await fetch(api + "/invocation/next");
    const id = next.headers.get("lambda-runtime-aws-request-id");
    const body = await next.text();
    ${loop}
  }
})();`;

const provided = (content: string) =>
  engine({ bootstrap: content }, { fn: { runtime: "provided.al2023", handler: "bootstrap" } });

describe("Functions with a custom runtime", () => {
  test("run the program `bootstrap` in their folder", async () => {
    const { call } = provided(
      bootstrap(
        "const { status } = await post('/invocation/' + id + '/response', JSON.stringify([process.cwd() === process.env.LAMBDA_TASK_ROOT, body])); console.log(status);",
      ),
    );
    expect(await call("fn", 1)).toMatchObject({ status: "ok", answer: [true, "1"] });
    expect(await call("fn", 2)).toMatchObject({ status: "ok", answer: [true, "2"] });
  });
  test("report errors of a request", async () => {
    const { call } = provided(
      bootstrap(
        "await post('/invocation/' + id + '/error', JSON.stringify({ errorType: 'Own', errorMessage: 'bad', stackTrace: [] }));",
      ),
    );
    expect(await call("fn")).toMatchObject({ status: "error", errorType: "Own", errorMessage: "bad" });
  });
  test("report that they cannot start", async () => {
    const { call } = provided(`#!${process.execPath}
      fetch("http://" + process.env.AWS_LAMBDA_RUNTIME_API + "/2018-06-01/runtime/init/error", {
        method: "POST", body: JSON.stringify({ errorType: "Own.Init", errorMessage: "no config" }) });`);
    expect(await call("fn")).toMatchObject({
      status: "error",
      errorType: "Own.Init",
      errorMessage: "no config",
    });
  });
  test("fail with a response that is not JSON", async () => {
    const { call } = provided(bootstrap("await post('/invocation/' + id + '/response', 'Echo: {');"));
    expect(await call("fn")).toMatchObject({
      status: "error",
      errorType: "Runtime.MalformedResponse",
      errorMessage: "The response is not JSON: Echo: {",
    });
  });
  test("learn that a response is too large", async () => {
    const { call, logs } = provided(
      bootstrap(
        "const { status } = await post('/invocation/' + id + '/response', JSON.stringify('x'.repeat(Number(body)))); console.log(status);",
      ),
    );
    expect(await call("fn", 7_000_000)).toMatchObject({ errorType: "Function.ResponseSizeTooLarge" });
    await call("fn", 1);
    expect(logs()[0]).toBe("413");
  });
  test("fail when they end before they are ready", async () => {
    const { call } = provided("#!/bin/sh\nexit 3");
    expect(await call("fn")).toMatchObject({
      errorType: "Runtime.ExitError",
      errorMessage: expect.stringContaining("Runtime exited with error: exit status 3"),
    });
  });
  test.each([
    ["missing", {}, "ENOENT"],
    ["no program", { bootstrap: "text" }, "EACCES"],
  ])("are refused when bootstrap is %s", async (_, files, code) => {
    const { call } = engine(files, { fn: { runtime: "provided.al2023" } });
    expect(await call("fn")).toMatchObject({
      status: "refused",
      reason: expect.stringContaining(`fn: the program \`bootstrap\` in its code cannot start (${code}).`),
    });
  });
});
