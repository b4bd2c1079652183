import type { RequestAccess } from "../../../../lib/local/permissions/needed-access";
import { lambda } from "../../../../lib/local/services/lambda";
import { TestFunctions } from "../../support/functions";
import { serviceContext } from "../context";

function invoking(answer: (event: never) => unknown) {
  const functions = new TestFunctions(answer);
  const service = lambda.start(serviceContext({ functions }));
  const invoke = async (name: string, body = "{}", headers: Record<string, string> = {}) =>
    (await service).handle({
      service: "lambda",
      method: "POST",
      url: `/2015-03-31/functions/${name}/invocations`,
      headers,
      body: Buffer.from(body),
      operation: undefined,
    });
  return { functions, service, invoke };
}

// https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html
describe("functions that invoke functions", () => {
  test("get the answer", async () => {
    const { functions, invoke } = invoking(({ id }: { id: string }) => ({ found: id }));
    const { status, headers, body } = await invoke("notes", '{"id":"1"}');
    expect([status, body, headers?.["x-amz-function-error"]]).toEqual([200, '{"found":"1"}', undefined]);
    expect(functions.invoked).toEqual([{ functionArn: "notes", source: "invoke", event: { id: "1" } }]);
  });

  test("name a version or alias", async () => {
    const { functions, invoke } = invoking(() => null);
    await invoke(encodeURIComponent("arn:aws:lambda:us-east-1:123456789012:function:notes"));
    await invoke("notes:live");
    expect(functions.invoked.map(({ functionArn }) => functionArn)).toEqual([
      "arn:aws:lambda:us-east-1:123456789012:function:notes",
      "notes:live",
    ]);
  });

  test("get an error in a header", async () => {
    const { invoke } = invoking(() => {
      throw new Error("no");
    });
    const { status, headers } = await invoke("notes");
    expect([status, headers?.["x-amz-function-error"]]).toEqual([200, "Unhandled"]);
  });

  test("are refused an event for a function that does not exist", async () => {
    const { functions, invoke } = invoking(() => null);
    functions.unknown.add("notes");
    const { status, headers, body } = await invoke("notes", "{}", { "x-amz-invocation-type": "Event" });
    expect([status, headers?.["x-amzn-errortype"]]).toEqual([404, "ResourceNotFoundException"]);
    expect(body).toContain("notes");
  });

  test.each([
    ["Event", 1024 * 1024],
    ["RequestResponse", 6 * 1024 * 1024],
  ])("may be of %s with %d bytes, and no more", async (type, limit) => {
    const { invoke } = invoking(() => null);
    const send = (bytes: number) =>
      invoke("notes", JSON.stringify("a".repeat(bytes - 2)), { "x-amz-invocation-type": type });
    expect((await send(limit)).status).toBeLessThan(300);
    const { status, headers } = await send(limit + 1);
    expect([status, headers?.["x-amzn-errortype"]]).toEqual([413, "RequestEntityTooLargeException"]);
  });

  test("do not wait for an event", async () => {
    let release = (): void => {};
    const { functions, invoke } = invoking(
      () =>
        new Promise<void>((done) => {
          release = done;
        }),
    );
    expect((await invoke("notes", "{}", { "x-amz-invocation-type": "Event" })).status).toBe(202);
    expect(functions.invoked).toHaveLength(1);
    release();
  });

  const contextOf = (value: string) => ({ "x-amz-client-context": Buffer.from(value).toString("base64") });

  test("pass their context on", async () => {
    const functions = new TestFunctions(() => null);
    const given: unknown[] = [];
    const invoke = functions.invoke.bind(functions);
    functions.invoke = (request) => {
      given.push(request.clientContext);
      return invoke(request);
    };
    const service = await lambda.start(serviceContext({ functions }));
    const request = {
      service: "lambda",
      method: "POST",
      url: "/2015-03-31/functions/notes/invocations",
      body: Buffer.from("{}"),
      operation: undefined,
    };
    await service.handle({ ...request, headers: contextOf('{"custom":{"a":"1"}}') });
    await service.handle({ ...request, headers: {} });
    expect(given).toEqual(['{"custom":{"a":"1"}}', undefined]);
    expect(await service.handle({ ...request, headers: contextOf("{") })).toMatchObject({ status: 400 });
  });

  test.each([
    ["all of a short log", 2, "line 0\nline 1\n"],
    ["the last 4 KB of a long one", 1000, expect.stringMatching(/line 999\n$/)],
  ])("get %s with LogType Tail", async (_name, count, expected) => {
    const functions = new TestFunctions(() => null);
    const invoke = functions.invoke.bind(functions);
    functions.invoke = (request) => {
      for (let index = 0; index < count; index += 1) request.onLog?.(`line ${index}`);
      return invoke(request);
    };
    const service = await lambda.start(serviceContext({ functions }));
    const request = {
      service: "lambda",
      method: "POST",
      url: "/2015-03-31/functions/notes/invocations",
      body: Buffer.from("{}"),
      operation: undefined,
    };
    const { headers } = await service.handle({ ...request, headers: { "x-amz-log-type": "Tail" } });
    const log = Buffer.from(String(headers?.["x-amz-log-result"]), "base64").toString("utf8");
    expect(log).toEqual(expected);
    expect(Buffer.byteLength(log)).toBe(count === 2 ? 14 : 4096);
    expect((await service.handle({ ...request, headers: {} })).headers).not.toHaveProperty(
      "x-amz-log-result",
    );
  });

  test("invoke nothing in a dry run", async () => {
    const { functions, invoke } = invoking(() => null);
    expect((await invoke("notes", "{}", { "x-amz-invocation-type": "DryRun" })).status).toBe(204);
    expect(functions.invoked).toEqual([]);
  });

  test("of an unknown type are refused", async () => {
    const { functions, invoke } = invoking(() => null);
    const refused = await invoke("notes", "{}", { "x-amz-invocation-type": "Sometimes" });
    const headers = { "x-amzn-errortype": "ValidationException" };
    expect(refused).toMatchObject({ status: 400, headers });
    expect(functions.invoked).toEqual([]);
  });

  test("get an error for a body that is not JSON, and for an operation that is not emulated", async () => {
    const { invoke, service } = invoking(() => null);
    expect((await invoke("notes", "{")).headers).toMatchObject({
      "x-amzn-errortype": "InvalidRequestContentException",
    });
    const request = {
      service: "lambda",
      method: "DELETE",
      url: "/2015-03-31/functions/notes",
      headers: {},
      body: Buffer.alloc(0),
      operation: undefined,
    };
    expect(await (await service).handle(request)).toMatchObject({ status: 501 });
  });

  test.each([
    "2015-03-31/functions/notes/invocations",
    "2021-11-15/functions/notes/response-streaming-invocations",
  ])("need one permission for %s", async (path) => {
    const { functions, service } = invoking(() => null);
    const asked: unknown[] = [];
    const access: RequestAccess = {
      arn: (name, rest) => `arn:aws:${name}:us-east-1:1:${rest}`,
      check: (needed) => {
        asked.push(...needed);
        return "no";
      },
      as: () => access,
    };
    const request = {
      service: "lambda",
      method: "POST",
      headers: {},
      body: Buffer.from("{}"),
      operation: undefined,
    };
    const { status } = await (await service).handle({ ...request, url: `/${path}`, access });
    expect(asked).toEqual([
      { action: "lambda:InvokeFunction", resource: "arn:aws:lambda:us-east-1:1:function:notes" },
    ]);
    expect([status, functions.invoked]).toEqual([403, []]);
  });
});
