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
    await invoke(encodeURIComponent("arn:aws:lambda:us-east-1:1:function:notes"));
    await invoke("notes:live");
    expect(functions.invoked.map(({ functionArn }) => functionArn)).toEqual([
      "arn:aws:lambda:us-east-1:1:function:notes",
      "notes:live",
    ]);
  });

  test("are told of an error in a header", async () => {
    const { invoke } = invoking(() => {
      throw new Error("no");
    });
    const { status, headers } = await invoke("notes");
    expect([status, headers?.["x-amz-function-error"]]).toEqual([200, "Unhandled"]);
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

  test("invoke nothing in a dry run", async () => {
    const { functions, invoke } = invoking(() => null);
    expect((await invoke("notes", "{}", { "x-amz-invocation-type": "DryRun" })).status).toBe(204);
    expect(functions.invoked).toEqual([]);
  });

  test("are refused what is no JSON, and what is not emulated", async () => {
    const { invoke, service } = invoking(() => null);
    expect((await invoke("notes", "{")).headers).toMatchObject({
      "x-amzn-errortype": "InvalidRequestContentException",
    });
    const request = {
      service: "lambda",
      method: "GET",
      url: "/2015-03-31/functions/",
      headers: {},
      body: Buffer.alloc(0),
      operation: undefined,
    };
    expect(await (await service).handle(request)).toMatchObject({ status: 501 });
  });
});
