import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { handler } from "../../../lib/runtime/programs/script-dispatcher";

jest.mock("node:timers/promises", () => ({ setTimeout: async () => {} }));

type Answer = (response: ServerResponse) => void;

const calls: { path: string; body: unknown; authorization: string }[] = [];
let answers: Answer[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${port}`,
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "key",
    AWS_SECRET_ACCESS_KEY: "secret",
  });
});
afterAll(() => server.close());
beforeEach(() => {
  calls.length = 0;
  answers = [];
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = "", headers } = request;
  calls.push({
    path: url,
    body: JSON.parse(await text(request)),
    authorization: headers.authorization ?? "",
  });
  const next = answers.shift() ?? ok;
  next(response);
}

const ok: Answer = (response) => void response.end('"done"');
const failed =
  (body: string): Answer =>
  (response) =>
    void response.writeHead(200, { "x-amz-function-error": "Unhandled" }).end(body);
const denied: Answer = (response) =>
  void response
    .writeHead(403, { "x-amzn-errortype": "AccessDeniedException" })
    .end('{"Message":"not authorized"}');

const functions = { createFunction: "create-it", updateFunction: "update-it", deleteFunction: "delete-it" };

describe("the dispatcher of scripts", () => {
  test.each(["create", "update", "delete"] as const)(
    "invokes the function of %s with the params",
    async (action) => {
      await handler({ ...functions, params: { a: [1] }, tf: { action } });
      expect(calls).toEqual([
        {
          path: `/2015-03-31/functions/${action}-it/invocations`,
          body: { params: { a: [1] } },
          authorization: expect.stringMatching(
            /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-west-1\/lambda\//,
          ),
        },
      ]);
    },
  );

  test("does nothing for a step without a function", async () => {
    await handler({ createFunction: "create-it", params: {}, tf: { action: "delete" } });
    expect(calls).toEqual([]);
  });

  test("fails with the message of the function and its log group", async () => {
    answers = [failed('{"errorType":"TypeError","errorMessage":"no table"}')];
    await expect(handler({ ...functions, tf: { action: "create" } })).rejects.toThrow(
      "create: create-it failed: TypeError: no table (log group /aws/lambda/create-it)",
    );
  });

  test("shortens a long message to 1,000 characters", async () => {
    answers = [failed(JSON.stringify({ errorMessage: "x".repeat(5000) }))];
    const error = await handler({ ...functions, tf: { action: "create" } }).catch((thrown: Error) => thrown);
    expect(/failed: (.*) \(log/.exec(String(error))?.[1]).toHaveLength(1000);
  });

  test("invokes again while a fresh role is refused", async () => {
    answers = [denied, denied, ok];
    await handler({ ...functions, tf: { action: "update" } });
    expect(calls).toHaveLength(3);
  });

  test("gives up on a role that stays refused", async () => {
    let now = 0;
    const clock = jest.spyOn(Date, "now").mockImplementation(() => (now += 6000));
    answers = [denied, denied, denied, denied, denied, denied, denied, denied];
    await expect(handler({ ...functions, tf: { action: "update" } })).rejects.toThrow(
      "update: update-it cannot be invoked: not authorized",
    );
    clock.mockRestore();
    expect(calls.length).toBeGreaterThan(1);
    expect(calls.length).toBeLessThan(8);
  });

  test("fails at once when the function does not exist", async () => {
    answers = [(response) => void response.writeHead(404).end('{"Message":"Function not found"}')];
    await expect(handler({ ...functions, tf: { action: "delete" } })).rejects.toThrow(
      "delete: delete-it cannot be invoked: Function not found",
    );
    expect(calls).toHaveLength(1);
  });
});
