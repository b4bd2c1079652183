import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSeed } from "../../../../lib/cli/local/seed";
import { performCommand, seedUsers } from "../../../../lib/local/services/cognito-idp/commands";
import { ada, Directory, password, poolId } from "./directory";

const groups = { Admins: { user_pool_id: poolId, name: "admins" } };
let directory: Directory;
beforeEach(async () => {
  directory = await Directory.start({ more: { aws_cognito_user_group: groups } });
});

describe("users of a command", () => {
  test("a created user signs in at once, and is listed with the groups", async () => {
    const created = await performCommand(directory.pools, {
      action: "create",
      name: ada,
      password,
      groups: ["admins"],
    });
    expect(created).toEqual({
      users: [
        {
          pool: "users",
          username: expect.any(String),
          status: "CONFIRMED",
          attributes: { email: ada, email_verified: "true" },
          groups: ["admins"],
        },
      ],
    });
    expect(await performCommand(directory.pools, { action: "list" })).toEqual(created);
    await expect(directory.signIn()).resolves.toBeDefined();
  });

  test("a user who signed up is confirmed, gets another password and a group", async () => {
    await directory.signUp();
    const name = ada;
    await performCommand(directory.pools, { action: "confirm", name });
    await performCommand(directory.pools, { action: "set-password", name, password: "Another-horse-1" });
    await performCommand(directory.pools, { action: "add-to-group", name, group: "admins" });
    await expect(directory.signIn(ada, "Another-horse-1")).resolves.toBeDefined();
    expect(await performCommand(directory.pools, { action: "inbox" })).toMatchObject({
      messages: [{ to: ada }],
    });
  });

  test.each([
    [{ action: "confirm", name: "nobody" }, "UserNotFoundException: User does not exist."],
    [{ action: "create", name: ada, password: "x" }, /^InvalidPasswordException/],
    [{ action: "create", name: ada, password, groups: ["none"] }, /Group not found/],
    [{ action: "create", name: ada, pool: "none" }, /--pool .*none/],
  ] as const)("%j has an error with the reason, and creates no user", async (command, problem) => {
    expect(await performCommand(directory.pools, command)).toEqual({
      problem: expect.stringMatching(problem),
    });
    expect(directory.pools.all[0]?.users.all).toEqual([]);
  });
});

describe("--seed", () => {
  test("creates the users whom the pool does not have yet", async () => {
    const seed = [{ name: ada, password, groups: ["admins"], attributes: { nickname: "ada" } }];
    await seedUsers(directory.pools, seed);
    await seedUsers(directory.pools, seed);
    expect(directory.pools.all[0]?.users.all).toMatchObject([{ status: "CONFIRMED", groups: ["admins"] }]);
  });

  test("says which user of which file cannot be created, and what is near", async () => {
    const place = "seed.json users[0]";
    const create = (user: object) => seedUsers(directory.pools, [{ name: ada, place, ...user }]);
    await expect(create({ password, groups: ["admin"] })).rejects.toThrow(
      `serverform local: ${place} is "${ada}", whom the user pool refuses: ResourceNotFoundException: Group not found.
  The group "admin" does not exist. Known groups: "admins". Did you mean "admins"?
  [local-seed-user-refused]`,
    );
    await expect(create({ password: "short" })).rejects.toThrow(
      /InvalidPasswordException.*\n.*must follow the policy/,
    );
    expect(directory.pools.all[0]?.users.all).toEqual([]);
  });

  test.each([
    ["{", /cannot be used/],
    ["[]", /it is not of the form/],
    ['{ "users": [{}] }', /users\[0\].name is missing/],
    ['{ "users": [{ "name": "a", "mail": "b" }] }', /has the key "mail"(.|\n)* Known keys: pool, name/],
    ['{ "users": [{ "name": "a", "password": 1 }] }', /users\[0\].password is not a string/],
    ['{ "users": [{ "name": "a", "groups": "b" }] }', /groups is not an array of strings/],
    ['{ "users": [{ "name": "a", "attributes": { "b": 1 } }] }', /attributes is not an object of strings/],
  ])("refuses %s", (content, reason) => {
    const folder = mkdtempSync(join(tmpdir(), "serverform-seed-"));
    const file = join(folder, "seed.json");
    writeFileSync(file, content);
    expect(() => readSeed(file)).toThrow(reason);
    expect(() => readSeed(file)).toThrow(expect.objectContaining({ code: "local-seed-invalid" }));
    rmSync(folder, { recursive: true });
  });
});
