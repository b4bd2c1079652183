import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInLocalContext } from "../../../lib/cli/local/context";
import { invokeAndPrint } from "../../../lib/cli/local/invoke";
import { askRunningServer } from "../../../lib/local/control";
import { Local } from "../../../lib/local/local";
import { takeServerFolder } from "../../../lib/local/server-folder";
import { temporaryFolder } from "../../support/stack";

jest.mock("../../../lib/cli/local/context", () => ({ runInLocalContext: jest.fn() }));
jest.mock("../../../lib/cli/project/env-files", () => ({ secretsHere: async () => new Map() }));
jest.mock("../../../lib/cli/local/synthesis", () => ({
  synthesizeForLocal: () => ({ output: "/out", run: async () => {}, bundlesFile: () => undefined }),
}));
jest.mock("../../../lib/local/control", () => ({ askRunningServer: jest.fn() }));
jest.mock("../../../lib/local/local", () => ({ Local: { start: jest.fn() } }));
jest.mock("../../../lib/local/server-folder", () => ({
  localFolder: (root: string) => `${root}/.local`,
  serverFolders: (folder: string) => [`${folder}/1`, `${folder}/2`],
  takeServerFolder: jest.fn(),
}));

const ok = { status: "ok", requestId: "1", payload: '{"a":1}', durationMs: 1 };
const server = { deployed: jest.fn(), invoke: jest.fn(), stop: jest.fn() };
const release = jest.fn();

beforeEach(() => {
  jest.resetAllMocks();
  server.invoke.mockResolvedValue(ok);
  jest.mocked(Local.start).mockResolvedValue(server as never);
  jest.mocked(takeServerFolder).mockReturnValue({ path: "/project/.local/3", release } as never);
});

/** Invokes a function; returns whether it succeeded, and what is printed. */
async function invoke(event?: string, options: object = {}) {
  const [data, errors]: [string[], string[]] = [[], []];
  const terminal = { data: (text: string) => data.push(text), error: (text: string) => errors.push(text) };
  const context = { project: { root: "/project" }, stage: "dev", terminal };
  jest.mocked(runInLocalContext).mockImplementation((_options, _command, work) => work(context as never));
  const succeeded = await invokeAndPrint("get", event, options as never);
  return { succeeded, data, errors };
}

describe("serverform local invoke, where a server runs", () => {
  test("asks the first one that answers, and starts none", async () => {
    jest.mocked(askRunningServer).mockResolvedValueOnce(undefined).mockResolvedValueOnce({ answer: ok });
    expect(await invoke('{"n":1}')).toEqual({ succeeded: true, data: ['{"a":1}'], errors: [] });
    expect(jest.mocked(askRunningServer).mock.calls).toEqual([
      ["/project/.local/1", { function: "get", event: { n: 1 } }, "/invoke"],
      ["/project/.local/2", { function: "get", event: { n: 1 } }, "/invoke"],
    ]);
    expect(Local.start).not.toHaveBeenCalled();
    expect(takeServerFolder).not.toHaveBeenCalled();
  });

  test.each([
    [{ ...ok, status: "error", payload: '{"errorMessage":"no"}' }, ['{"errorMessage":"no"}'], []],
    [{ status: "refused", reason: "no code" }, [], ["no code"]],
  ])("prints %j and fails", async (answer, data, errors) => {
    jest.mocked(askRunningServer).mockResolvedValue({ answer });
    expect(await invoke()).toEqual({ succeeded: false, data, errors });
  });

  test("names the functions if none has that name", async () => {
    jest.mocked(askRunningServer).mockResolvedValue({ answer: { unknown: ["put", "list"] } });
    await expect(invoke()).rejects.toThrow(/put.*list.*\[local-function-unknown\]/s);
  });
});

describe("serverform local invoke, without a running server", () => {
  test("starts one for this invocation alone: no schedule, watcher or debugger, on a free port", async () => {
    expect(await invoke()).toEqual({ succeeded: true, data: ['{"a":1}'], errors: [] });
    expect(jest.mocked(Local.start).mock.calls[0]?.[0]).toMatchObject({
      from: "/out",
      folder: "/project/.local/3/invoke",
      host: "127.0.0.1",
      port: 0,
      dataFolder: undefined,
      inspectPort: undefined,
      runsSchedules: false,
      runsInvocations: true,
      watch: false,
    });
  });

  test("invokes after the scripts of the deployment, and ends the server", async () => {
    await invoke('{"n":1}');
    const order = [server.deployed, server.invoke, server.stop, release].map(
      ({ mock }) => mock.invocationCallOrder[0] ?? 0,
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(server.invoke).toHaveBeenCalledWith("get", { n: 1 });
  });

  test.each(["deployed", "invoke"] as const)("ends the server if %s fails", async (part) => {
    server[part].mockRejectedValue(new Error("broken"));
    await expect(invoke()).rejects.toThrow("broken");
    expect([server.stop.mock.calls.length, release.mock.calls.length]).toEqual([1, 1]);
  });

  test("gives its folder back if the server does not start", async () => {
    jest.mocked(Local.start).mockRejectedValue(new Error("EADDRINUSE"));
    await expect(invoke()).rejects.toThrow("EADDRINUSE");
    expect(release).toHaveBeenCalledTimes(1);
  });
});

describe("The event", () => {
  test("may be a file with JSON", async () => {
    const file = join(temporaryFolder(), "event.json");
    writeFileSync(file, '{"n":2}');
    await invoke(file);
    expect(server.invoke).toHaveBeenCalledWith("get", { n: 2 });
  });

  test("that is not JSON is refused before anything is started", async () => {
    await expect(async () => invoke("{")).rejects.toThrow(/local-event-invalid/);
    expect(askRunningServer).not.toHaveBeenCalled();
    expect(Local.start).not.toHaveBeenCalled();
  });
});
