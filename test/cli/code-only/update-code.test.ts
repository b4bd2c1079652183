import { createHash } from "node:crypto";
import { updateCode } from "../../../lib/cli/code-only/update-code";
import { callAws } from "../../../lib/runtime/aws/call";

jest.mock("../../../lib/runtime/aws/call", () => ({
  ...jest.requireActual<object>("../../../lib/runtime/aws/call"),
  callAws: jest.fn(),
}));

const zip = Buffer.from("code");
const hash = createHash("sha256").update(zip).digest("base64");
const aws = { region: "eu-west-1" } as never;

/** Updates a function that answers so, one answer after the other; the last one stays. */
async function update(...answers: readonly { readonly status?: number; readonly body: object }[]) {
  const rest = [...answers];
  const calls: string[] = [];
  let waits = 0;
  jest.mocked(callAws).mockImplementation(async ({ method, url }, options) => {
    calls.push(`${method} ${new URL(url).pathname} ${options.timeoutMs ?? ""}`.trim());
    const { status = 200, body } = (rest.length > 1 ? rest.shift() : rest[0]) ?? { body: {} };
    return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) } as never;
  });
  const timers = {
    now: () => 0,
    after: (_: number, call: () => void) => {
      waits += 1;
      setImmediate(call);
      return () => {};
    },
  };
  const result = await updateCode({ functionName: "dev/Get", zip }, aws, timers as never).catch(
    (error: unknown) => error,
  );
  return { result, calls, waits };
}
const path = "/2015-03-31/functions/dev%2FGet";
const state = (LastUpdateStatus: string, more: object = {}) => ({ body: { LastUpdateStatus, ...more } });

test("the same code is not uploaded", async () => {
  expect(await update(state("Successful", { CodeSha256: hash }))).toEqual({
    result: false,
    calls: [`GET ${path}/configuration`],
    waits: 0,
  });
});

test("other code is uploaded with two minutes of time, before and after updates that are in progress", async () => {
  const progress = state("InProgress");
  const { result, calls, waits } = await update(
    progress,
    state("Successful", { CodeSha256: "x" }),
    { body: {} },
    progress,
    state("Successful"),
  );
  const ask = `GET ${path}/configuration`;
  expect([result, waits]).toEqual([true, 2]);
  expect(calls).toEqual([ask, ask, `PUT ${path}/code 120000`, ask, ask]);
});

test("an update that takes longer than a minute is an error", async () => {
  const { result, waits, calls } = await update(state("InProgress"));
  expect(result).toMatchObject({ code: "UpdateInProgress" });
  expect([waits, calls.length]).toEqual([119, 120]);
});

test.each([
  [{ LastUpdateStatusReason: "no memory" }, "no memory"],
  [{}, ""],
])("an update that fails with %j is an error with its reason", async (more, reason) => {
  const { result } = await update(state("Failed", more));
  expect(result).toMatchObject({ code: "UpdateFailed" });
  expect((result as Error).message).toContain(reason);
});

test.each([
  [299, true],
  [300, { code: "X" }],
  [403, { code: "X" }],
])("an answer with status %d is %j", async (status, expected) => {
  const { result } = await update(
    state("Successful"),
    { status, body: { __type: "X", message: "m" } },
    state("Successful"),
  );
  if (expected === true) expect(result).toBe(true);
  else expect(result).toMatchObject(expected as object);
});
