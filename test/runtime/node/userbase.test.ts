import { fakeSsm, functionEnvironment } from "../support";

functionEnvironment();

const placeholder = "__FETCH_FROM_SSM__";
const folder = "/serverform/notes/dev/Userbase/my_users";
const stored = { [`${folder}/userPoolId`]: "pool", [`${folder}/userPoolClientId`]: "client" };

/** A container of its own: nothing was read yet. */
function container(values: Readonly<Record<string, string>>) {
  jest.resetModules();
  const ssm = fakeSsm(values);
  jest.doMock("@aws-sdk/client-ssm", () => ssm.sdk, { virtual: true });
  const { Userbase, fetchUserbase } = require("../../../lib/runtime/node/userbase") as {
    readonly Userbase: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly fetchUserbase: (id: string) => Promise<Readonly<Record<string, string>>>;
  };
  return { Userbase, fetchUserbase, calls: ssm.calls };
}

function bind(userPoolId: string, userPoolClientId: string): void {
  process.env.SERVERFORM_Userbase_userPoolId_my_users = userPoolId;
  process.env.SERVERFORM_Userbase_userPoolClientId_my_users = userPoolClientId;
}

describe("a user directory whose values are in SSM", () => {
  test("is read once per container, and then there without waiting too", async () => {
    bind(placeholder, placeholder);
    const { Userbase, fetchUserbase, calls } = container(stored);
    const [one, other] = await Promise.all([fetchUserbase("my-users"), fetchUserbase("my-users")]);
    expect([one, other]).toEqual(Array(2).fill({ userPoolId: "pool", userPoolClientId: "client" }));
    expect((await fetchUserbase("my_users")).userPoolId).toBe("pool");
    expect(Userbase["my-users"]?.userPoolClientId).toBe("client");
    expect(calls).toEqual([Object.keys(stored)]);
  });

  test("says what to await when it is used before", () => {
    bind(placeholder, placeholder);
    const { Userbase } = container(stored);
    expect(() => Userbase["my-users"]?.userPoolId).toThrow(
      'Userbase["my-users"].userPoolId is in SSM and has not been read yet. ' +
        'Before its first use: await fetchUserbase("my-users")',
    );
  });

  test("asks SSM for nothing when the environment has it all", async () => {
    bind("p", "c");
    const { fetchUserbase, calls } = container({});
    expect(await fetchUserbase("my-users")).toEqual({ userPoolId: "p", userPoolClientId: "c" });
    expect(calls).toEqual([]);
  });

  test("is below the prefix of the app", async () => {
    bind(placeholder, "c");
    process.env.SERVERFORM_SSM_PREFIX = "/team";
    const { fetchUserbase, calls } = container({ [`/team${folder}/userPoolId`]: "pool" });
    expect((await fetchUserbase("my-users")).userPoolId).toBe("pool");
    expect(calls).toEqual([[`/team${folder}/userPoolId`]]);
  });

  test("names the missing parameters, and reads them again at the next attempt", async () => {
    bind(placeholder, placeholder);
    const { fetchUserbase, calls } = container({});
    await expect(fetchUserbase("my-users")).rejects.toThrow(
      `SSM has no parameter ${folder}/userPoolId, and none ${folder}/userPoolClientId.`,
    );
    await expect(fetchUserbase("my-users")).rejects.toThrow("SSM has no parameter");
    expect(calls).toHaveLength(2);
  });

  test("is refused like any other when it is not bound", async () => {
    const { fetchUserbase } = container({});
    await expect(fetchUserbase("nobody")).rejects.toThrow("this function is not bound to Userbase");
  });

  test("names the missing part if neither credentials nor the SDK exist", async () => {
    bind(placeholder, placeholder);
    const { fetchUserbase } = container(stored);
    jest.doMock(
      "@aws-sdk/client-ssm",
      () => {
        throw new Error("Cannot find module");
      },
      { virtual: true },
    );
    await expect(fetchUserbase("my-users")).rejects.toThrow("npm install --save-dev @aws-sdk/client-ssm");
  });
});
