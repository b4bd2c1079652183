import * as identity from "@aws-sdk/client-cognito-identity";
import {
  AssumeRoleCommand,
  type AssumeRoleCommandInput,
  AssumeRoleWithWebIdentityCommand,
  GetCallerIdentityCommand,
  STSClient,
} from "@aws-sdk/client-sts";
import { createToken } from "../../../lib/local";
import { AccessControl } from "../../../lib/local/permissions/access-control";
import { cognitoIdentity } from "../../../lib/local/services/cognito-identity";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { sts } from "../../../lib/local/services/sts";
import { sessionIn } from "../../../lib/local/wire/local-credentials";
import type { Model, Values } from "../../../lib/model";
import { accessKeys, localCredentials, sessionCredentials } from "../../support/access-keys";
import { signedHeaders } from "../../support/signed-headers";
import { TestClock } from "../support/clock";
import { testKeys } from "../support/keys";
import { testModel } from "../support/model";
import { serviceContext } from "./context";

const account = "123456789012";
const roleArn = (name: string) => `arn:aws:iam::${account}:role/${name}`;
const poolId = "us-east-1:00000000-0000-4000-8000-000000000001";
const userPool = "us-east-1_AbCdEf123";
const provider = `cognito-idp.us-east-1.amazonaws.com/${userPool}`;
const staffPool = "us-east-1_Staff1234";
const staffProvider = `cognito-idp.us-east-1.amazonaws.com/${staffPool}`;
const policy = (...Statement: readonly object[]) => JSON.stringify({ Version: "2012-10-17", Statement });
const trust = (Action: string | readonly string[], Principal: object, Condition?: object) =>
  policy({ Effect: "Allow", Action, Principal, ...(Condition && { Condition }) });

const service = "cognito-identity.amazonaws.com";
const trustsPool = (amr: string) =>
  trust(
    ["sts:AssumeRoleWithWebIdentity", "sts:TagSession"],
    { Federated: service },
    {
      StringEquals: { [`${service}:aud`]: poolId },
      "ForAnyValue:StringLike": { [`${service}:amr`]: amr },
    },
  );

const roles: Readonly<Record<string, string>> = {
  caller: trust("sts:AssumeRole", { Service: "lambda.amazonaws.com" }),
  open: trust("sts:AssumeRole", { AWS: roleArn("caller") }),
  account: trust("sts:AssumeRole", { AWS: `arn:aws:iam::${account}:root` }),
  partner: trust("sts:AssumeRole", { AWS: roleArn("caller") }, { StringEquals: { "sts:ExternalId": "7" } }),
  tagged: trust(["sts:AssumeRole", "sts:TagSession"], { AWS: roleArn("caller") }),
  closed: trust("sts:AssumeRole", { Service: "lambda.amazonaws.com" }),
  users: trustsPool("authenticated"),
  guests: trustsPool("unauthenticated"),
  admins: trustsPool("authenticated"),
};

const attachment = (more: Values = {}): Values => ({
  identity_pool_id: poolId,
  roles: { authenticated: roleArn("users"), unauthenticated: roleArn("guests") },
  ...more,
});

function model(pool: Values = {}, attached: Values = attachment(), tags: Values = {}): Model {
  return testModel({
    aws_iam_role: Object.fromEntries(
      Object.entries(roles).map(([name, assume_role_policy]) => [
        name,
        { name, arn: roleArn(name), unique_id: `AROA${name.toUpperCase()}`, assume_role_policy },
      ]),
    ),
    aws_cognito_user_pool: {
      users: { id: userPool, name: "users", endpoint: provider },
      staff: { id: staffPool, name: "staff", endpoint: staffProvider },
    },
    aws_cognito_user_pool_client: {
      web: { id: "web", name: "web", user_pool_id: userPool },
      desk: { id: "desk", name: "desk", user_pool_id: staffPool },
    },
    aws_cognito_identity_pool: {
      people: {
        id: poolId,
        allow_unauthenticated_identities: false,
        cognito_identity_providers: [
          { provider_name: provider, client_id: "web" },
          { provider_name: staffProvider, client_id: "desk" },
        ],
        ...pool,
      },
    },
    aws_cognito_identity_pool_roles_attachment: { people: attached },
    aws_cognito_identity_pool_provider_principal_tag: {
      people: { identity_pool_id: poolId, identity_provider_name: provider, ...tags },
    },
  });
}

const clock = new TestClock(Date.parse("2026-01-02T03:04:05Z"));
const keys = testKeys();
let router: EndpointRouter;
const running = new Map();

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
  for (const [name, kind] of [
    ["sts", sts],
    ["cognito-identity", cognitoIdentity],
  ] as const) {
    running.set(name, await kind.start(serviceContext({ model: model(), clock, keys })));
  }
  router.serve(running);
});
beforeEach(() => serve(model()));
afterAll(() => router.close());

async function serve(served: Model): Promise<void> {
  router.decideBy(new AccessControl({ accessKeys, mode: "enforce", model: served, report: () => {}, clock }));
  await Promise.all([...running.values()].map(({ resources }) => resources.replace(served)));
}

type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
const asCaller = sessionCredentials({ roleArn: roleArn("caller"), sessionName: "list" });
const client = (credentials: Credentials = asCaller) =>
  new STSClient({ endpoint: router.url, region: "us-east-1", credentials, maxAttempts: 1 });
const assume = (role: string, more: Partial<AssumeRoleCommandInput> = {}, credentials?: Credentials) =>
  client(credentials).send(
    new AssumeRoleCommand({ RoleArn: roleArn(role), RoleSessionName: "job", ...more }),
  );
const idToken = (user = "ada", more: { groups?: string[]; ttlSeconds?: number; pool?: string } = {}) =>
  createToken({ model: model(), keys, clock, user, use: "id", pool: userPool, ...more });

// Source: https://docs.aws.amazon.com/STS/latest/APIReference/API_Operations.html
describe("STS", () => {
  test.each<[string, Credentials, object]>([
    [
      "a function",
      asCaller,
      { UserId: "AROACALLER:list", Arn: `arn:aws:sts::${account}:assumed-role/caller/list` },
    ],
    ["the developer", localCredentials, { Arn: `arn:aws:iam::${account}:user/local` }],
  ])("returns the identity of %s", async (_, credentials, expected) => {
    const identity = await client(credentials).send(new GetCallerIdentityCommand({}));
    expect(identity).toMatchObject({ Account: account, ...expected });
  });

  test("gives credentials of a role that trusts the caller", async () => {
    const { Credentials: given, AssumedRoleUser } = await assume("open");
    expect(given?.Expiration?.toISOString()).toBe("2026-01-02T04:04:05.000Z");
    expect(AssumedRoleUser).toEqual({
      AssumedRoleId: "AROAOPEN:job",
      Arn: `arn:aws:sts::${account}:assumed-role/open/job`,
    });
    const next = {
      accessKeyId: given?.AccessKeyId ?? "",
      secretAccessKey: given?.SecretAccessKey ?? "",
      sessionToken: given?.SessionToken,
    };
    const identity = await client(next as Credentials).send(new GetCallerIdentityCommand({}));
    expect(identity.Arn).toBe(AssumedRoleUser?.Arn);
  });

  test.each<[string, string, Partial<AssumeRoleCommandInput>]>([
    ["does not trust the caller", "closed", {}],
    ["trusts the account, while the caller's own role does not allow it", "account", {}],
    ["wants another external id", "partner", { ExternalId: "8" }],
    ["does not let sessions be tagged", "open", { Tags: [{ Key: "team", Value: "a" }] }],
    ["is not in the app", "none", {}],
  ])("refuses a role that %s", async (_, role, more) => {
    await expect(assume(role, more)).rejects.toMatchObject({
      name: "AccessDenied",
      $metadata: { httpStatusCode: 403 },
    });
  });

  test("the developer may assume every role", async () => {
    await assume("closed", {}, localCredentials);
  });

  test("external id, tags and session policies are kept", async () => {
    await assume("partner", { ExternalId: "7" });
    const Policy = policy({ Effect: "Deny", Action: "*", Resource: "*" });
    const { Credentials: given } = await assume("tagged", { Tags: [{ Key: "team", Value: "a" }], Policy });
    expect(sessionIn(given?.SessionToken ?? "")).toMatchObject({ tags: { team: "a" }, policies: [Policy] });
  });

  test.each<[string, Partial<AssumeRoleCommandInput>, string]>([
    ["a duration below 15 minutes", { DurationSeconds: 60 }, "ValidationError"],
    ["a duration above that of the role", { DurationSeconds: 7200 }, "ValidationError"],
    ["a name of a session with spaces", { RoleSessionName: "a b" }, "ValidationError"],
    ["a policy that is not JSON", { Policy: "{" }, "MalformedPolicyDocument"],
    [
      "an unknown managed policy",
      { PolicyArns: [{ arn: `arn:aws:iam::${account}:policy/x` }] },
      "MalformedPolicyDocument",
    ],
  ])("refuses %s", async (_, more, code) => {
    await expect(assume("tagged", more)).rejects.toMatchObject({ Code: code });
  });

  test("takes a token of the identity pool without any credentials", async () => {
    const { IdentityId, Token } = await ask("GetOpenIdToken", { ...(await newId()), Logins: await logins() });
    const send = (WebIdentityToken: string, role = "users") =>
      client().send(
        new AssumeRoleWithWebIdentityCommand({
          RoleArn: roleArn(role),
          RoleSessionName: "web",
          WebIdentityToken,
        }),
      );
    const { SubjectFromWebIdentityToken, Audience } = await send(String(Token));
    expect([SubjectFromWebIdentityToken, Audience]).toEqual([IdentityId, poolId]);
    await expect(send(String(Token), "guests")).rejects.toMatchObject({ name: "AccessDenied" });
    await expect(send(await idToken())).rejects.toMatchObject({ name: "InvalidIdentityTokenException" });
  });
});

/** Calls an operation as a page does, without a signature. */
async function ask(
  operation: string,
  input: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(router.url, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityService.${operation}`,
      ...headers,
    },
    body: JSON.stringify(input),
  });
  return (await response.json()) as Record<string, unknown>;
}

/** Calls an operation as a program of the developer does. */
async function askSigned(operation: string, input: object): Promise<Record<string, unknown>> {
  const body = JSON.stringify(input);
  return ask(operation, input, signedHeaders({ url: router.url, service: "cognito-identity", body }));
}

const logins = async (user?: string, more?: { groups?: string[]; ttlSeconds?: number }) => ({
  [provider]: await idToken(user, more),
});
const newId = async (user?: string) => ({
  IdentityId: (await ask("GetId", { IdentityPoolId: poolId, Logins: await logins(user) })).IdentityId,
});
async function sessionOf(user = "ada", more: object = {}) {
  const Logins = await logins(user);
  const answer = await ask("GetCredentialsForIdentity", { ...(await newId(user)), Logins, ...more });
  const { SessionToken } = Object(answer.Credentials) as { SessionToken?: string };
  return { answer, session: SessionToken === undefined ? undefined : sessionIn(SessionToken) };
}

const notAuthorized = (message: string) => ({
  __type: "NotAuthorizedException",
  message: expect.stringMatching(message),
});

// Source: https://docs.aws.amazon.com/cognitoidentity/latest/APIReference/API_Operations.html
describe("identity pools", () => {
  test("a user always has the same identity, and another user has another", async () => {
    expect(await newId()).toEqual(await newId());
    expect(await newId("bob")).not.toEqual(await newId());
  });

  test("a user gets credentials of the pool's role, which carry who it is", async () => {
    const { answer, session } = await sessionOf();
    expect(answer.Credentials).toMatchObject({
      AccessKeyId: expect.stringMatching(/^ASIA/),
      Expiration: Date.parse("2026-01-02T04:04:05Z") / 1000,
    });
    expect(session).toMatchObject({
      roleArn: roleArn("users"),
      keys: { [`${service}:sub`]: answer.IdentityId, [`${service}:aud`]: poolId },
      cognito: { amr: ["authenticated", provider, expect.stringContaining(":CognitoSignIn:")] },
    });
  });

  test("guests get the other role, where the pool takes guests", async () => {
    const guest = () => ask("GetId", { IdentityPoolId: poolId });
    expect(await guest()).toEqual(notAuthorized("Unauthenticated access is not supported"));
    await serve(model({ allow_unauthenticated_identities: true }));
    const { IdentityId } = await guest();
    const { Credentials: given } = await ask("GetCredentialsForIdentity", { IdentityId });
    expect(sessionIn((given as { SessionToken: string }).SessionToken)?.roleArn).toBe(roleArn("guests"));
    // A guest becomes a user, and keeps the identity.
    const user = { IdentityId, Logins: await logins("eve") };
    expect(await ask("GetCredentialsForIdentity", user)).toMatchObject({ IdentityId });
    expect(await newId("eve")).toEqual({ IdentityId });
  });

  test.each<[string, () => Promise<object>, string]>([
    ["an expired token", () => logins("ada", { ttlSeconds: 1 }), "Invalid login token"],
    [
      "a token of another provider",
      async () => ({ "graph.facebook.com": await idToken() }),
      "not from a supported provider",
    ],
    [
      "an access token",
      async () => ({
        [provider]: await createToken({ model: model(), keys, clock, user: "ada", pool: userPool }),
      }),
      "Invalid login token",
    ],
    ["text that is not a token", async () => ({ [provider]: "x" }), "Invalid login token"],
  ])("refuses %s", async (_, given, message) => {
    const Logins = await given();
    clock.advance(2000);
    expect(await ask("GetId", { IdentityPoolId: poolId, Logins })).toEqual(notAuthorized(message));
  });

  test("refuses an identity of another user, and pools and identities that do not exist", async () => {
    const own = await newId();
    const other = { ...own, Logins: await logins("bob") };
    await newId("bob");
    expect(await ask("GetCredentialsForIdentity", other)).toEqual(notAuthorized("Logins don't match"));
    expect(await ask("GetId", { IdentityPoolId: "us-east-1:x" })).toMatchObject({
      __type: "ResourceNotFoundException",
    });
    expect(await ask("GetOpenIdToken", { IdentityId: "x" })).toMatchObject({
      __type: "ResourceNotFoundException",
    });
  });

  test("several tokens link their users to one identity, of which each then is enough", async () => {
    const staff = async (user: string) => ({ [staffProvider]: await idToken(user, { pool: staffPool }) });
    const idOf = async (Logins: object) =>
      (await ask("GetId", { IdentityPoolId: poolId, Logins })).IdentityId ?? "none";
    const IdentityId = await idOf({ ...(await logins("kim")), ...(await staff("kim")) });
    expect([await idOf(await logins("kim")), await idOf(await staff("kim"))]).toEqual([
      IdentityId,
      IdentityId,
    ]);
    const both = { ...(await logins("kim")), ...(await staff("kim")) };
    const { Credentials } = await ask("GetCredentialsForIdentity", { IdentityId, Logins: both });
    expect(sessionIn((Credentials as { SessionToken: string }).SessionToken)?.cognito?.amr).toEqual([
      "authenticated",
      ...[provider, expect.stringMatching(`^${provider}:CognitoSignIn:`)],
      ...[staffProvider, expect.stringMatching(`^${staffProvider}:CognitoSignIn:`)],
    ]);
    const lee = await idOf(await staff("lee"));
    const asked = { IdentityId, Logins: await staff("lee") };
    expect(await ask("GetCredentialsForIdentity", asked)).toEqual(notAuthorized("Logins don't match"));
    expect(await idOf({ ...(await logins("new")), ...(await staff("lee")) })).toBe(lee);
    expect(
      await ask("GetId", { IdentityPoolId: poolId, Logins: { ...both, ...(await staff("lee")) } }),
    ).toMatchObject({ __type: "ResourceConflictException" });
  });

  test("a token of a new user does not open the identity of another", async () => {
    const own = await newId();
    const Logins = { [staffProvider]: await idToken("mallory", { pool: staffPool }) };
    expect(await ask("GetCredentialsForIdentity", { ...own, Logins })).toEqual(
      notAuthorized("Logins don't match"),
    );
  });

  test("a user whose login was unlinked is a new one, and the identity is closed", async () => {
    await serve(model({ allow_unauthenticated_identities: true }));
    const { IdentityId } = await newId("gil");
    const Logins = await logins("gil");
    await ask("UnlinkIdentity", { IdentityId, Logins, LoginsToRemove: [provider] });
    for (const more of [{}, { Logins }])
      expect(await ask("GetCredentialsForIdentity", { IdentityId, ...more })).toMatchObject({
        __type: "NotAuthorizedException",
      });
    const next = await newId("gil");
    expect(next).not.toEqual({ IdentityId });
    expect(await newId("gil")).toEqual(next);
  });

  test.each<[string, Values]>([
    ["has no role", attachment({ roles: {} })],
    ["has a role that does not trust it", attachment({ roles: { authenticated: roleArn("closed") } })],
  ])("a pool that %s gives no credentials", async (_, attached) => {
    await serve(model({}, attached));
    expect((await sessionOf()).answer).toMatchObject({ __type: "InvalidIdentityPoolConfigurationException" });
  });

  // Source: https://docs.aws.amazon.com/cognito/latest/developerguide/role-based-access-control.html
  test.each<[string, string, string, string]>([
    ["Equals", "cognito:username", "ada", "admins"],
    ["Equals", "cognito:username", "bob", "users"],
    ["NotEqual", "cognito:username", "bob", "admins"],
    ["StartsWith", "cognito:username", "ad", "admins"],
    ["Contains", "cognito:username", "d", "admins"],
    ["Contains", "cognito:username", "x", "users"],
    ["Equals", "none", "ada", "users"],
  ])("the rule %s %s %s gives the role %s", async (match_type, claim, value, role) => {
    const rule = { claim, match_type, value, role_arn: roleArn("admins") };
    const role_mapping = [
      {
        identity_provider: `${provider}:web`,
        type: "Rules",
        ambiguous_role_resolution: "AuthenticatedRole",
        mapping_rule: [rule],
      },
    ];
    await serve(model({}, attachment({ role_mapping })));
    expect((await sessionOf()).session?.roleArn).toBe(roleArn(role));
  });

  test("a mapping may refuse users if no rule decides", async () => {
    const role_mapping = [
      { identity_provider: `${provider}:web`, type: "Token", ambiguous_role_resolution: "Deny" },
    ];
    await serve(model({}, attachment({ role_mapping })));
    expect((await sessionOf()).answer).toEqual(notAuthorized("Role mapping"));
    expect((await sessionOf("ada", { CustomRoleArn: roleArn("admins") })).answer).toEqual(
      notAuthorized("Role mapping"),
    );
  });

  test("claims become tags of the session", async () => {
    await serve(model({}, attachment(), { principal_tags: { name: "cognito:username", absent: "none" } }));
    expect((await sessionOf()).session?.tags).toEqual({ name: "ada" });
  });

  test("a developer vouches for users of their own", async () => {
    await serve(model({ developer_provider_name: "login.acme" }));
    const input = { IdentityPoolId: poolId, Logins: { "login.acme": "user-7" } };
    expect(await ask("GetOpenIdTokenForDeveloperIdentity", input)).toMatchObject({
      __type: "AccessDeniedException",
    });
    const { IdentityId, Token } = await askSigned("GetOpenIdTokenForDeveloperIdentity", input);
    const Logins = { [service]: Token };
    expect(await ask("GetCredentialsForIdentity", { IdentityId, Logins })).toMatchObject({ IdentityId });
    const lookup = { IdentityPoolId: poolId, DeveloperUserIdentifier: "user-7" };
    expect(await askSigned("LookupDeveloperIdentity", lookup)).toEqual({
      IdentityId,
      DeveloperUserIdentifierList: ["user-7"],
    });
    const other = { ...input, Logins: { "login.acme": "user-8" } };
    const second = await askSigned("GetOpenIdTokenForDeveloperIdentity", other);
    const byId = { IdentityPoolId: poolId, IdentityId: second.IdentityId };
    expect(await askSigned("LookupDeveloperIdentity", byId)).toEqual({
      IdentityId: second.IdentityId,
      DeveloperUserIdentifierList: ["user-8"],
    });
    expect(await askSigned("DescribeIdentity", { IdentityId })).toMatchObject({ Logins: ["login.acme"] });
    expect(await askSigned("GetOpenIdTokenForDeveloperIdentity", { ...other, IdentityId })).toMatchObject({
      __type: "ResourceConflictException",
    });
    const withToken = { ...input, Logins: { ...input.Logins, ...(await logins("pat")) } };
    expect(await askSigned("GetOpenIdTokenForDeveloperIdentity", withToken)).toMatchObject({ IdentityId });
    expect(await newId("pat")).toEqual({ IdentityId });
    await askSigned("UnlinkDeveloperIdentity", { IdentityId, DeveloperProviderName: "login.acme" });
    expect(await askSigned("LookupDeveloperIdentity", lookup)).toMatchObject({
      __type: "ResourceNotFoundException",
    });
  });

  test.each([
    [0, false],
    [1, true],
    [86_400, true],
    [86_401, false],
  ])("a token of the developer for %i seconds is given: %s", async (TokenDuration, isGiven) => {
    await serve(model({ developer_provider_name: "login.acme" }));
    const input = { IdentityPoolId: poolId, Logins: { "login.acme": "user-7" }, TokenDuration };
    const answer = await askSigned("GetOpenIdTokenForDeveloperIdentity", input);
    expect("Token" in answer).toBe(isGiven);
  });

  test("pages of this machine may ask for credentials, and for nothing that needs a signature", async () => {
    const origin = { origin: "http://localhost:3000" };
    expect(await ask("GetId", { IdentityPoolId: poolId, Logins: await logins() }, origin)).toHaveProperty(
      "IdentityId",
    );
    expect(await ask("ListIdentities", { IdentityPoolId: poolId }, origin)).toMatchObject({
      __type: "AccessDenied",
    });
  });

  test("the client of the SDK uses every operation", async () => {
    await serve(model({ allow_unauthenticated_identities: true, developer_provider_name: "login.acme" }));
    const sdk = new identity.CognitoIdentityClient({
      endpoint: router.url,
      region: "us-east-1",
      credentials: localCredentials,
      maxAttempts: 1,
    });
    const IdentityPoolId = poolId;
    const Logins = await logins("zoe");
    const { IdentityId } = await sdk.send(new identity.GetIdCommand({ IdentityPoolId, Logins }));
    const { Credentials } = await sdk.send(
      new identity.GetCredentialsForIdentityCommand({ IdentityId, Logins }),
    );
    expect(Credentials?.Expiration?.getTime()).toBeGreaterThan(clock.now());
    const opened = await sdk.send(new identity.GetOpenIdTokenCommand({ IdentityId, Logins }));
    expect(opened).toMatchObject({ IdentityId, Token: expect.stringMatching(/^ey/) });
    const user = { IdentityPoolId, Logins: { "login.acme": "user-9" } };
    const { IdentityId: own } = await sdk.send(new identity.GetOpenIdTokenForDeveloperIdentityCommand(user));
    const lookup = { IdentityPoolId, DeveloperUserIdentifier: "user-9" };
    expect(await sdk.send(new identity.LookupDeveloperIdentityCommand(lookup))).toMatchObject({
      IdentityId: own,
    });
    const { Identities = [] } = await sdk.send(
      new identity.ListIdentitiesCommand({ IdentityPoolId, MaxResults: 60 }),
    );
    expect(Identities.map((each) => each.IdentityId)).toEqual(expect.arrayContaining([IdentityId, own]));
    const { Roles } = await sdk.send(new identity.GetIdentityPoolRolesCommand({ IdentityPoolId }));
    expect(Roles).toEqual({ authenticated: roleArn("users"), unauthenticated: roleArn("guests") });
    const unlinked = { IdentityPoolId, IdentityId: own, DeveloperProviderName: "login.acme" };
    await sdk.send(
      new identity.UnlinkDeveloperIdentityCommand({ ...unlinked, DeveloperUserIdentifier: "user-9" }),
    );
    await sdk.send(new identity.UnlinkIdentityCommand({ IdentityId, Logins, LoginsToRemove: [provider] }));
    const described = await sdk.send(new identity.DescribeIdentityCommand({ IdentityId }));
    expect([described.IdentityId, described.Logins, described.CreationDate]).toEqual([
      IdentityId,
      [],
      expect.any(Date),
    ]);
  });
});
