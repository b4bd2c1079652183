import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  accountOfState,
  deployLiveStacks,
  isDebugStack,
  LiveMarker,
  liveVariables,
  relayOutputs,
} from "../../../lib/cli/live/deploy-live";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { failure } from "../../constructs/api/support/api";

const mockTerraform = { openEngine: jest.fn(), deployStacks: jest.fn(), unsharedStates: jest.fn() };
// The file that Node imports exists after the build only.
jest.mock("../../../lib/cli/terraform/index.js", () => mockTerraform, { virtual: true });

const root = mkdtempSync(join(tmpdir(), "serverform-live-"));

afterAll(() => rmSync(root, { recursive: true }));

describe("LiveMarker", () => {
  test("remembers a debug stack until it is cleared", () => {
    const open = () => new LiveMarker({ project: { root }, stage: "dev" } as never);
    expect(open().exists).toBe(false);
    open().set();
    expect(open().exists).toBe(true);
    open().clear();
    expect(open().exists).toBe(false);
  });
});

test("the debug stack has all three outputs", () => {
  const outputs = Object.fromEntries(
    ["Endpoint", "TableName", "BucketName"].map((name) => [name, { value: `the ${name}`, sensitive: false }]),
  );
  expect(relayOutputs("dev-debug", outputs)).toEqual({
    endpoint: "the Endpoint",
    tableName: "the TableName",
    bucketName: "the BucketName",
  });
  for (const name of Object.keys(outputs)) {
    const changed = { ...outputs, [name]: { value: 5, sensitive: false } };
    expect(failure(() => relayOutputs("dev-debug", changed))).toMatchObject({
      code: "live-output-missing",
      prop: "dev-debug",
      message: expect.stringContaining(name),
    });
  }
});

test("a live app gets a notice with the time limits", () => {
  const live = { SERVERFORM_LIVE: "true", SERVERFORM_LOCAL: "true" };
  expect(liveVariables(false)).toEqual(live);
  expect(liveVariables(true)).toEqual({ ...live, SERVERFORM_INCREASE_TIMEOUT: "true" });
});

test("a debug stack is marked in its settings", () => {
  expect(
    [{ isDebugStack: true }, {}, undefined].map((settings) => isDebugStack({ settings } as never)),
  ).toEqual([true, false, false]);
});

const stateOf = (account: string) =>
  JSON.stringify({
    values: { root_module: { resources: [{ values: { arn: `arn:aws:sns:us-east-1:${account}:t` } }] } },
  });

test.each([
  ["", undefined],
  [" \n", undefined],
  ["{}", undefined],
  ["[]", undefined],
  [stateOf("111111111111"), "111111111111"],
])("the account in the state %j is %p", (output, account) => {
  expect(accountOfState(output)).toBe(account);
});

describe("deployLiveStacks", () => {
  const stacks = [
    { id: "debug", folder: "d", settings: { isDebugStack: true } },
    { id: "main", folder: "m" },
  ] as unknown as readonly SynthesizedStack[];

  /** The problems that the check finds. */
  async function problems(account: string | undefined, shown: { code: number; output: string }) {
    const folders: string[] = [];
    const terraform = {
      run: async (folder: string) => {
        folders.push(folder);
        return shown;
      },
    };
    mockTerraform.unsharedStates.mockResolvedValue(new Map([["main", "not shared"]]));
    const deployment = { context: {}, terraform, increaseTimeout: false, account } as never;
    await deployLiveStacks(deployment, stacks, stacks, (() => {}) as never);
    const check = mockTerraform.deployStacks.mock.lastCall?.[3];
    return { found: Object.fromEntries((await check?.()) ?? []), folders };
  }

  test("refuses a debug stack that is deployed to another account", async () => {
    const { found, folders } = await problems("222222222222", { code: 0, output: stateOf("111111111111") });
    expect(found).toEqual({
      main: "not shared",
      debug: expect.stringMatching(
        /to the account 111111111111, but your credentials belong to 222222222222/,
      ),
    });
    expect(folders).toEqual(["d"]);
    expect(mockTerraform.openEngine).toHaveBeenCalledWith({}, expect.anything(), stacks, "Deploying", stacks);
  });

  test.each([
    ["the same account", "111111111111", { code: 0, output: stateOf("111111111111") }],
    ["an account that is not known", undefined, { code: 0, output: stateOf("111111111111") }],
    ["no state", "222222222222", { code: 0, output: "" }],
    ["a state that cannot be read", "222222222222", { code: 1, output: stateOf("111111111111") }],
  ])("deploys with %s", async (_, account, shown) => {
    expect((await problems(account, shown)).found).toEqual({ main: "not shared" });
  });
});
