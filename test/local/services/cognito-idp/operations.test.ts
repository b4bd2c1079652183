import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";
import { Userbase } from "../../../../lib/constructs/userbase";
import { isPublicOperation } from "../../../../lib/local/services/cognito-idp/operation";
import { cognitoOperations } from "../../../../lib/local/services/cognito-idp/operations";
import type { Values } from "../../../../lib/model";
import { only, testStack } from "../../../support/stack";
import { operationNames } from "./contract";
import { ada, clientId, Directory, password, poolId } from "./directory";

describe("the table of operations", () => {
  test("an operation that is not emulated answers by name", async () => {
    const directory = await Directory.start();
    const missing = operationNames.filter((name) => !(name in cognitoOperations));
    expect(missing).toContain("CreateUserPool");
    for (const name of missing) {
      const { status, body } = await directory.raw(name, {});
      expect([status, body.message]).toEqual([
        501,
        `serverform local does not emulate ${name} of cognito-idp.`,
      ]);
    }
  });

  test("the operations without credentials are those that the SDK does not sign", () => {
    const { dir } = parse(require.resolve("@aws-sdk/client-cognito-identity-provider/package.json"));
    const source = readFileSync(join(dir, "dist-es/auth/httpAuthSchemeProvider.js"), "utf8");
    const unsigned = new Set([...source.matchAll(/case "(\w+)"/g)].map(([, name]) => name));
    const names = Object.keys(cognitoOperations);
    expect(names.filter(isPublicOperation)).toEqual(names.filter((name) => unsigned.has(name)));
    expect(names.filter(isPublicOperation)).toHaveLength(31);
  });
});

describe("raw requests", () => {
  let directory: Directory;
  beforeAll(async () => {
    directory = await Directory.start();
  });

  test.each([
    [
      {},
      "InvalidParameterException",
      /^2 validation errors detected: Value null at 'clientId' .* Value null at 'username'/,
    ],
    [{ ClientId: 1, Username: "a" }, "SerializationException", /ClientId/],
    [
      { ClientId: clientId, Username: "a", UserContextData: "none" },
      "SerializationException",
      /UserContextData/,
    ],
    [{ ClientId: clientId, Username: "" }, "InvalidParameterException", /length greater than or equal to 1/],
    [
      { ClientId: "nobody", Username: "a" },
      "ResourceNotFoundException",
      /User pool client nobody does not exist/,
    ],
  ])("%j is refused", async (input, code, message) => {
    const { status, body } = await directory.raw("SignUp", input);
    expect([status, body.__type, body.message]).toEqual([400, code, expect.stringMatching(message)]);
  });
});

describe("sign-up", () => {
  const input = { ClientId: clientId, Username: ada, Password: password };
  const attributes = (given: Record<string, string>) =>
    Object.entries(given).map(([Name, Value]) => ({ Name, Value }));

  test.each([
    ["short", "Password not long enough"],
    ["lowercase-1", "Password must have uppercase characters"],
    ["UPPERCASE-1", "Password must have lowercase characters"],
    ["No-numbers", "Password must have numeric characters"],
    ["NoSymbols1", "Password must have symbol characters"],
  ])("the password %s is refused", async (Password, reason) => {
    const directory = await Directory.start();
    const refusal = await directory.refusal("SignUp", { ...input, Password });
    expect(refusal).toBe(`InvalidPasswordException: Password did not conform with policy: ${reason}`);
  });

  test.each([
    ["a name that is not an address", { Username: "ada" }, /Username should be an email/],
    [
      "an attribute that is not in the schema",
      { UserAttributes: attributes({ "custom:no": "x" }) },
      /does not exist in the schema/,
    ],
    [
      "an attribute that the client may not write",
      { UserAttributes: attributes({ nickname: "x" }) },
      /^NotAuthorizedException: A client attempted to write/,
    ],
    [
      "a verification that the client claims",
      { UserAttributes: attributes({ email_verified: "true" }) },
      /unauthorized attribute/,
    ],
    [
      "a text that is too long",
      { UserAttributes: attributes({ "custom:team": "four" }) },
      /String must not be longer than 3/,
    ],
    ["a missing attribute", {}, /name: The attribute is required/],
  ])("%s is refused", async (_, more, reason) => {
    const schema = [
      { name: "name", attribute_data_type: "String", required: true, mutable: true },
      {
        name: "team",
        attribute_data_type: "String",
        mutable: true,
        string_attribute_constraints: { max_length: "3" },
      },
    ];
    const directory = await Directory.start({
      pool: { schema },
      client: { write_attributes: ["name", "email", "custom:team"] },
    });
    expect(await directory.refusal("SignUp", { ...input, ...more })).toMatch(reason);
    expect(directory.pools.all[0]?.users.all).toEqual([]);
  });

  test("a name is taken once in any case", async () => {
    const directory = await Directory.start();
    await directory.signUp();
    expect(await directory.refusal("SignUp", { ...input, Username: "ADA@example.com" })).toMatch(
      /^UsernameExistsException/,
    );
  });

  test("a wrong code is refused, an old one has expired, and a new one confirms", async () => {
    const directory = await Directory.start();
    await directory.signUp();
    const confirm = (ConfirmationCode: string) =>
      directory.refusal("ConfirmSignUp", { ...input, Password: undefined, ConfirmationCode });
    expect(await confirm("x")).toMatch(/^CodeMismatchException/);
    directory.clock.advanceSeconds(24 * 3600);
    expect(await confirm(directory.code)).toMatch(/^ExpiredCodeException/);
    await expect(directory.signIn()).rejects.toThrow("User is not confirmed.");
    await directory.ask("ResendConfirmationCode", { ClientId: clientId, Username: ada });
    expect(await confirm(directory.code)).toBe("accepted");
  });

  test("an alias belongs to the user who verified it last, if that is forced", async () => {
    const directory = await Directory.start({
      pool: { username_attributes: undefined, alias_attributes: ["email"] },
    });
    for (const name of ["one", "two"]) await directory.signUp(name, { email: ada });
    const [first = "", second = ""] = directory.inbox.map(({ code }) => code);
    const confirm = (Username: string, ConfirmationCode: string, more = {}) =>
      directory.refusal("ConfirmSignUp", { ClientId: clientId, Username, ConfirmationCode, ...more });
    expect(await confirm("one", first)).toBe("accepted");
    expect(await confirm("two", second)).toMatch(/^AliasExistsException/);
    expect(await confirm("two", second, { ForceAliasCreation: true })).toBe("accepted");
    const holder = () => directory.pools.all[0]?.users.find(ada)?.username;
    expect(holder()).toBe("two");
    const UserAttributes = Object.entries({ email: ada, email_verified: "true" }).map(([Name, Value]) => ({
      Name,
      Value,
    }));
    const create = (more = {}) =>
      directory.refusal("AdminCreateUser", {
        UserPoolId: poolId,
        Username: "three",
        UserAttributes,
        MessageAction: "SUPPRESS",
        ...more,
      });
    expect(await create()).toMatch(/^AliasExistsException/);
    expect(await create({ ForceAliasCreation: true })).toBe("accepted");
    expect(holder()).toBe("three");
  });
});

describe("accounts", () => {
  let directory: Directory;
  let AccessToken: string;
  beforeEach(async () => {
    directory = await Directory.start({
      pool: { password_policy: { minimum_length: 8, password_history_size: 2 } },
    });
    await directory.signUp();
    await directory.confirm();
    ({ AccessToken } = await directory.signIn());
  });

  test("a forgotten password is replaced with a code", async () => {
    const { CodeDeliveryDetails } = await directory.ask<{ CodeDeliveryDetails: object }>("ForgotPassword", {
      ClientId: clientId,
      Username: ada,
    });
    expect(CodeDeliveryDetails).toEqual({
      Destination: "a***@e***",
      DeliveryMedium: "EMAIL",
      AttributeName: "email",
    });
    const input = { ClientId: clientId, Username: ada, ConfirmationCode: directory.code };
    expect(await directory.refusal("ConfirmForgotPassword", { ...input, Password: password })).toMatch(
      /^PasswordHistoryPolicy/,
    );
    await directory.ask("ConfirmForgotPassword", { ...input, Password: "another-one" });
    await expect(directory.signIn(ada, "another-one")).resolves.toBeDefined();
  });

  test("a user who does not exist seems to get a code", async () => {
    const sent = directory.inbox.length;
    const answer = await directory.ask("ForgotPassword", {
      ClientId: clientId,
      Username: "nobody@example.com",
    });
    expect(answer).toMatchObject({
      CodeDeliveryDetails: { Destination: "n***@e***", DeliveryMedium: "EMAIL", AttributeName: "email" },
    });
    expect(directory.inbox).toHaveLength(sent);
  });

  test("a client that hides users does not reveal which users get no code", async () => {
    const disabled = "off@example.com";
    await directory.ask("AdminCreateUser", { UserPoolId: poolId, Username: disabled });
    await directory.ask("AdminDisableUser", { UserPoolId: poolId, Username: disabled });
    const unverified = "new@example.com";
    await directory.ask("AdminCreateUser", { UserPoolId: poolId, Username: unverified });
    const told = async (Username: string): Promise<unknown> => {
      const who = { ClientId: clientId, Username };
      const confirm = { ...who, ConfirmationCode: "999999x", Password: "another-one" };
      const before = await directory.refusal("ConfirmForgotPassword", confirm);
      const answer = await directory.ask<{ CodeDeliveryDetails: Record<string, string> }>(
        "ForgotPassword",
        who,
      );
      return [
        before,
        { ...answer.CodeDeliveryDetails, Destination: answer.CodeDeliveryDetails.Destination?.slice(1) },
        await directory.refusal("ConfirmForgotPassword", confirm),
        await directory.refusal("ConfirmSignUp", { ...who, ConfirmationCode: "999999x" }),
      ];
    };
    const nobody = await told("nobody@example.com");
    expect(((await told(ada)) as readonly unknown[]).slice(0, 3)).toEqual(
      (nobody as readonly unknown[]).slice(0, 3),
    );
    expect(await told(disabled)).toEqual(nobody);
    expect(((await told(unverified)) as readonly unknown[]).slice(0, 3)).toEqual(
      (nobody as readonly unknown[]).slice(0, 3),
    );
  });

  test("a password is changed by a user who knows it", async () => {
    const input = { AccessToken, ProposedPassword: "another-one" };
    expect(await directory.refusal("ChangePassword", { ...input, PreviousPassword: "x" })).toMatch(
      /Incorrect username or password/,
    );
    expect(await directory.refusal("ChangePassword", { ...input, PreviousPassword: password })).toBe(
      "accepted",
    );
  });

  test("a new address is verified with a code", async () => {
    const UserAttributes = [{ Name: "email", Value: "ada@new.example.com" }];
    await directory.ask("UpdateUserAttributes", { AccessToken, UserAttributes });
    const user = () => directory.pools.all[0]?.users.all[0]?.attributes;
    expect(user()).toEqual({ email: "ada@new.example.com", email_verified: "false" });
    expect(directory.inbox.at(-1)?.to).toBe("ada@new.example.com");
    await directory.ask("VerifyUserAttribute", { AccessToken, AttributeName: "email", Code: directory.code });
    expect(user()?.email_verified).toBe("true");
  });

  test("an attribute without a value is removed, as one that is deleted", async () => {
    const user = () => directory.pools.all[0]?.users.all[0]?.attributes;
    const update = (attributes: object) =>
      directory.ask<{ CodeDeliveryDetailsList: object[] }>("UpdateUserAttributes", {
        AccessToken,
        UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      });
    await update({ name: "Ada", updated_at: "1", nickname: "a" });
    const sent = directory.inbox.length;
    expect((await update({ name: "", email: "" })).CodeDeliveryDetailsList).toEqual([]);
    expect([user(), directory.inbox.length]).toEqual([{ updated_at: "1", nickname: "a" }, sent]);
    await directory.ask("DeleteUserAttributes", {
      AccessToken,
      UserAttributeNames: ["updated_at", "birthdate"],
    });
    expect(user()).toEqual({ nickname: "a" });
  });

  test("users and groups survive a restart of the server with --data", async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), "serverform-pool-"));
    const kept = await Directory.start({ dataFolder });
    await kept.signUp();
    await kept.confirm();
    await kept.ask("CreateGroup", { UserPoolId: poolId, GroupName: "admins" });
    await kept.service.resources.stop();
    await kept.restart();
    await expect(kept.signIn()).resolves.toBeDefined();
    expect(await kept.ask("ListGroups", { UserPoolId: poolId })).toMatchObject({
      Groups: [{ GroupName: "admins" }],
    });
    await kept.service.resources.stop();
    rmSync(dataFolder, { recursive: true });
  });

  test("a file of users that cannot be read is kept beside the new one", async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), "serverform-pool-"));
    mkdirSync(join(dataFolder, "cognito-idp"));
    const file = join(dataFolder, "cognito-idp", `${poolId}.json`);
    writeFileSync(file, "{");
    const kept = await Directory.start({ dataFolder });
    await kept.signUp();
    await kept.service.resources.stop();
    expect(readFileSync(`${file}.unreadable`, "utf8")).toBe("{");
    expect(readFileSync(file, "utf8")).not.toContain(password);
    rmSync(dataFolder, { recursive: true });
  });

  test("a user deletes the account", async () => {
    await directory.ask("DeleteUser", { AccessToken });
    expect(await directory.refusal("GetUser", { AccessToken })).toMatch(/^UserNotFoundException/);
  });

  test("no request and no answer left the model of the service", () =>
    expect(directory.problems).toEqual([]));
});

describe("administration", () => {
  let directory: Directory;
  const inPool = (more: object = {}) => ({ UserPoolId: poolId, ...more });
  beforeAll(async () => {
    const groups = {
      Staff: { user_pool_id: poolId, name: "staff", role_arn: "arn:aws:iam::1:role/staff", precedence: 1 },
    };
    directory = await Directory.start({ more: { aws_cognito_user_group: groups } });
  });

  test("an invited user replaces the temporary password", async () => {
    const UserAttributes = [{ Name: "email", Value: ada }];
    await directory.ask(
      "AdminCreateUser",
      inPool({ Username: ada, UserAttributes, DesiredDeliveryMediums: ["EMAIL"] }),
    );
    expect(directory.inbox.at(-1)).toMatchObject({ to: ada, subject: "Your temporary password" });
    const asked = await directory.initiate("USER_PASSWORD_AUTH", { USERNAME: ada, PASSWORD: directory.code });
    expect(asked.ChallengeName).toBe("NEW_PASSWORD_REQUIRED");
    await expect(directory.respond(asked, { NEW_PASSWORD: "x" })).rejects.toThrow("Password not long enough");
    expect((await directory.respond(asked, { NEW_PASSWORD: password })).AuthenticationResult).toBeDefined();
  });

  test("an invited user adds the missing attributes, and no others that the pool requires", async () => {
    const schema = ["email", "name"].map((name) => ({
      name,
      attribute_data_type: "String",
      required: true,
      mutable: true,
    }));
    const invited = await Directory.start({ pool: { schema } });
    const user = { UserPoolId: poolId, Username: ada, TemporaryPassword: password };
    await invited.ask("AdminCreateUser", user);
    const answer = async (attributes: Readonly<Record<string, string>>) => {
      const asked = await invited.initiate("USER_PASSWORD_AUTH", { USERNAME: ada, PASSWORD: password });
      const given = Object.entries(attributes).map(([name, value]) => [`userAttributes.${name}`, value]);
      return invited
        .respond(asked, { NEW_PASSWORD: password, ...Object.fromEntries(given) })
        .then(({ AuthenticationResult }) => AuthenticationResult !== undefined)
        .catch(({ name, message }: Error) => `${name}: ${message}`);
    };
    expect([
      await answer({ name: "Ada", email_verified: "true" }),
      await answer({ name: "Ada", email: ada }),
      await answer({}),
      await answer({ name: "Ada", nickname: "ada" }),
    ]).toEqual([
      "InvalidParameterException: Cannot modify the non-mutable attribute email_verified",
      "NotAuthorizedException: Cannot modify an already provided email",
      "InvalidParameterException: Invalid attributes given, name is missing",
      true,
    ]);
  });

  test("the groups of the app are in tokens, with their roles", async () => {
    await directory.ask("AdminAddUserToGroup", inPool({ Username: ada, GroupName: "staff" }));
    const { IdToken } = await directory.signIn();
    expect(JSON.parse(Buffer.from(IdToken.split(".")[1] ?? "", "base64url").toString())).toMatchObject({
      "cognito:groups": ["staff"],
      "cognito:roles": ["arn:aws:iam::1:role/staff"],
      "cognito:preferred_role": "arn:aws:iam::1:role/staff",
    });
    const list = await directory.ask("ListUsersInGroup", inPool({ GroupName: "staff" }));
    expect(list).toMatchObject({ Users: [{ Enabled: true, UserStatus: "CONFIRMED" }] });
  });

  test("users are found by filters, a page at a time", async () => {
    for (const name of ["bob", "bea"]) {
      await directory.ask(
        "AdminCreateUser",
        inPool({ Username: `${name}@example.com`, MessageAction: "SUPPRESS" }),
      );
    }
    const emails = async (more: object): Promise<[string[], string | undefined]> => {
      type Answer = { Users: { Attributes: { Name: string; Value: string }[] }[]; PaginationToken?: string };
      const { Users, PaginationToken } = await directory.ask<Answer>("ListUsers", inPool(more));
      return [Users.flatMap(({ Attributes }) => Attributes.map(({ Value }) => Value)), PaginationToken];
    };
    const Filter = 'email ^= "b"';
    const [first, token] = await emails({ Filter, Limit: 1, AttributesToGet: ["email"] });
    const [second, end] = await emails({
      Filter,
      Limit: 1,
      AttributesToGet: ["email"],
      PaginationToken: token,
    });
    expect([first, second, end]).toEqual([["bob@example.com"], ["bea@example.com"], undefined]);
    expect(await emails({ Filter: 'email = "ADA@example.com"', AttributesToGet: ["email"] })).toEqual([
      [ada],
      undefined,
    ]);
    for (const [name, value] of [
      ["username", "sub"],
      ["status", "Enabled"],
      ["cognito:user_status", "FORCE_CHANGE_PASSWORD"],
    ] as const) {
      const [known = ""] = name === "username" ? (await emails({ AttributesToGet: ["sub"] }))[0] : [value];
      const found = async (text: string) => (await emails({ Filter: `${name} = "${text}"` }))[0].length > 0;
      expect([
        name,
        await found(known),
        await found(known.toUpperCase()),
        await found(known.toLowerCase()),
      ]).toEqual([name, true, name === "cognito:user_status", name !== "status"]);
    }
    expect(await directory.refusal("ListUsers", inPool({ Filter: "email ~ x" }))).toMatch(
      /Error while parsing filter/,
    );
    expect(await directory.refusal("ListUsers", inPool({ Filter: 'gender = "x"' }))).toMatch(
      /Cannot search on attribute/,
    );
  });

  test("codes by SMS are turned on and off the older way", async () => {
    const on = { MFAOptions: [{ DeliveryMedium: "SMS", AttributeName: "phone_number" }] };
    const set = (more: object) =>
      directory.refusal("AdminSetUserSettings", inPool({ Username: ada, ...more }));
    expect(await set(on)).toMatch(/delivery config/);
    const UserAttributes = [{ Name: "phone_number", Value: "+15550100" }];
    await directory.ask("AdminUpdateUserAttributes", inPool({ Username: ada, UserAttributes }));
    expect(await set(on)).toBe("accepted");
    expect(await directory.ask("AdminGetUser", inPool({ Username: ada }))).toMatchObject({
      ...on,
      UserMFASettingList: ["SMS_MFA"],
    });
    expect(await set({ MFAOptions: [] })).toBe("accepted");
    expect(await directory.ask("AdminGetUser", inPool({ Username: ada }))).not.toHaveProperty("MFAOptions");
  });

  test("a disabled user cannot sign in, and a reset one needs a code", async () => {
    const { AccessToken } = await directory.signIn();
    directory.clock.advanceSeconds(1);
    await directory.ask("AdminDisableUser", inPool({ Username: ada }));
    await expect(directory.signIn()).rejects.toThrow("User is disabled.");
    expect(await directory.refusal("GetUser", { AccessToken })).toMatch(/User is disabled/);
    await directory.ask("AdminEnableUser", inPool({ Username: ada }));
    expect(await directory.refusal("GetUser", { AccessToken })).toMatch(/Access Token has been revoked/);
    await directory.ask(
      "AdminUpdateUserAttributes",
      inPool({ Username: ada, UserAttributes: [{ Name: "email_verified", Value: "true" }] }),
    );
    await directory.ask("AdminResetUserPassword", inPool({ Username: ada }));
    await expect(directory.signIn()).rejects.toThrow("Password reset required for the user");
    await directory.ask(
      "AdminSetUserPassword",
      inPool({ Username: ada, Password: password, Permanent: true }),
    );
    await expect(directory.signIn()).resolves.toBeDefined();
  });

  test("the pool, its client and its groups are described as the app declares them", async () => {
    const { UserPool } = await directory.ask<{ UserPool: object }>("DescribeUserPool", inPool());
    expect(UserPool).toMatchObject({
      Id: poolId,
      UsernameAttributes: ["email"],
      MfaConfiguration: "OFF",
      EstimatedNumberOfUsers: 3,
    });
    const { UserPoolClient } = await directory.ask<{ UserPoolClient: object }>(
      "DescribeUserPoolClient",
      inPool({ ClientId: clientId }),
    );
    expect(UserPoolClient).toMatchObject({ ClientId: clientId, PreventUserExistenceErrors: "ENABLED" });
    for (const [name, more] of [
      ["ListUserPools", { MaxResults: 1 }],
      ["ListUserPoolClients", inPool()],
      ["ListResourceServers", inPool()],
      ["ListIdentityProviders", inPool()],
      ["GetUserPoolMfaConfig", inPool()],
      ["GetGroup", inPool({ GroupName: "staff" })],
      ["AdminGetUser", inPool({ Username: ada })],
      ["AdminListGroupsForUser", inPool({ Username: ada })],
      ["AdminListDevices", inPool({ Username: ada })],
      ["AdminGetUserAuthFactors", inPool({ Username: ada })],
    ] as const) {
      await directory.ask(name, more);
    }
  });

  test("no request and no answer left the model of the service", () =>
    expect(directory.problems).toEqual([]));
});

describe("the settings that a Userbase writes", () => {
  test("are those of the pool here: rules for passwords, passkeys, and flows of the main client", async () => {
    const stack = testStack();
    new Userbase(stack, "Users", {
      login: ["email"],
      passwordPolicy: {
        minLength: 6,
        require: ["numbers"],
        temporaryPasswordValidity: "2 days",
        historySize: 3,
      },
      passkeys: { relyingPartyId: "notes.example.com", userVerification: "required" },
      client: { authFlows: ["srp"], sessionValidity: "5 minutes", accessTokenValidity: "10 minutes" },
    });
    const written = (type: string): Values => {
      const { lifecycle: _, name: __, user_pool_id: ___, ...values } = only(stack, type);
      return values;
    };
    const directory = await Directory.start({
      pool: written("aws_cognito_user_pool"),
      client: written("aws_cognito_user_pool_client"),
    });
    const { UserPool } = await directory.ask<{ UserPool: { Policies: object } }>("DescribeUserPool", {
      UserPoolId: poolId,
    });
    expect(UserPool.Policies).toMatchObject({
      PasswordPolicy: {
        MinimumLength: 6,
        RequireNumbers: true,
        RequireSymbols: false,
        RequireUppercase: false,
        PasswordHistorySize: 3,
        TemporaryPasswordValidityDays: 2,
      },
    });
    expect(await directory.ask("GetUserPoolMfaConfig", { UserPoolId: poolId })).toMatchObject({
      WebAuthnConfiguration: { RelyingPartyId: "notes.example.com", UserVerification: "required" },
    });
    const signUp = { ClientId: clientId, Username: ada };
    expect(await directory.refusal("SignUp", { ...signUp, Password: "secret" })).toMatch(/numeric/);
    await directory.ask("SignUp", { ...signUp, Password: "secret1" });
    await directory.confirm();
    const AuthParameters = { USERNAME: ada, PASSWORD: "secret1" };
    const asked = { ClientId: clientId, AuthFlow: "USER_PASSWORD_AUTH", AuthParameters };
    expect(await directory.refusal("InitiateAuth", asked)).toMatch(/USER_PASSWORD_AUTH flow not enabled/);
  });
});
