import { fakeSsm, functionEnvironment } from "../support";

functionEnvironment();

const placeholder = "__FETCH_FROM_SSM__";
const own = (name: string) => `/serverform/notes/dev/Secret/${name}/value`;
const fallback = (name: string) => `/serverform/notes/.fallback/Secret/${name}/value`;

/** A container of its own: nothing was read yet. */
function container(values: Readonly<Record<string, string>> = {}) {
  jest.resetModules();
  const ssm = fakeSsm(values);
  jest.doMock("@aws-sdk/client-ssm", () => ssm.sdk, { virtual: true });
  const { Config, fetchSecrets } = require("../../../lib/runtime/node/config") as {
    readonly Config: Readonly<Record<string, string>>;
    readonly fetchSecrets: () => Promise<void>;
  };
  return { Config, fetchSecrets, calls: ssm.calls };
}

function bindSecrets(...names: readonly string[]): void {
  for (const name of names) process.env[`SERVERFORM_Secret_value_${name}`] = placeholder;
}

describe("Config", () => {
  test("has the app's name and stage", () => {
    const { Config } = container();
    expect([Config.APP, Config.STAGE]).toEqual(["notes", "dev"]);
  });

  test("has parameters by name, an empty one too", () => {
    process.env.SERVERFORM_Parameter_value_API_HOST = "api.example.com";
    process.env.SERVERFORM_Parameter_value_EMPTY = "";
    const { Config } = container();
    expect([Config.API_HOST, Config["API-HOST"], Config.EMPTY]).toEqual([
      "api.example.com",
      "api.example.com",
      "",
    ]);
    expect(["APP" in Config, "EMPTY" in Config, "KEY" in Config]).toEqual([true, true, false]);
  });

  test("refuses a name that is not bound, and lists those that are", () => {
    process.env.SERVERFORM_Parameter_value_API_HOST = "api.example.com";
    bindSecrets("KEY");
    const { Config } = container();
    expect(() => Config.API_HOTS).toThrow(
      'Config.API_HOTS: this function is not bound to parameter or secret "API_HOTS". It is bound to "API_HOST", "KEY".',
    );
    expect([Config.then, Config.toJSON]).toEqual([undefined, undefined]);
  });
});

describe("secrets", () => {
  test("are read once per container: the value of the stage, else the fallback", async () => {
    bindSecrets("KEY", "TOKEN");
    const { Config, fetchSecrets, calls } = container({
      [own("KEY")]: "of the stage",
      [fallback("KEY")]: "of all",
      [fallback("TOKEN")]: "of all",
    });
    await Promise.all([fetchSecrets(), fetchSecrets()]);
    await fetchSecrets();
    expect([Config.KEY, Config.TOKEN]).toEqual(["of the stage", "of all"]);
    expect(calls).toEqual([[own("KEY"), fallback("KEY"), own("TOKEN"), fallback("TOKEN")]]);
  });

  test("are read ten parameters at a time", async () => {
    const names = ["A", "B", "C", "D", "E", "F"];
    bindSecrets(...names);
    const { Config, fetchSecrets, calls } = container(
      Object.fromEntries(names.map((name) => [own(name), name.toLowerCase()])),
    );
    await fetchSecrets();
    expect([calls.map(({ length }) => length), Config.F]).toEqual([[10, 2], "f"]);
  });

  test("without a value anywhere are named, all of them", async () => {
    bindSecrets("KEY", "SALT", "TOKEN");
    const { fetchSecrets } = container({ [own("SALT")]: "s" });
    await expect(fetchSecrets()).rejects.toThrow(
      `SSM has no parameter ${own("KEY")} or ${fallback("KEY")}, and none ${own("TOKEN")} or ${fallback("TOKEN")}. ` +
        "Set a value: serverform secrets set KEY; serverform secrets set TOKEN",
    );
  });

  test("that were not read yet say how to", () => {
    bindSecrets("KEY");
    const { Config } = container();
    expect(() => Config.KEY).toThrow(
      'Config.KEY is a secret that has not been read yet. Bundle the function with format: "esm", or await fetchSecrets()',
    );
  });

  test("cost no request when none is bound", async () => {
    const { fetchSecrets, calls } = container();
    await fetchSecrets();
    expect(calls).toEqual([]);
  });
});
