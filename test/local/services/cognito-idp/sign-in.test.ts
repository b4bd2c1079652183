import { CognitoJwtVerifier } from "aws-jwt-verify";
import { secretHash, totpCode } from "../../../../lib/local/services/cognito-idp/passwords";
import { testKeys } from "../../support/keys";
import {
  type Answer,
  ada,
  claimsOf,
  clientId,
  Directory,
  type DirectoryOptions,
  password,
  poolId,
  type Tokens,
} from "./directory";
import { SrpSession } from "./srp-client";

const wrong = "NotAuthorizedException: Incorrect username or password.";

const withAda = (options?: DirectoryOptions): Promise<Directory> => Directory.withAda(options);

let plain: Directory;
beforeAll(async () => {
  plain = await withAda();
});

describe("passwords", () => {
  test("a user signs in with the password, and sees who they are", async () => {
    const { AccessToken } = await plain.signIn();
    const me = await plain.ask<{ Username: string; UserAttributes: unknown }>("GetUser", { AccessToken });
    expect(me.Username).toMatch(/^[0-9a-f-]{36}$/);
    expect(me.UserAttributes).toEqual([
      { Name: "sub", Value: me.Username },
      { Name: "email", Value: ada },
      { Name: "email_verified", Value: "true" },
    ]);
  });

  test("a user proves the password without sending it", async () => {
    const session = new SrpSession();
    const asked = await plain.initiate("USER_SRP_AUTH", { USERNAME: ada, SRP_A: session.SRP_A });
    expect(asked.ChallengeName).toBe("PASSWORD_VERIFIER");
    expect((await plain.proveWith(session, asked)).AuthenticationResult?.IdToken).toBeDefined();
  });

  test.each([
    ["another password", { USERNAME: ada, PASSWORD: "Another-horse-1" }],
    ["the password of an unknown user", { USERNAME: "nobody@example.com", PASSWORD: password }],
  ])("%s is refused with the same words", async (_, AuthParameters) => {
    const input = { ClientId: clientId, AuthFlow: "USER_PASSWORD_AUTH", AuthParameters };
    expect(await plain.refusal("InitiateAuth", input)).toBe(wrong);
  });

  test("a user who does not exist must send a proof like every other user, and is then refused", async () => {
    const session = new SrpSession();
    const ask = () =>
      plain.initiate("USER_SRP_AUTH", { USERNAME: "nobody@example.com", SRP_A: session.SRP_A });
    const [first, second] = [await ask(), await ask()];
    expect(first.ChallengeParameters?.SALT).toBe(second.ChallengeParameters?.SALT);
    await expect(plain.proveWith(session, first)).rejects.toThrow("Incorrect username or password.");
  });

  test("a client that does not hide users says that there is none", async () => {
    const open = await Directory.start({ client: { prevent_user_existence_errors: "LEGACY" } });
    await expect(open.signIn("nobody@example.com")).rejects.toThrow("User does not exist.");
  });

  test("a flow that the client does not allow is refused", async () => {
    const strict = await Directory.start({ client: { explicit_auth_flows: ["ALLOW_USER_SRP_AUTH"] } });
    await expect(strict.signIn()).rejects.toThrow("USER_PASSWORD_AUTH flow not enabled for this client");
  });

  test("after five wrong passwords, the right one waits", async () => {
    const directory = await withAda();
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(directory.signIn(ada, "Another-horse-1")).rejects.toThrow(
        "Incorrect username or password.",
      );
    await expect(directory.signIn()).rejects.toThrow("Password attempts exceeded");
    directory.clock.advanceSeconds(1);
    await expect(directory.signIn()).resolves.toBeDefined();
  });

  test("a client with a secret proves it", async () => {
    const directory = await Directory.start({ client: { client_secret: "secret" } });
    const input = { ClientId: clientId, Username: ada, Password: password };
    const SecretHash = secretHash("secret", ada, clientId);
    expect(await directory.refusal("SignUp", input)).toMatch(
      /is configured with secret but SECRET_HASH was not received/,
    );
    expect(await directory.refusal("SignUp", { ...input, SecretHash: "x" })).toMatch(
      /Unable to verify secret hash/,
    );
    expect(await directory.refusal("SignUp", { ...input, SecretHash })).toBe("accepted");
  });

  test("only a verifier of the password is kept", () => {
    expect(JSON.stringify(plain.pools.all.map(({ users }) => users.all))).not.toContain(password);
  });
});

describe("tokens", () => {
  test("aws-jwt-verify accepts them with the id of the pool", async () => {
    const { IdToken, AccessToken } = await plain.signIn();
    const verifier = CognitoJwtVerifier.create({
      userPoolId: poolId,
      clientId,
      tokenUse: null,
      graceSeconds: 1e9,
    });
    verifier.cacheJwks({ keys: [(await testKeys().of(poolId)).publicJwk as never] });
    const [id, access] = await Promise.all([verifier.verify(IdToken), verifier.verify(AccessToken)]);
    expect([id.email, access.scope]).toEqual([ada, "aws.cognito.signin.user.admin"]);
    expect(id.origin_jti).toBe(access.origin_jti);
  });

  test("a refresh token gives new tokens of the same sign-in", async () => {
    const first = await plain.signIn();
    const { AuthenticationResult: next } = await plain.initiate("REFRESH_TOKEN_AUTH", {
      REFRESH_TOKEN: first.RefreshToken,
    });
    expect(next?.RefreshToken).toBeUndefined();
    expect(claimsOf(next?.IdToken ?? "").origin_jti).toBe(claimsOf(first.IdToken).origin_jti);
  });

  test("a revoked refresh token and its access tokens are refused", async () => {
    const { RefreshToken, AccessToken } = await plain.signIn();
    await plain.ask("RevokeToken", { Token: RefreshToken, ClientId: clientId });
    expect(await plain.refusal("GetUser", { AccessToken })).toBe(
      "NotAuthorizedException: Access Token has been revoked",
    );
    await expect(plain.initiate("REFRESH_TOKEN_AUTH", { REFRESH_TOKEN: RefreshToken })).rejects.toThrow(
      "Refresh Token has been revoked",
    );
  });

  test("a sign-out everywhere ends all tokens", async () => {
    const [one, other] = [await plain.signIn(), await plain.signIn()];
    await plain.ask("GlobalSignOut", { AccessToken: one.AccessToken });
    expect(await plain.refusal("GetUser", { AccessToken: other.AccessToken })).toMatch(/revoked/);
  });

  test("a rotated refresh token is replaced, and refused after its grace period", async () => {
    const rotation = { feature: "ENABLED", retry_grace_period_seconds: 10 };
    const directory = await withAda({ client: { refresh_token_rotation: rotation } });
    const { RefreshToken } = await directory.signIn();
    const refresh = (token: string) =>
      directory.ask<{ AuthenticationResult: Tokens }>("GetTokensFromRefreshToken", {
        RefreshToken: token,
        ClientId: clientId,
      });
    const next = await refresh(RefreshToken);
    expect(next.AuthenticationResult.RefreshToken).not.toBe(RefreshToken);
    await expect(refresh(RefreshToken)).resolves.toBeDefined();
    directory.clock.advanceSeconds(11);
    await expect(refresh(RefreshToken)).rejects.toThrow(
      expect.objectContaining({ name: "RefreshTokenReuseException" }),
    );
    await expect(refresh(next.AuthenticationResult.RefreshToken)).resolves.toBeDefined();
  });

  test("tokens are valid as long as the client says", async () => {
    const directory = await withAda({
      client: {
        access_token_validity: 5,
        id_token_validity: 1,
        token_validity_units: { access_token: "minutes" },
      },
    });
    const { AccessToken, IdToken, ExpiresIn } = await directory.signIn();
    const seconds = [AccessToken, IdToken].map(claimsOf).map(({ exp, iat }) => Number(exp) - Number(iat));
    expect([ExpiresIn, ...seconds]).toEqual([300, 300, 3600]);
    directory.clock.advanceSeconds(300);
    expect(await directory.refusal("GetUser", { AccessToken })).toBe(
      "NotAuthorizedException: Access Token has expired",
    );
  });
});

describe("second factors", () => {
  const settings = {
    software_token_mfa_configuration: { enabled: true },
    email_mfa_configuration: { message: "Code: {####}" },
  };

  test("a user who must have one sets up an authenticator app while signing in", async () => {
    const directory = await withAda({
      pool: {
        mfa_configuration: "ON",
        software_token_mfa_configuration: { enabled: true },
        sms_configuration: { external_id: "x" },
      },
    });
    const asked = await directory.initiate("USER_PASSWORD_AUTH", { USERNAME: ada, PASSWORD: password });
    const USER_ID_FOR_SRP = directory.pools.all[0]?.users.all[0]?.username;
    expect([asked.ChallengeName, asked.ChallengeParameters]).toEqual([
      "MFA_SETUP",
      { MFAS_CAN_SETUP: JSON.stringify(["SMS_MFA", "SOFTWARE_TOKEN_MFA"]), USER_ID_FOR_SRP },
    ]);
    type Association = { SecretCode: string; Session: string };
    const { SecretCode, Session } = await directory.ask<Association>("AssociateSoftwareToken", {
      Session: asked.Session,
    });
    const UserCode = totpCode(SecretCode, directory.clock.now());
    const verified = await directory.ask<{ Session: string }>("VerifySoftwareToken", { Session, UserCode });
    const done = await directory.respond({ ChallengeName: "MFA_SETUP", Session: verified.Session }, {});
    expect(done.AuthenticationResult).toBeDefined();
    const again = await directory.initiate("USER_PASSWORD_AUTH", { USERNAME: ada, PASSWORD: password });
    expect([again.ChallengeName, again.ChallengeParameters]).toEqual([
      "SOFTWARE_TOKEN_MFA",
      { USER_ID_FOR_SRP },
    ]);
  });

  test("a user without an address adds one while signing in, which is then the second factor", async () => {
    const directory = await Directory.start({
      pool: { mfa_configuration: "ON", ...settings, username_attributes: undefined },
    });
    const user = { UserPoolId: poolId, Username: "ada" };
    await directory.ask("AdminCreateUser", { ...user, MessageAction: "SUPPRESS" });
    await directory.ask("AdminSetUserPassword", { ...user, Password: password, Permanent: true });
    const asked = await directory.initiate("USER_PASSWORD_AUTH", { USERNAME: "ada", PASSWORD: password });
    const sent = await directory.respond(asked, { USERNAME: "ada", EMAIL: ada });
    expect([sent.ChallengeName, directory.inbox.at(-1)?.to]).toEqual(["EMAIL_OTP", ada]);
    const done = await directory.respond(sent, { USERNAME: "ada", EMAIL_OTP_CODE: directory.code });
    expect(claimsOf(done.AuthenticationResult?.IdToken ?? "")).toMatchObject({
      email: ada,
      email_verified: true,
    });
  });

  // Source: https://www.rfc-editor.org/rfc/rfc6238#appendix-B, the last six digits
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at %i seconds an authenticator app shows %s", (seconds, code) => {
    expect(totpCode("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", seconds * 1000)).toBe(code);
  });

  test.each([
    [{ Enabled: false }, undefined],
    [{ Enabled: true, PreferredMfa: false }, undefined],
    [{ Enabled: true }, "SMS_MFA"],
  ])("after %j the preferred second factor is %s", async (SMSMfaSettings, preferred) => {
    const pool = { mfa_configuration: "OPTIONAL", sms_configuration: { external_id: "x" } };
    const directory = await Directory.start({ pool });
    await directory.signUp(ada, { phone_number: "+15550100" });
    await directory.confirm();
    const { AccessToken } = await directory.signIn();
    for (const settings of [{ Enabled: true, PreferredMfa: true }, SMSMfaSettings])
      await directory.ask("SetUserMFAPreference", { AccessToken, SMSMfaSettings: settings });
    const user = await directory.ask<{ PreferredMfaSetting?: string }>("GetUser", { AccessToken });
    expect(user.PreferredMfaSetting).toBe(preferred);
  });

  test("each code of an authenticator app is taken once", async () => {
    const directory = await withAda({ pool: { mfa_configuration: "OPTIONAL", ...settings } });
    const { AccessToken } = await directory.signIn();
    const { SecretCode } = await directory.ask<{ SecretCode: string }>("AssociateSoftwareToken", {
      AccessToken,
    });
    const code = () => totpCode(SecretCode, directory.clock.now());
    expect(await directory.refusal("VerifySoftwareToken", { AccessToken, UserCode: "000000" })).toMatch(
      /^EnableSoftwareToken/,
    );
    await directory.ask("VerifySoftwareToken", { AccessToken, UserCode: code() });
    await directory.ask("SetUserMFAPreference", {
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    });
    const signIn = () => directory.initiate("USER_PASSWORD_AUTH", { USERNAME: ada, PASSWORD: password });
    const [first, second] = [await signIn(), await signIn()];
    const answer = { SOFTWARE_TOKEN_MFA_CODE: code() };
    await expect(directory.respond(first, { SOFTWARE_TOKEN_MFA_CODE: "000000" })).rejects.toThrow(
      expect.objectContaining({ name: "CodeMismatchException", message: "Invalid code received for user" }),
    );
    expect((await directory.respond(first, answer)).AuthenticationResult).toBeDefined();
    await expect(directory.respond(second, answer)).rejects.toThrow("already been used once");
  });

  test("a user with two of them chooses one; a wrong code may be corrected", async () => {
    const pool = { mfa_configuration: "OPTIONAL", ...settings, sms_configuration: { external_id: "x" } };
    const directory = await Directory.start({ pool });
    await directory.signUp(ada, { phone_number: "+15550100" });
    await directory.confirm();
    const { AccessToken } = await directory.signIn();
    await directory.ask("SetUserMFAPreference", {
      AccessToken,
      SMSMfaSettings: { Enabled: true },
      EmailMfaSettings: { Enabled: true },
    });
    const asked = await directory.initiate("USER_PASSWORD_AUTH", { USERNAME: ada, PASSWORD: password });
    expect(JSON.parse(asked.ChallengeParameters?.MFAS_CAN_CHOOSE ?? "")).toEqual(["SMS_MFA", "EMAIL_OTP"]);
    const sent = await directory.respond(asked, { ANSWER: "EMAIL_OTP" });
    expect(directory.inbox.at(-1)?.text).toBe(`Code: ${directory.code}`);
    await expect(directory.respond(sent, { EMAIL_OTP_CODE: "x" })).rejects.toThrow(
      "Invalid verification code",
    );
    const done = await directory.respond(sent, { EMAIL_OTP_CODE: directory.code });
    expect(done.AuthenticationResult).toBeDefined();
    await expect(directory.respond(sent, { EMAIL_OTP_CODE: directory.code })).rejects.toThrow(
      "Invalid session",
    );
  });
});

test.each([
  [4, true],
  [5, false],
])("after %i wrong codes, the right one is taken: %p", async (wrongCodes, isTaken) => {
  const directory = await withAda({
    pool: { sign_in_policy: { allowed_first_auth_factors: ["PASSWORD", "EMAIL_OTP"] } },
  });
  const asked = await directory.initiate("USER_AUTH", { USERNAME: ada, PREFERRED_CHALLENGE: "EMAIL_OTP" });
  for (let attempt = 0; attempt < wrongCodes; attempt += 1)
    await expect(directory.respond(asked, { EMAIL_OTP_CODE: "x" })).rejects.toThrow("Invalid");
  const answer = directory.respond(asked, { EMAIL_OTP_CODE: directory.code });
  await expect(
    answer.then(
      () => true,
      () => false,
    ),
  ).resolves.toBe(isTaken);
});

describe("choices", () => {
  const pool = { sign_in_policy: { allowed_first_auth_factors: ["PASSWORD", "EMAIL_OTP"] } };

  test("a user chooses a code by mail, and needs no password", async () => {
    const directory = await withAda({ pool });
    const asked = await directory.initiate("USER_AUTH", { USERNAME: ada });
    expect([asked.ChallengeName, asked.AvailableChallenges]).toEqual([
      "SELECT_CHALLENGE",
      ["PASSWORD", "PASSWORD_SRP", "EMAIL_OTP"],
    ]);
    const sent = await directory.respond(asked, { ANSWER: "EMAIL_OTP" });
    expect(sent.ChallengeParameters).toEqual({
      CODE_DELIVERY_DELIVERY_MEDIUM: "EMAIL",
      CODE_DELIVERY_DESTINATION: "a***@e***",
    });
    const done = await directory.respond(sent, { EMAIL_OTP_CODE: directory.code });
    expect(done.AuthenticationResult).toBeDefined();
  });

  test("a user who does not exist seems to have the factors of the pool", async () => {
    const directory = await withAda({ pool });
    const sent = directory.inbox.length;
    const told = async (USERNAME: string) => {
      const { AvailableChallenges } = await directory.initiate("USER_AUTH", { USERNAME });
      const parameters = { USERNAME, PREFERRED_CHALLENGE: "EMAIL_OTP" };
      const asked = await directory.initiate("USER_AUTH", parameters);
      const answer = directory.respond(asked, { USERNAME, EMAIL_OTP_CODE: "x" });
      const error = await answer.catch(({ message }: Error) => message);
      return [AvailableChallenges, asked.ChallengeName, asked.ChallengeParameters, error];
    };
    expect(await told("anne@example.com")).toEqual(await told(ada));
    expect(directory.inbox).toHaveLength(sent + 1);
  });

  test("a client prefers the proof of the password", async () => {
    const directory = await withAda({ pool });
    const session = new SrpSession();
    const parameters = { USERNAME: ada, PREFERRED_CHALLENGE: "PASSWORD_SRP", SRP_A: session.SRP_A };
    const asked = await directory.initiate("USER_AUTH", parameters);
    expect((await directory.proveWith(session, asked)).AuthenticationResult).toBeDefined();
  });

  test("a new user signs in with the session of the sign-up", async () => {
    const directory = await Directory.start({ pool });
    const input = { ClientId: clientId, Username: ada };
    const { Session } = await directory.ask<{ Session: string }>("SignUp", input);
    const confirmed = await directory.ask<{ Session: string }>("ConfirmSignUp", {
      ...input,
      Session,
      ConfirmationCode: directory.code,
    });
    const done = await directory.initiate("USER_AUTH", { USERNAME: ada }, { Session: confirmed.Session });
    expect(done.AuthenticationResult).toBeDefined();
  });
});

// The words are those that clients compare: https://github.com/aws-amplify/amplify-js (packages/auth)
test("a session that was used and one that is not there are told apart", async () => {
  const asked = await plain.initiate("USER_AUTH", { USERNAME: ada });
  const answer = { ANSWER: "PASSWORD", PASSWORD: password };
  await plain.respond(asked, answer);
  await expect(plain.respond(asked, answer)).rejects.toThrow("session can only be used once.");
  await expect(plain.respond({ ...asked, Session: "A".repeat(30) }, answer)).rejects.toThrow(
    "session is expired.",
  );
});

/** pycognito, warrant and the first clients of AWS answer the steps of a proof without a session. */
describe("proofs without a session", () => {
  const remembering = {
    device_configuration: {
      challenge_required_on_new_device: true,
      device_only_remembered_on_user_prompt: false,
    },
  };
  const withoutSession = ({ Session: _, ...answer }: Answer): Answer => answer;

  const begins: Readonly<Record<string, (directory: Directory, SRP_A: string) => Promise<Answer>>> = {
    "InitiateAuth with USER_SRP_AUTH": (directory, SRP_A) =>
      directory.initiate("USER_SRP_AUTH", { USERNAME: ada, SRP_A }),
    "AdminInitiateAuth with USER_SRP_AUTH": (directory, SRP_A) =>
      directory.ask<Answer>("AdminInitiateAuth", {
        UserPoolId: poolId,
        ClientId: clientId,
        AuthFlow: "USER_SRP_AUTH",
        AuthParameters: { USERNAME: ada, SRP_A },
      }),
    "USER_AUTH with PASSWORD_SRP": (directory, SRP_A) =>
      directory.initiate("USER_AUTH", { USERNAME: ada, PREFERRED_CHALLENGE: "PASSWORD_SRP", SRP_A }),
  };

  test.each(Object.entries(begins))("%s is answered by the secret block", async (_, begin) => {
    const session = new SrpSession();
    const asked = await begin(plain, session.SRP_A);
    expect(asked.ChallengeName).toBe("PASSWORD_VERIFIER");
    const done = await plain.proveWith(session, withoutSession(asked));
    expect(done.AuthenticationResult?.IdToken).toBeDefined();
    await expect(plain.proveWith(session, withoutSession(asked))).rejects.toThrow(wrong.split(": ")[1]);
  });

  test("only USER_AUTH has a session in its answer", async () => {
    const { SRP_A } = new SrpSession();
    const answers = Object.values(begins).map(async (begin) => "Session" in (await begin(plain, SRP_A)));
    expect(await Promise.all(answers)).toEqual([false, false, true]);
  });

  test("an administrator answers for the user", async () => {
    const session = new SrpSession();
    const { ChallengeParameters = {} } = await plain.initiate("USER_SRP_AUTH", {
      USERNAME: ada,
      SRP_A: session.SRP_A,
    });
    const { USER_ID_FOR_SRP = "", SALT = "", SRP_B = "", SECRET_BLOCK = "" } = ChallengeParameters;
    const proof = session.proof({ group: "TestPool1", id: USER_ID_FOR_SRP }, { SALT, SRP_B, SECRET_BLOCK });
    const done = await plain.ask<Answer>("AdminRespondToAuthChallenge", {
      UserPoolId: poolId,
      ClientId: clientId,
      ChallengeName: "PASSWORD_VERIFIER",
      ChallengeResponses: { USERNAME: ada, ...proof },
    });
    expect(done.AuthenticationResult?.IdToken).toBeDefined();
  });

  test("a client with a secret proves it with either name of the user", async () => {
    const directory = await Directory.start({ client: { client_secret: "secret" } });
    const hash = (name: string) => secretHash("secret", name, clientId);
    const user = { ClientId: clientId, Username: ada, SecretHash: hash(ada) };
    await directory.ask("SignUp", { ...user, Password: password });
    await directory.ask("ConfirmSignUp", { ...user, ConfirmationCode: directory.code });
    for (const nameOf of [() => ada, ({ USERNAME = "" }: Readonly<Record<string, string>>) => USERNAME]) {
      const session = new SrpSession();
      const { ChallengeParameters = {} } = await directory.initiate("USER_SRP_AUTH", {
        USERNAME: ada,
        SRP_A: session.SRP_A,
        SECRET_HASH: hash(ada),
      });
      const { USER_ID_FOR_SRP = "", SALT = "", SRP_B = "", SECRET_BLOCK = "" } = ChallengeParameters;
      const USERNAME = nameOf(ChallengeParameters);
      const done = await directory.respond(
        { ChallengeName: "PASSWORD_VERIFIER" },
        {
          USERNAME,
          SECRET_HASH: hash(USERNAME),
          ...session.proof({ group: "TestPool1", id: USER_ID_FOR_SRP }, { SALT, SRP_B, SECRET_BLOCK }),
        },
      );
      expect(done.AuthenticationResult?.IdToken).toBeDefined();
    }
  });

  test.each([
    ["the secret block of an unknown user", { PASSWORD_CLAIM_SECRET_BLOCK: "AAAA" }],
    ["another signature", { PASSWORD_CLAIM_SIGNATURE: "AAAA" }],
    ["a day with a leading zero", { TIMESTAMP: "Thu Jan 01 00:00:00 UTC 2026" }],
    ["another weekday", { TIMESTAMP: "Fri Jan 1 00:00:00 UTC 2026" }],
  ])("%s is refused as a wrong password is", async (_, responses) => {
    const session = new SrpSession();
    const asked = await plain.initiate("USER_SRP_AUTH", { USERNAME: ada, SRP_A: session.SRP_A });
    const {
      USER_ID_FOR_SRP = "",
      SALT = "",
      SRP_B = "",
      SECRET_BLOCK = "",
    } = asked.ChallengeParameters ?? {};
    const { TIMESTAMP } = { TIMESTAMP: undefined, ...responses } as { TIMESTAMP?: string };
    const proof = session.proof(
      { group: "TestPool1", id: USER_ID_FOR_SRP },
      { SALT, SRP_B, SECRET_BLOCK },
      password,
      TIMESTAMP,
    );
    await expect(plain.respond(asked, { ...proof, ...responses })).rejects.toThrow(wrong.split(": ")[1]);
  });

  test("the session of another user is not found by a secret block", async () => {
    const directory = await withAda();
    await directory.signUp("eve@example.com");
    await directory.confirm("eve@example.com");
    const session = new SrpSession();
    const asked = await directory.initiate("USER_SRP_AUTH", { USERNAME: ada, SRP_A: session.SRP_A });
    const {
      USER_ID_FOR_SRP = "",
      SALT = "",
      SRP_B = "",
      SECRET_BLOCK = "",
    } = asked.ChallengeParameters ?? {};
    const proof = session.proof({ group: "TestPool1", id: USER_ID_FOR_SRP }, { SALT, SRP_B, SECRET_BLOCK });
    await expect(directory.respond(asked, { ...proof, USERNAME: "eve@example.com" })).rejects.toThrow(
      expect.objectContaining({ name: "NotAuthorizedException" }),
    );
  });

  test("other challenges need their session", async () => {
    const responses = { USERNAME: ada, SMS_MFA_CODE: "123456", ANSWER: "PASSWORD", NEW_PASSWORD: password };
    for (const ChallengeName of ["SMS_MFA", "SELECT_CHALLENGE", "NEW_PASSWORD_REQUIRED", "CUSTOM_CHALLENGE"])
      await expect(plain.respond({ ChallengeName }, responses)).rejects.toThrow(
        "Invalid session for the user",
      );
  });

  test("a device proves itself without any session", async () => {
    const directory = await withAda({ pool: remembering });
    const { key, group } = await directory.confirmDevice(await directory.signIn());
    const session = new SrpSession();
    const asked = await directory.initiate("USER_SRP_AUTH", {
      USERNAME: ada,
      SRP_A: session.SRP_A,
      DEVICE_KEY: key,
    });
    const next = await directory.proveWith(session, withoutSession(asked));
    expect(next.ChallengeName).toBe("DEVICE_SRP_AUTH");
    const proving = await directory.respond(withoutSession(next), {
      DEVICE_KEY: key,
      SRP_A: session.SRP_A,
    });
    const { SALT = "", SRP_B = "", SECRET_BLOCK = "" } = proving.ChallengeParameters ?? {};
    const proof = session.proof({ group, id: key }, { SALT, SRP_B, SECRET_BLOCK }, "device secret");
    const done = await directory.respond(withoutSession(proving), { DEVICE_KEY: key, ...proof });
    expect(claimsOf(done.AuthenticationResult?.AccessToken ?? "").device_key).toBe(key);
    expect(directory.problems).toEqual([]);
  });

  test("a device that has not proved the password has no session", async () => {
    const directory = await withAda({ pool: remembering });
    const { key } = await directory.confirmDevice(await directory.signIn());
    const { SRP_A } = new SrpSession();
    await expect(
      directory.respond({ ChallengeName: "DEVICE_SRP_AUTH" }, { DEVICE_KEY: key, SRP_A }),
    ).rejects.toThrow("Invalid session for the user");
  });
});

describe("devices", () => {
  test("a remembered device proves itself in place of the second factor", async () => {
    const pool = {
      device_configuration: {
        challenge_required_on_new_device: true,
        device_only_remembered_on_user_prompt: false,
      },
    };
    const directory = await withAda({ pool });
    const tokens = await directory.signIn();
    const { AccessToken } = tokens;
    const { key: DeviceKey, group: DeviceGroupKey, isAsked } = await directory.confirmDevice(tokens);
    expect(isAsked).toBe(false);
    const asked = await directory.initiate("USER_PASSWORD_AUTH", {
      USERNAME: ada,
      PASSWORD: password,
      DEVICE_KEY: DeviceKey,
    });
    expect(asked.ChallengeName).toBe("DEVICE_SRP_AUTH");
    const session = new SrpSession();
    const proving = await directory.respond(asked, { DEVICE_KEY: DeviceKey, SRP_A: session.SRP_A });
    const { SALT = "", SRP_B = "", SECRET_BLOCK = "" } = proving.ChallengeParameters ?? {};
    const proof = session.proof(
      { group: DeviceGroupKey, id: DeviceKey },
      { SALT, SRP_B, SECRET_BLOCK },
      "device secret",
    );
    const done = await directory.respond(proving, { DEVICE_KEY: DeviceKey, ...proof });
    expect(claimsOf(done.AuthenticationResult?.AccessToken ?? "").device_key).toBe(DeviceKey);
    const DeviceAttributes = expect.arrayContaining([{ Name: "device_name", Value: "desk" }]);
    expect(await directory.ask("ListDevices", { AccessToken })).toMatchObject({
      Devices: [{ DeviceKey, DeviceAttributes }],
    });
    await directory.ask("ForgetDevice", { AccessToken, DeviceKey });
    expect(await directory.refusal("GetDevice", { AccessToken, DeviceKey })).toMatch(
      /^ResourceNotFoundException/,
    );
    expect(directory.problems).toEqual([]);
  });
});

test("no request and no answer left the model of the service", () => {
  expect(plain.problems).toEqual([]);
});
