import { runInLocalContext } from "../../../lib/cli/local/context";
import { runInContext } from "../../../lib/cli/project/command-context";
import { runSecrets, type SecretsRequest } from "../../../lib/cli/secrets/run";

jest.mock("../../../lib/cli/local/context", () => ({ runInLocalContext: jest.fn() }));
jest.mock("../../../lib/cli/project/command-context", () => ({ runInContext: jest.fn() }));

beforeEach(() => jest.clearAllMocks());

const names = ["", "a b", "a/b", "../a", "ä", "a.b", "x".repeat(129)];

describe.each([{}, { local: true }])("a request with the options %j", (options) => {
  const run = (request: SecretsRequest, more: object = {}) =>
    runSecrets(request, { ...options, ...more } as never);

  test.each(names)("is refused with the name %j, before anything is opened", async (name) => {
    for (const action of ["set", "get", "remove"] as const)
      await expect(run({ action, name, value: "x" })).rejects.toThrow(/name is /);
    expect(runInContext).not.toHaveBeenCalled();
    expect(runInLocalContext).not.toHaveBeenCalled();
  });

  test("is refused with an empty value", async () => {
    await expect(run({ action: "set", name: "A", value: "" })).rejects.toThrow(/at least one character/);
    expect(runInContext).not.toHaveBeenCalled();
    expect(runInLocalContext).not.toHaveBeenCalled();
  });

  test.each(["A", "a-b_c", "x".repeat(128), undefined])(
    "is done with the name %j, and quietly",
    async (name) => {
      await run({ action: name === undefined ? "list" : "get", name });
      const [used, unused] =
        "local" in options ? [runInLocalContext, runInContext] : [runInContext, runInLocalContext];
      expect(jest.mocked(used).mock.calls[0]?.[0]).toMatchObject({ ...options, json: true });
      expect(unused).not.toHaveBeenCalled();
    },
  );
});

test("secrets of this machine have no fallback", async () => {
  const options = { local: true, fallback: true } as never;
  await expect(runSecrets({ action: "list" }, options)).rejects.toThrow(/options-exclude/);
  expect(runInLocalContext).not.toHaveBeenCalled();
});
