import { runInLocalContext } from "../../../lib/cli/local/context";
import { invokeHere } from "../../../lib/cli/local/invoke";
import { runInContext } from "../../../lib/cli/project/command-context";
import { invokeMigrator } from "../../../lib/cli/rds/invoke-migrator";
import { type RdsAction, type RdsOptions, runRds } from "../../../lib/cli/rds/run";
import { stageCredentials } from "../../../lib/cli/stage/developer-credentials";
import { declaredDatabases } from "../../../lib/local/databases/declared-databases";
import { writeTypes } from "../../../lib/local/databases/types-writer";
import { expectOutputOf } from "../../support/output-schema";

jest.mock("../../../lib/cli/local/context", () => ({ runInLocalContext: jest.fn() }));
jest.mock("../../../lib/cli/local/invoke", () => ({ invokeHere: jest.fn() }));
jest.mock("../../../lib/cli/local/synthesis", () => ({ servedOutput: async () => "/project/served" }));
jest.mock("../../../lib/cli/project/command-context", () => ({ runInContext: jest.fn() }));
jest.mock("../../../lib/cli/rds/invoke-migrator", () => ({ invokeMigrator: jest.fn() }));
jest.mock("../../../lib/cli/stage/developer-credentials", () => ({ stageCredentials: jest.fn() }));
jest.mock("../../../lib/cli/stage/stack-facts", () => ({ appRegion: () => "eu-west-1" }));
jest.mock("../../../lib/local/databases/declared-databases", () => ({
  declaredDatabases: jest.fn(),
  migratorOf: (_: unknown, { id }: { id: string }) =>
    id === "Gone" ? undefined : { values: { function_name: `${id}-migrator` } },
}));
jest.mock("../../../lib/local/databases/types-writer", () => ({ writeTypes: jest.fn() }));
jest.mock("../../../lib/model/resources/read/read-model", () => ({ readModel: () => ({}) }));

const database = (id: string, more: object = {}) => ({ id, migrator: "key", ...more });
const answers = { list: [] as object[], other: [] as object[] };
const requests: object[] = [];
const printed: string[] = [];
const synthesize = jest.fn(async (_: object) => []);

/** Runs the command against a migrator that answers with `answers`; returns its output. */
async function rds(action: RdsAction, options: Partial<RdsOptions> = {}): Promise<readonly string[]> {
  await runRds(action, { ...options } as RdsOptions);
  return printed;
}

beforeEach(() => {
  jest.clearAllMocks();
  for (const each of [requests, printed]) each.splice(0);
  Object.assign(answers, { list: [], other: [] });
  jest.mocked(declaredDatabases).mockReturnValue([database("Main")] as never);
  const context = {
    project: { root: "/project", output: "cdktf.out" },
    synthesize,
    terminal: {
      print: (line: string) => printed.push(line),
      data: (text: string) => printed.push(`data ${text}`),
    },
  };
  jest.mocked(runInLocalContext).mockImplementation((_options, _command, work) => work(context as never));
  jest.mocked(runInContext).mockImplementation((_options, _command, work) => work(context as never));
  const answerTo = (request: object) => {
    requests.push(request);
    return (request as { type: string }).type === "list" ? answers.list : answers.other;
  };
  jest
    .mocked(invokeHere)
    .mockImplementation(
      async (_context, _options, name, request) =>
        ({ status: "ok", payload: JSON.stringify(answerTo(request as object)), name }) as never,
    );
  jest.mocked(invokeMigrator).mockImplementation(async (_name, request) => answerTo(request));
});

describe("serverform rds, here", () => {
  test("passes on its options, and asks the migrator without a change of anything else", async () => {
    const options = { app: "node app", data: "there", json: true } as Partial<RdsOptions>;
    answers.list = [{ name: "one", executedAt: "2026-01-01" }, { name: "second" }];
    const [line = ""] = await rds("list", options);
    expectOutputOf("rds", line.replace("data ", ""));
    expect(jest.mocked(runInLocalContext).mock.calls[0]?.slice(0, 2)).toEqual([
      options,
      { command: "rds list" },
    ]);
    expect(jest.mocked(invokeHere).mock.calls[0]?.slice(2)).toEqual([
      "Main-migrator",
      { type: "list" },
      false,
    ]);
    expect(runInContext).not.toHaveBeenCalled();
    expect(invokeMigrator).not.toHaveBeenCalled();
  });

  test("lists migrations in columns: when each has run, or that it is pending", async () => {
    answers.list = [{ name: "one", executedAt: "2026-01-01" }, { name: "second" }];
    expect(await rds("list")).toEqual(["one     2026-01-01", "second  not run"]);
  });

  test("reports the migrations that it has run and undone", async () => {
    answers.list = [{ name: "one", executedAt: "2026-01-01" }];
    answers.other = [{ name: "one", direction: "Up" }];
    expect(await rds("migrate")).toEqual(["one  run"]);
    printed.splice(0);
    answers.other = [{ name: "one", direction: "Down" }];
    expect(await rds("rollback")).toEqual(["one  undone"]);
    expect(requests).toEqual([{ type: "latest" }, { type: "list" }, { type: "to", data: {} }]);
  });

  test("reports an empty list, and does not suggest a change then", async () => {
    expect(await rds("list")).toEqual(["No migrations."]);
    printed.splice(0);
    expect(await rds("rollback")).toEqual(["Nothing to do."]);
    expect(requests).toEqual([{ type: "list" }, { type: "list" }]);
  });

  test("prints only JSON with --json", async () => {
    answers.list = [{ name: "one" }];
    expect(await rds("list", { json: true })).toEqual(['data [{"name":"one"}]']);
    printed.splice(0);
    answers.list = [];
    expect(await rds("rollback", { json: true })).toEqual(["data []"]);
  });

  test.each([
    [{ status: "error", errorMessage: "syntax error" }, /rds-migration-failed/, /syntax error/],
    [{ status: "refused", reason: "no code" }, /rds-migration-failed/, /no code/],
    [{ unknown: true }, /rds-migrator-missing/, /local server/],
  ])("an invocation that ends as %j is an error", async (outcome, code, text) => {
    jest.mocked(invokeHere).mockResolvedValue(outcome as never);
    await expect(rds("list")).rejects.toThrow(code);
    await expect(rds("list")).rejects.toThrow(text);
    expect(printed).toEqual([]);
  });
});

describe("The database", () => {
  test.each<[string, object[], string | undefined]>([
    ["none has migrations", [database("Main", { migrator: undefined })], undefined],
    ["several have", [database("Main"), database("Other")], undefined],
    ["none has that id", [database("Main")], "Other"],
    ["that one has no migrations", [database("Main", { migrator: undefined }), database("Other")], "Main"],
  ])("is not guessed where %s", async (_, databases, id) => {
    jest.mocked(declaredDatabases).mockReturnValue(databases as never);
    await expect(rds("list", { database: id } as never)).rejects.toThrow(/rds-database-unknown/);
    expect(requests).toEqual([]);
  });

  test.each([
    [[database("Main"), database("Other")], "Other", "Other-migrator"],
    [[database("Main", { migrator: undefined }), database("Other")], undefined, "Other-migrator"],
  ])("of %j with the id %s is migrated by %s", async (databases, id, expected) => {
    jest.mocked(declaredDatabases).mockReturnValue(databases as never);
    await rds("list", { database: id } as never);
    expect(jest.mocked(invokeHere).mock.calls[0]?.[2]).toBe(expected);
  });

  test("whose migrator is missing is an error", async () => {
    jest.mocked(declaredDatabases).mockReturnValue([database("Gone")] as never);
    await expect(rds("list")).rejects.toThrow(/rds-migrator-missing/);
  });
});

describe("serverform rds --stage", () => {
  const stage = { stage: "dev" } as Partial<RdsOptions>;
  const types = { path: "src/types.ts", camelCase: true };

  test("asks the deployed function, with an account and without building code", async () => {
    await rds("list", stage);
    expect(jest.mocked(runInContext).mock.calls[0]?.slice(0, 2)).toEqual([
      stage,
      { command: "rds list", account: true },
    ]);
    expect(synthesize).toHaveBeenCalledWith({ SERVERFORM_SKIP_BUNDLING: "1" });
    expect(declaredDatabases).toHaveBeenCalledWith("/project/cdktf.out");
    expect(jest.mocked(invokeMigrator).mock.calls[0]?.slice(0, 2)).toEqual([
      "Main-migrator",
      { type: "list" },
    ]);
    expect(stageCredentials).toHaveBeenCalledTimes(1);
    expect(runInLocalContext).not.toHaveBeenCalled();
    expect(invokeHere).not.toHaveBeenCalled();
  });

  test("writes the types after a change, and only then", async () => {
    jest.mocked(declaredDatabases).mockReturnValue([database("Main", { types })] as never);
    await rds("list", stage);
    expect(writeTypes).not.toHaveBeenCalled();
    answers.other = [{ name: "one", direction: "Up" }];
    await rds("migrate", stage);
    expect(jest.mocked(writeTypes).mock.calls).toEqual([
      ["/project/src/types.ts", JSON.stringify(answers.other), true],
    ]);
    expect(requests.at(-1)).toEqual({ type: "schema" });
  });

  test("writes no types if the app does not declare them, and after a failure", async () => {
    await rds("migrate", stage);
    jest.mocked(declaredDatabases).mockReturnValue([database("Main", { types })] as never);
    jest.mocked(invokeMigrator).mockRejectedValue(new Error("AccessDenied"));
    await expect(rds("migrate", stage)).rejects.toThrow(/AccessDenied.*rds-migration-failed/s);
    expect(writeTypes).not.toHaveBeenCalled();
  });
});
