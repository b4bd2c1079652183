import { createLocalToken } from "../../../lib/cli/local/token";
import { temporaryFolder } from "../../support/stack";
import { localFixture } from "../support/local";

describe("A token of a local user pool, outside of a project", () => {
  const options = { user: "ada", port: "0", host: "127.0.0.1", watch: false };

  beforeEach(() => void jest.spyOn(process, "cwd").mockReturnValue(temporaryFolder()));

  afterEach(() => jest.restoreAllMocks());

  test.each(["access", "id"])("is created for the Terraform JSON of --from: %s", async (use) => {
    const token = await createLocalToken({ ...options, use, from: localFixture });
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(claims.token_use).toBe(use);
  });

  test.each(["", "refresh", "Access"])("is not created for the use %j", async (use) => {
    await expect(createLocalToken({ ...options, use, from: localFixture })).rejects.toThrow("--use");
  });

  test.each<[given: string, claims: object]>([
    ["email=ada@example.com", { email: "ada@example.com" }],
    ['roles=["admin","a=b"]', { roles: ["admin", "a=b"] }],
    ["level=3", { level: 3 }],
    ['level="3"', { level: "3" }],
    ["note=", { note: "" }],
  ])("has the claim %s", async (given, claims) => {
    const token = await createLocalToken({ ...options, claim: [given], from: localFixture });
    expect(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())).toMatchObject(claims);
  });

  test.each(["email", "=ada", "roles=[admin", 'name="ada'])(
    "is not created for the claim %s",
    async (given) => {
      await expect(
        createLocalToken({ ...options, claim: [given], from: localFixture }),
      ).rejects.toMatchObject({
        code: "claim-invalid",
        prop: "--claim",
      });
    },
  );

  test("needs a project without --from", async () => {
    await expect(createLocalToken({ ...options, use: "id" })).rejects.toThrow("cdktf.json");
  });
});
