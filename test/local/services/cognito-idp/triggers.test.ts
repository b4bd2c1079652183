import { ada, claimsOf, clientId, Directory, password, poolId, type TriggerEvent } from "./directory";

const nothing = () => ({});
const sources = ({ events }: Directory) => events.map(({ triggerSource }) => triggerSource);

describe("triggers", () => {
  test("run in the order of a sign-up and a sign-in", async () => {
    const all = [
      "PreSignUp_SignUp",
      "CustomMessage_SignUp",
      "PostConfirmation_ConfirmSignUp",
      "PreAuthentication_Authentication",
      "PostAuthentication_Authentication",
      "TokenGeneration_Authentication",
    ];
    const triggers = Object.fromEntries(all.map((source) => [source, nothing]));
    const directory = await Directory.withAda({ triggers });
    await directory.signIn();
    expect(sources(directory)).toEqual(all);
    expect(directory.events[0]).toEqual({
      version: "1",
      region: "us-east-1",
      userPoolId: poolId,
      userName: ada,
      callerContext: { awsSdkVersion: "aws-sdk-unknown-unknown", clientId },
      triggerSource: "PreSignUp_SignUp",
      request: { userAttributes: { email: ada }, validationData: null },
      response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    });
  });

  test.each([
    [undefined, false],
    [{ device: "desk" }, true],
  ])("post authentication gets the metadata %j of the client", async (ClientMetadata, isGiven) => {
    const directory = await Directory.start({
      pool: { sign_in_policy: { allowed_first_auth_factors: ["PASSWORD", "EMAIL_OTP"] } },
      triggers: { PostAuthentication_Authentication: nothing },
    });
    await directory.signUp();
    await directory.confirm();
    const asked = await directory.initiate("USER_AUTH", { USERNAME: ada });
    const sent = await directory.respond(asked, { ANSWER: "EMAIL_OTP" });
    await directory.respond(
      sent,
      { EMAIL_OTP_CODE: directory.code },
      { ...(ClientMetadata && { ClientMetadata }) },
    );
    const { request } = directory.events.at(-1) as { request: Record<string, unknown> };
    expect("clientMetadata" in request).toBe(isGiven);
    expect(request.clientMetadata).toEqual(ClientMetadata);
  });

  test("pre sign-up confirms and verifies a user at once", async () => {
    const triggers = { PreSignUp_SignUp: () => ({ autoConfirmUser: true, autoVerifyEmail: true }) };
    const directory = await Directory.start({ triggers });
    await directory.signUp();
    expect(directory.inbox).toEqual([]);
    expect(claimsOf((await directory.signIn()).IdToken)).toMatchObject({ email_verified: true });
  });

  test("an address that pre sign-up verifies is no longer an alias of another user", async () => {
    const triggers = { PreSignUp_SignUp: () => ({ autoConfirmUser: true, autoVerifyEmail: true }) };
    const pool = { username_attributes: undefined, alias_attributes: ["email"] };
    const directory = await Directory.start({ triggers, pool });
    for (const name of ["one", "two"]) await directory.signUp(name, { email: ada });
    const users = directory.pools.all[0]?.users.all;
    expect(users?.map(({ attributes }) => attributes.email_verified)).toEqual(["false", "true"]);
  });

  test("a function that throws refuses, with its own words", async () => {
    const triggers = {
      PreSignUp_SignUp: () => {
        throw new Error("Only for members");
      },
    };
    const directory = await Directory.start({ triggers });
    const refusal = await directory.refusal("SignUp", {
      ClientId: clientId,
      Username: ada,
      Password: password,
    });
    expect(refusal).toBe(
      "UserLambdaValidationException: PreSignUp failed with error Error: Only for members.",
    );
    expect(directory.pools.all[0]?.users.all).toEqual([]);
  });

  test("a function that does not return its event is refused", async () => {
    const directory = await Directory.start({ triggers: { PreSignUp_SignUp: () => "yes" } });
    await expect(directory.signUp()).rejects.toThrow("Unrecognizable lambda output");
  });

  test("a function that does not answer in 5 seconds is tried three times", async () => {
    const never = new Promise(() => {});
    const directory = await Directory.start({ triggers: { PreSignUp_SignUp: nothing } });
    directory.functions.invoke = () => never as never;
    const refusal = directory.refusal("SignUp", { ClientId: clientId, Username: ada, Password: password });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await directory.clock.untilWaitedFor(5000);
      directory.clock.advance(5000);
    }
    expect(await refusal).toBe(
      "UnexpectedLambdaException: PreSignUp invocation failed due to error Socket timeout while invoking Lambda function.",
    );
  });

  test("custom messages replace the texts of the pool, and need the code", async () => {
    const triggers = {
      CustomMessage_SignUp: () => ({ emailSubject: "Hello", emailMessage: "Your code: {####}" }),
      CustomMessage_ResendCode: () => ({ emailMessage: "No code" }),
    };
    const directory = await Directory.start({ triggers });
    await directory.signUp();
    expect(directory.inbox.at(-1)).toMatchObject({ subject: "Hello", text: `Your code: ${directory.code}` });
    await expect(
      directory.ask("ResendConfirmationCode", { ClientId: clientId, Username: ada }),
    ).rejects.toThrow("has no code");
  });

  test("a custom sender gets the code, and the inbox has it, too", async () => {
    const lambda_config = {
      custom_email_sender: {
        lambda_arn: "arn:aws:lambda:us-east-1:1:function:mailer",
        lambda_version: "V1_0",
      },
    };
    const directory = await Directory.start({ pool: { lambda_config } });
    await directory.signUp();
    const [event] = directory.events;
    const { type, code } = Object(event?.request) as { type: string; code: string };
    expect([event?.triggerSource, type]).toEqual(["CustomEmailSender_SignUp", "customEmailSenderRequestV1"]);
    expect(Buffer.from(code, "base64").toString()).toBe(directory.code);
    expect(directory.inbox.at(-1)?.sender).toBe("mailer");
  });

  test("a user of another directory is imported with the password", async () => {
    const triggers = {
      UserMigration_Authentication: ({ request }: TriggerEvent) => {
        if (request.password !== password) throw new Error("Bad password");
        return {
          userAttributes: { email: ada, email_verified: "true" },
          finalUserStatus: "CONFIRMED",
          messageAction: "SUPPRESS",
        };
      },
    };
    const directory = await Directory.start({ triggers });
    await expect(directory.signIn(ada, "Another-horse-1")).rejects.toThrow("Bad password");
    expect(claimsOf((await directory.signIn()).IdToken).email).toBe(ada);
    await directory.signIn();
    expect(directory.events).toHaveLength(2);
  });

  test("a user of another directory may have a weak password, and takes an alias if the function forces it", async () => {
    let response: object = {};
    const directory = await Directory.start({
      triggers: { UserMigration_Authentication: () => response },
      pool: { username_attributes: undefined, alias_attributes: ["email"], sms_configuration: {} },
      client: { prevent_user_existence_errors: "LEGACY" },
    });
    const attributes = { email: ada, email_verified: "true" };
    const migrate = async (name: string, more: object) => {
      response = { userAttributes: attributes, finalUserStatus: "CONFIRMED", ...more };
      const parameters = { USERNAME: name, PASSWORD: "weak" };
      return directory.initiate("USER_PASSWORD_AUTH", parameters).then(
        ({ AuthenticationResult }) => claimsOf(AuthenticationResult?.AccessToken ?? "").username,
        (error: Error) => `${error.name}: ${error.message}`,
      );
    };
    expect(await migrate("one", { enableSMSMFA: true })).toMatch(/delivery config set to turn on SMS_MFA/);
    expect(await migrate(ada, { userAttributes: { ...attributes, username: "one" } })).toBe("one");
    expect(await migrate("two", { userAttributes: { ...attributes, username: "other" } })).toBe(
      "AliasExistsException: An account with the email already exists.",
    );
    expect(await migrate("two", { forceAliasCreation: true })).toBe("two");
    expect(directory.pools.all[0]?.users.all.map(({ username }) => username)).toEqual(["one", "two"]);
  });
});

describe("changes of tokens", () => {
  const source = "TokenGeneration_Authentication";
  const roleArn = "arn:aws:iam::123456789012:role/staff";
  const Staff = { user_pool_id: poolId, name: "staff", role_arn: roleArn, precedence: 1 };
  const tokens = async (response: object, version?: string) => {
    const arn = "arn:aws:lambda:us-east-1:1:function:tokens";
    const config = { lambda_arn: arn, lambda_version: version };
    const pool =
      version === undefined
        ? {}
        : { lambda_config: { pre_token_generation: arn, pre_token_generation_config: config } };
    const triggers = { [source]: () => response };
    const directory = await Directory.withAda({
      triggers,
      pool,
      more: { aws_cognito_user_group: { Staff } },
    });
    await directory.ask("AdminAddUserToGroup", { UserPoolId: poolId, Username: ada, GroupName: "staff" });
    const { IdToken, AccessToken } = await directory.signIn();
    return { id: claimsOf(IdToken), access: claimsOf(AccessToken), event: directory.events.at(-1) };
  };

  test("the first version changes identity tokens and groups", async () => {
    const { id, access, event } = await tokens({
      claimsOverrideDetails: {
        claimsToAddOrOverride: { plan: "gold", sub: "other" },
        claimsToSuppress: ["email"],
        groupOverrideDetails: { groupsToOverride: ["a"] },
      },
    });
    expect(event?.version).toBe("1");
    expect([id.plan, id.email, id["cognito:groups"], access["cognito:groups"], access.plan]).toEqual([
      "gold",
      undefined,
      ["a"],
      ["a"],
      undefined,
    ]);
    expect(id.sub).toBe(access.sub);
  });

  test.each([
    [{}, [["staff"], [roleArn], roleArn]],
    [{ groupOverrideDetails: { groupsToOverride: ["a"] } }, [["a"], undefined, undefined]],
    [{ groupOverrideDetails: {} }, [undefined, undefined, undefined]],
    [{ groupOverrideDetails: null }, [undefined, undefined, undefined]],
  ])("%j replaces all claims about groups, if it names them", async (details, claims) => {
    for (const version of [undefined, "V2_0"]) {
      const { id } = await tokens(
        { [version === undefined ? "claimsOverrideDetails" : "claimsAndScopeOverrideDetails"]: details },
        version,
      );
      expect(["groups", "roles", "preferred_role"].map((name) => id[`cognito:${name}`])).toEqual(claims);
    }
  });

  test.each(["2", "3"])("version %s changes access tokens and scopes, too", async (version) => {
    const { id, access, event } = await tokens(
      {
        claimsAndScopeOverrideDetails: {
          idTokenGeneration: { claimsToAddOrOverride: { roles: ["x", "y"] } },
          accessTokenGeneration: {
            claimsToAddOrOverride: { tenant: { id: 1 }, client_id: "no" },
            scopesToAdd: ["notes/read"],
          },
        },
      },
      `V${version}_0`,
    );
    expect([event?.version, event?.request.scopes]).toEqual([version, ["aws.cognito.signin.user.admin"]]);
    expect([id.roles, access.tenant, access.client_id]).toEqual([["x", "y"], { id: 1 }, clientId]);
    expect(access.scope).toBe("aws.cognito.signin.user.admin notes/read");
  });
});

describe("custom challenges", () => {
  const rounds = (event: TriggerEvent) =>
    event.request.session as { challengeResult: boolean; challengeName: string }[];
  const triggers = {
    DefineAuthChallenge_Authentication: (event: TriggerEvent) => {
      const last = rounds(event).at(-1);
      if (rounds(event).length > 2) return { failAuthentication: true };
      return last?.challengeResult === true && last.challengeName === "CUSTOM_CHALLENGE"
        ? { issueTokens: true }
        : { challengeName: "CUSTOM_CHALLENGE" };
    },
    CreateAuthChallenge_Authentication: () => ({
      publicChallengeParameters: { question: "6 x 7" },
      privateChallengeParameters: { answer: "42" },
      challengeMetadata: "SUM",
    }),
    VerifyAuthChallengeResponse_Authentication: ({ request }: TriggerEvent) => ({
      answerCorrect:
        (request.privateChallengeParameters as { answer: string }).answer === request.challengeAnswer,
    }),
  };

  test("a wrong answer begins a further round, and the right one signs in", async () => {
    const directory = await Directory.withAda({ triggers });
    const asked = await directory.initiate("CUSTOM_AUTH", { USERNAME: ada });
    expect([asked.ChallengeName, asked.ChallengeParameters?.question]).toEqual(["CUSTOM_CHALLENGE", "6 x 7"]);
    const again = await directory.respond(asked, { ANSWER: "41" });
    const done = await directory.respond(again, { ANSWER: "42" });
    expect(done.AuthenticationResult).toBeDefined();
    expect(rounds(directory.events.at(-1) as TriggerEvent)).toEqual([
      { challengeName: "CUSTOM_CHALLENGE", challengeResult: false, challengeMetadata: "SUM" },
      { challengeName: "CUSTOM_CHALLENGE", challengeResult: true, challengeMetadata: "SUM" },
    ]);
  });

  test("too many rounds end the sign-in", async () => {
    const directory = await Directory.withAda({ triggers });
    let answer = await directory.initiate("CUSTOM_AUTH", { USERNAME: ada });
    for (let round = 0; round < 2; round += 1) answer = await directory.respond(answer, { ANSWER: "41" });
    await expect(directory.respond(answer, { ANSWER: "41" })).rejects.toThrow(
      "Incorrect username or password.",
    );
    expect(directory.problems).toEqual([]);
  });
});
