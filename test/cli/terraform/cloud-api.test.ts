import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Terminal } from "../../../lib/cli";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import {
  type ApiWorkspace,
  CloudApi,
  deleteWorkspaces,
  findToken,
  unsharedStates,
} from "../../../lib/cli/terraform/cloud-api";
import { describeHolder } from "../../../lib/cli/terraform/engine";
import { temporaryFolder } from "../../support/stack";

const host = "tf.example.com";
const variable = "TF_TOKEN_tf_example_com";
const before = process.env[variable];
afterEach(() => {
  jest.restoreAllMocks();
  if (before === undefined) delete process.env[variable];
  else process.env[variable] = before;
});
beforeEach(() => {
  process.env[variable] = "user-token";
});

const stackOf = (name: string, dependencies: readonly string[] = []): SynthesizedStack => ({
  id: name,
  folder: "",
  dependencies,
  annotations: [],
  template: { terraform: { cloud: { hostname: host, organization: "acme", workspaces: { name } } } },
});
const stack = stackOf("web");
const withoutCloud: SynthesizedStack = { ...stack, template: {} };

type Answer = { readonly status?: number; readonly body?: unknown };

/** Answers requests to the API by method and path. Returns the requests. */
function answers(given: Readonly<Record<string, Answer>>): [string, RequestInit][] {
  const asked: [string, RequestInit][] = [];
  jest.spyOn(globalThis, "fetch").mockImplementation(async (url, init = {}) => {
    const path = String(url).replace(`https://${host}/api/v2/`, "");
    asked.push([`${init.method} ${path}`, init]);
    const { status = 200, body } = given[`${init.method} ${path}`] ?? { status: 404 };
    const text = body === undefined ? null : JSON.stringify(body);
    return new Response(status === 204 ? null : text, { status });
  });
  return asked;
}

const api = (): CloudApi => CloudApi.of(stack) as CloudApi;
const workspacePath = (name: string) => `GET organizations/acme/workspaces/${name}`;
const workspaceAnswer = (id: string, attributes: object = {}, relationships: object = {}) => ({
  body: { data: { id, attributes, relationships } },
});
const ids = (...of: readonly string[]) => ({ body: { data: of.map((id) => ({ id })) } });
const workspace: ApiWorkspace = { id: "ws-1", name: "web", runsRemotely: true, sharesState: false };

describe("findToken", () => {
  test.each([
    ["app.terraform.io", { TF_TOKEN_app_terraform_io: "t" }, "t"],
    ["my-tf.example", { TF_TOKEN_my__tf_example: "t" }, "t"],
    ["my-tf.example", { "TF_TOKEN_my-tf_example": "t" }, "t"],
    ["my-tf.example", { TF_TOKEN_my__tf_example: "a", "TF_TOKEN_my-tf_example": "b" }, "a"],
    ["other.example", { TF_TOKEN_app_terraform_io: "t" }, undefined],
  ])("of %s with %j is %p", (name, environment, token) => {
    expect(findToken(name, { HOME: temporaryFolder(), ...environment })).toBe(token);
  });

  const home = (files: Readonly<Record<string, string>>): string => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, ".terraform.d"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  };
  const configuration = `credentials "other" {\n  token = "o"\n}\ncredentials "${host}" {\n  token = "c"\n}\n`;
  const login = JSON.stringify({ credentials: { [host]: { token: "l" } } });

  test("comes from the configuration, then from the login; the environment counts most", () => {
    const both = home({ ".terraformrc": configuration, ".terraform.d/credentials.tfrc.json": login });
    expect(findToken(host, { HOME: both })).toBe("c");
    expect(findToken(host, { HOME: home({ ".terraform.d/credentials.tfrc.json": login }) })).toBe("l");
    expect(findToken(host, { HOME: both, [variable]: "e" })).toBe("e");
    expect(findToken(host, { HOME: home({ ".terraform.d/credentials.tfrc.json": "{}" }) })).toBeUndefined();
    expect(findToken(host, { HOME: home({ ".terraform.d/credentials.tfrc.json": "{" }) })).toBeUndefined();
    expect(
      findToken(host, { HOME: home({ ".terraform.d/credentials.tfrc.json": "[null]" }) }),
    ).toBeUndefined();
    expect(findToken("none", { HOME: both })).toBeUndefined();
  });

  test("reads the file of TF_CLI_CONFIG_FILE in place of the one at home", () => {
    const file = join(temporaryFolder(), "rc");
    writeFileSync(file, configuration.replace('"c"', '"f"'));
    expect(findToken(host, { HOME: home({ ".terraformrc": configuration }), TF_CLI_CONFIG_FILE: file })).toBe(
      "f",
    );
  });
});

describe("the API", () => {
  test("exists for a stack in a workspace, with a token", () => {
    expect(CloudApi.of(withoutCloud)).toBeUndefined();
    expect(CloudApi.of(stack, { HOME: temporaryFolder() })).toBeUndefined();
    expect(api()).toBeDefined();
  });

  test("is asked with the token of the user", async () => {
    const asked = answers({ [workspacePath("web")]: workspaceAnswer("ws-1") });
    await api().findWorkspace("web");
    expect(asked[0]?.[1].headers).toEqual({
      authorization: "Bearer user-token",
      "content-type": "application/vnd.api+json",
    });
  });

  test.each([
    [{ "execution-mode": "remote" }, true, false],
    [{ "execution-mode": "agent", "global-remote-state": true }, true, true],
    [{ "execution-mode": "local", "global-remote-state": "true" }, false, false],
  ])("reports how a workspace with %j runs", async (attributes, runsRemotely, sharesState) => {
    answers({ [workspacePath("web")]: workspaceAnswer("ws-1", attributes) });
    expect(await api().findWorkspace("web")).toEqual({ id: "ws-1", name: "web", runsRemotely, sharesState });
  });

  test.each<[string, Answer]>([
    ["is missing", { status: 404 }],
    ["may not be read", { status: 403, body: { data: { attributes: {} } } }],
    ["has no attributes", { body: { data: { id: "ws-1" } } }],
    ["is no object", { body: [] }],
  ])("returns no workspace that %s", async (_, answer) => {
    answers({ [workspacePath("web")]: answer });
    expect(await api().findWorkspace("web")).toBeUndefined();
  });

  test("lists the readers of a state", async () => {
    const path = "GET workspaces/ws-1/relationships/remote-state-consumers";
    answers({ [path]: ids("ws-2", "ws-3") });
    expect(await api().readersOf(workspace)).toEqual(["ws-2", "ws-3"]);
    answers({ [path]: { body: { data: "x" } } });
    expect(await api().readersOf(workspace)).toEqual([]);
  });

  test.each([
    [204, "deleted"],
    [200, "refused"],
    [409, "refused"],
  ])("deletes a workspace: status %d is %s", async (status, outcome) => {
    answers({ "POST workspaces/ws-1/actions/safe-delete": { status } });
    expect(await api().deleteWorkspace(workspace)).toBe(outcome);
  });

  test.each([
    [{ status: "planned" }, true],
    [{ status: "cost_estimated" }, true],
    [{ status: "policy_checked", "save-plan": false }, true],
    [{ status: "planned", "save-plan": true }, false],
    [{ status: "planned_and_saved" }, false],
    [undefined, false],
  ])("a run with %j waits for its confirmation: %p", async (attributes, expected) => {
    answers({ "GET runs/run-1": { body: { data: { attributes } } } });
    expect(await api().awaitsConfirmation("run-1")).toBe(expected);
  });

  test.each([
    [199, false],
    [202, true],
    [299, true],
    [300, false],
    [409, false],
  ])("a run is discarded with status %d: %p", async (status, expected) => {
    jest.spyOn(globalThis, "fetch").mockResolvedValue({ status, text: async () => "" } as Response);
    expect(await api().discardRun("run-1")).toBe(expected);
  });
});

describe("the run that holds a workspace", () => {
  const current = workspaceAnswer("ws-1", {}, { "current-run": { data: { id: "run-1" } } });
  const run = (attributes: object, creator = "user-1"): Answer => ({
    body: {
      data: { attributes, relationships: { "created-by": { data: { id: creator } } } },
      included: [
        { type: "teams", id: "user-1", attributes: { username: "team" } },
        { type: "users", id: "user-1", attributes: { username: "ann" } },
      ],
    },
  });
  const told = (answer: Answer, ownRun?: string) => {
    answers({ [workspacePath("web")]: current, "GET runs/run-1?include=created_by": answer });
    return describeHolder(stack, ownRun, Date.parse("2030-01-01T00:01:30Z"));
  };
  const page = `https://${host}/app/acme/workspaces/web/runs/run-1`;
  const at = "2030-01-01T00:00:00Z";

  test("is reported with its owner, title, state, age and page", async () => {
    expect(await told(run({ status: "applying", "created-at": at, message: "Title" }))).toBe(
      `Waiting for run-1 of ann ("Title"), which is applying, since ${at} (1 min 30 s): ${page}`,
    );
  });

  test.each(["planned", "cost_estimated", "policy_checked", "policy_override"])(
    "that is %s says what a person can do",
    async (status) => {
      expect(await told(run({ status }))).toMatch(/: https:\S+ Confirm or discard it there\.$/);
    },
  );

  test("is reported without the members that the API does not return", async () => {
    expect(await told(run({ status: "pending", message: "", "created-at": "no date" }, "user-2"))).toBe(
      `Waiting for run-1, which is queued: ${page}`,
    );
  });

  test.each([
    ["pre_plan_running", "which is in the state pre_plan_running"],
    ["policy_checking", "which is in the state policy_checking"],
  ])("that is %s has the name of its state", async (status, words) => {
    expect(await told(run({ status }))).toBe(`Waiting for run-1 of ann, ${words}: ${page}`);
  });

  test.each(["applied", "discarded", "errored", "canceled", "planned_and_finished"])(
    "is not the last one if that is %s",
    async (status) => expect(await told(run({ status }))).toBeUndefined(),
  );

  test("is not younger than now", async () => {
    expect(await told(run({ status: "pending", "created-at": "2030-01-01T00:02:00Z" }))).toContain("(0.0 s)");
  });

  test("is not the run that waits", async () => {
    expect(await told(run({ status: "pending" }), page)).toBeUndefined();
    expect(await told(run({ status: "pending" }), `${page}1`)).toBeDefined();
  });

  test("is unknown if none exists, or if it cannot be read", async () => {
    expect(await told({ status: 404, body: { data: { attributes: {} } } })).toBeUndefined();
    answers({ [workspacePath("web")]: workspaceAnswer("ws-1") });
    expect(await describeHolder(stack, undefined)).toBeUndefined();
    expect(await describeHolder(withoutCloud, undefined)).toBeUndefined();
  });
});

describe("states that are not shared", () => {
  const reader = stackOf("web", ["data"]);
  const source = stackOf("data");
  const consumers = "GET workspaces/ws-data/relationships/remote-state-consumers";
  const problem = async (given: Readonly<Record<string, Answer>>) => {
    answers({
      [workspacePath("web")]: workspaceAnswer("ws-web", { "execution-mode": "remote" }),
      [workspacePath("data")]: workspaceAnswer("ws-data"),
      [consumers]: ids("ws-other"),
      ...given,
    });
    return (await unsharedStates([reader], [reader, source, stackOf("other")])).get("web");
  };

  test("are named with the page where they can be shared", async () => {
    expect(await problem({})).toBe(
      "The workspace web may not read the state of data. Nothing was deployed.\n" +
        "Share the state with it, under Remote state sharing:\n" +
        `https://${host}/app/acme/workspaces/data/settings/general`,
    );
  });

  test.each<[string, Record<string, Answer>]>([
    ["the state is shared with the workspace", { [consumers]: ids("ws-other", "ws-web") }],
    [
      "the state is shared with all",
      { [workspacePath("data")]: workspaceAnswer("d", { "global-remote-state": true }) },
    ],
    [
      "runs are on this machine",
      { [workspacePath("web")]: workspaceAnswer("w", { "execution-mode": "local" }) },
    ],
    ["the reader does not exist yet", { [workspacePath("web")]: { status: 404 } }],
    ["the source does not exist yet", { [workspacePath("data")]: { status: 404 } }],
  ])("are not a problem if %s", async (_, given) => {
    expect(await problem(given)).toBeUndefined();
  });

  test("are left to Terraform where the API cannot be asked", async () => {
    jest.spyOn(globalThis, "fetch").mockRejectedValue(new Error("no network"));
    expect((await unsharedStates([reader], [reader, source])).size).toBe(0);
    const asked = answers({});
    expect((await unsharedStates([source], [reader, source])).size).toBe(0);
    expect(asked).toEqual([]);
  });
});

describe("deleteWorkspaces", () => {
  const deleted = async (stacks: readonly SynthesizedStack[], given: Readonly<Record<string, Answer>>) => {
    answers(given);
    const lines: string[] = [];
    const terminal = { print: (line = "") => lines.push(line) } as unknown as Terminal;
    return { complete: await deleteWorkspaces(stacks, terminal), lines };
  };

  test("says of each one whether it is gone", async () => {
    const given = {
      [workspacePath("web")]: workspaceAnswer("w"),
      [workspacePath("data")]: workspaceAnswer("d"),
      "POST workspaces/w/actions/safe-delete": { status: 204 },
      "POST workspaces/d/actions/safe-delete": { status: 409 },
    };
    expect(await deleted([stack], given)).toEqual({
      complete: true,
      lines: ["", "Workspace acme/web: deleted"],
    });
    expect(await deleted([stackOf("data"), withoutCloud, stack, stackOf("none")], given)).toEqual({
      complete: false,
      lines: [
        "",
        "Workspace acme/data: refused",
        "Workspace acme/web: deleted",
        "Workspace acme/none: not found",
      ],
    });
  });

  test("reports why one was not deleted, and continues with the others", async () => {
    const lines: string[] = [];
    const terminal = { print: (line = "") => lines.push(line) } as unknown as Terminal;
    const refused = new TypeError("fetch failed", {
      cause: Object.assign(new Error(), { code: "ENOTFOUND" }),
    });
    jest
      .spyOn(globalThis, "fetch")
      .mockRejectedValueOnce(refused)
      .mockResolvedValue(new Response("<html>Bad gateway</html>", { status: 502 }));
    expect(await deleteWorkspaces([stack, stackOf("data")], terminal)).toBe(false);
    expect(lines).toEqual([
      "",
      "Workspace acme/web: not deleted (ENOTFOUND)",
      "Workspace acme/data: not found",
    ]);
  });
});
