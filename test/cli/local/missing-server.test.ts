import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeCredentials, describeVariables } from "../../../lib/cli/local/credentials";
import { serve } from "../../../lib/cli/local/serve";
import { askAboutUsers } from "../../../lib/cli/local/users";
import { askRunningServer } from "../../../lib/local/control";
import { temporaryFolder } from "../../support/stack";

jest.mock("../../../lib/local/control", () => ({ askRunningServer: jest.fn() }));
jest.mock("../../../lib/local/server-folder", () => ({
  localFolder: (root: string) => `${root}/.local`,
  serverFolders: (folder: string) => [`${folder}/1`],
}));

const list = { action: "list" } as const;

function project(template: object = {}): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "cdktf.json"), JSON.stringify({ language: "typescript", app: "node main.js" }));
  writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify(template));
  jest.spyOn(process, "cwd").mockReturnValue(folder);
  return folder;
}

afterEach(() => jest.restoreAllMocks());

describe("without a running local server", () => {
  test.each([
    ["serverform local users list", () => askAboutUsers({} as never, list)],
    ["serverform local env", () => describeVariables({} as never)],
  ])("%s says how to start one", async (path, run) => {
    project();
    jest.mocked(askRunningServer).mockResolvedValue(undefined);
    await expect(run()).rejects.toMatchObject({ code: "local-server-missing", path });
  });
});

test("the server's refusal of users is an error with its reason", async () => {
  project();
  jest.mocked(askRunningServer).mockResolvedValue({ answer: { problem: "There is no user ada." } });
  await expect(askAboutUsers({} as never, list)).rejects.toMatchObject({
    code: "local-users-refused",
    message: expect.stringContaining("There is no user ada."),
  });
});

test.each([
  ["--guest", { guest: true }, "unauthenticated"],
  ["--user", { user: "ada" }, "authenticated"],
])("credentials of %s need a role of the identity pool", async (prop, options, kind) => {
  const from = project({
    resource: { aws_cognito_identity_pool: { people: { identity_pool_name: "people" } } },
  });
  await expect(describeCredentials({ ...options, from } as never)).rejects.toMatchObject({
    code: "local-identity-role-none",
    prop,
    message: expect.stringContaining(`no role "${kind}"`),
  });
});

test("--only without --state is refused before anything is started", async () => {
  await expect(serve({ port: "0", only: ["Api"] } as never)).rejects.toMatchObject({
    code: "option-needs",
    prop: "--only",
  });
});
