import { type IdentityPool, type Login, number, text, textMap, type Values } from "../../../model";
import {
  identitySession,
  principalOfPool,
  principalTagsFor,
  roleFor,
} from "../../identities/identity-sessions";
import { identityIssuer } from "../../identities/web-identities";
import type { RequestAccess } from "../../permissions/needed-access";
import type { CognitoCaller } from "../../wire/local-credentials";
import type { Operation } from "../contract/define-service";
import { fail, type Identities, type Identity, ownProvider, type VerifiedLogin } from "./identities";

/** The input of an operation, with the values that decide about roles. */
export interface IdentityInput {
  readonly values: Values;
  readonly access: RequestAccess | undefined;
}

type IdentityOperation = Operation<Identities, IdentityInput, object>;

/** https://docs.aws.amazon.com/cognitoidentity/latest/APIReference/API_GetOpenIdToken.html: ten minutes */
const openIdTokenSeconds = 600;
const credentialSeconds = 3600;

/** Source: https://docs.aws.amazon.com/cognitoidentity/latest/APIReference/API_Operations.html */
export const identityOperations = {
  GetId: async (identities, { values }) => {
    const pool = identities.pool(text(values, "IdentityPoolId") ?? "");
    const logins = await identities.verify(pool, textMap(values, "Logins"));
    return { IdentityId: identityOf(identities, pool, logins).id };
  },

  GetCredentialsForIdentity: async (identities, { values, access }) => {
    const { pool, identity, logins } = await signIn(identities, values);
    const [login] = logins;
    const caller = callerOf(pool, identity, logins);
    const tagged = login && developerOrUser(login);
    const roleArn = roleFor(pool, tagged, text(values, "CustomRoleArn"));
    if (roleArn === "denied") fail("NotAuthorizedException", "Role mapping does not allow this user.");
    const role = roleArn === undefined ? undefined : identities.roles.find(roleArn);
    if (role === undefined) fail("InvalidIdentityPoolConfigurationException", noRole);
    const tags = principalTagsFor(pool, tagged);
    // Sessions of the same second are the same session.
    const expiresAt = Math.floor(identities.now / 1000) * 1000 + credentialSeconds * 1000;
    const session = identitySession(caller, role.arn, tags, expiresAt);
    const asked = {
      resource: role.arn,
      keys: { ...session.keys, ...requestTags(tags) },
      resourcePolicy: role.trust,
      isTrust: true,
    };
    const actions = [
      "sts:AssumeRoleWithWebIdentity",
      ...(Object.keys(tags).length === 0 ? [] : ["sts:TagSession"]),
    ];
    const denied = access
      ?.as({ type: "federated", provider: principalOfPool(caller) })
      .check(actions.map((action) => ({ action, ...asked })));
    if (denied !== undefined) fail("InvalidIdentityPoolConfigurationException", noRole);
    const { accessKeyId, secretAccessKey, sessionToken } = identities.context.accessKeys.ofSession(session);
    return {
      IdentityId: identity.id,
      Credentials: {
        AccessKeyId: accessKeyId,
        SecretKey: secretAccessKey,
        SessionToken: sessionToken,
        Expiration: expiresAt / 1000,
      },
    };
  },

  GetOpenIdToken: async (identities, { values }) => {
    const { pool, identity, logins } = await signIn(identities, values);
    const { amr } = callerOf(pool, identity, logins);
    return {
      IdentityId: identity.id,
      Token: await openIdToken(identities, identity, amr, openIdTokenSeconds),
    };
  },

  GetOpenIdTokenForDeveloperIdentity: async (identities, { values }) => {
    const pool = identities.pool(text(values, "IdentityPoolId") ?? "");
    const provider = pool.developerProvider;
    const { [provider ?? ""]: userId, ...tokens } = textMap(values, "Logins");
    if (provider === undefined || userId === undefined) {
      fail("InvalidParameterException", "Please provide a valid developer provider in Logins.");
    }
    const given = text(values, "IdentityId");
    const logins = [{ provider, userId }, ...(await identities.verify(pool, tokens))];
    const identity =
      given === undefined
        ? identities.user(pool.id, logins)
        : identities.link(identities.require(given), logins);
    const amr = ["authenticated", provider, `${provider}:${pool.id}:${userId}`];
    const seconds = number(values, "TokenDuration") ?? 900;
    if (!(seconds >= 1 && seconds <= 86_400)) {
      fail("InvalidParameterException", "TokenDuration must be between 1 and 86400 seconds.");
    }
    return { IdentityId: identity.id, Token: await openIdToken(identities, identity, amr, seconds) };
  },

  LookupDeveloperIdentity: (identities, { values }) => {
    const pool = identities.pool(text(values, "IdentityPoolId") ?? "");
    const provider = pool.developerProvider ?? "";
    const [id, userId] = [text(values, "IdentityId"), text(values, "DeveloperUserIdentifier")];
    const found = identities
      .of(pool.id)
      .find((each) => each.logins.has(provider) && (each.id === id || each.logins.get(provider) === userId));
    if (found === undefined) fail("ResourceNotFoundException", "Identity not found.");
    return { IdentityId: found.id, DeveloperUserIdentifierList: [found.logins.get(provider)] };
  },

  UnlinkDeveloperIdentity: (identities, { values }) => {
    const identity = identities.require(text(values, "IdentityId") ?? "");
    identities.unlink(identity, text(values, "DeveloperProviderName") ?? "");
    return {};
  },

  UnlinkIdentity: async (identities, { values }) => {
    const { identity } = await signIn(identities, values);
    const removed = values.LoginsToRemove;
    for (const provider of Array.isArray(removed) ? removed : [])
      identities.unlink(identity, String(provider));
    return {};
  },

  DescribeIdentity: (identities, { values }) =>
    described(identities.require(text(values, "IdentityId") ?? "")),

  ListIdentities: (identities, { values }) => {
    const pool = identities.pool(text(values, "IdentityPoolId") ?? "");
    const limit = number(values, "MaxResults") ?? 60;
    const start = Number(text(values, "NextToken") ?? 0) || 0;
    const all = identities.of(pool.id);
    return {
      IdentityPoolId: pool.id,
      Identities: all.slice(start, start + limit).map(described),
      ...(start + limit < all.length && { NextToken: String(start + limit) }),
    };
  },

  GetIdentityPoolRoles: (identities, { values }) => {
    const { id, roles } = identities.pool(text(values, "IdentityPoolId") ?? "");
    return { IdentityPoolId: id, Roles: roles };
  },
} satisfies Record<string, IdentityOperation>;

const noRole = "Invalid identity pool configuration. Check assigned IAM roles for this pool.";

function identityOf(identities: Identities, pool: IdentityPool, logins: readonly VerifiedLogin[]): Identity {
  const [login] = logins;
  if (login === undefined) {
    if (pool.takesGuests) return identities.guest(pool.id);
    fail("NotAuthorizedException", "Unauthenticated access is not supported for this identity pool.");
  }
  return login.provider === ownProvider ? identities.require(login.userId) : identities.user(pool.id, logins);
}

/**
 * The identity that a request names, once its tokens show that it is the caller's. A guest may become a user, and a user may
 * link further logins.
 */
async function signIn(identities: Identities, values: Values) {
  const identity = identities.require(text(values, "IdentityId") ?? "");
  const pool = identities.pool(identity.poolId);
  const logins = await identities.verify(pool, textMap(values, "Logins"));
  const [login] = logins;
  const signedIn = { pool, identity, logins };
  if (login === undefined) {
    if (!pool.takesGuests) {
      fail("NotAuthorizedException", "Unauthenticated access is not supported for this identity pool.");
    }
    if (identity.logins.size > 0 || identities.isAbandoned(identity))
      fail("NotAuthorizedException", `Access to Identity '${identity.id}' is forbidden.`);
    return signedIn;
  }
  if (login.provider === ownProvider) {
    if (login.userId !== identity.id) refuseLogins();
    return signedIn;
  }
  const isOwn = ({ provider, userId }: VerifiedLogin): boolean => identity.logins.get(provider) === userId;
  const isOther = (each: VerifiedLogin): boolean => identity.logins.has(each.provider) && !isOwn(each);
  const isUser = identity.logins.size > 0 || identities.isAbandoned(identity);
  const isProved = isUser ? logins.some(isOwn) : logins.every((each) => identities.isFree(identity, each));
  if (!isProved || logins.some(isOther)) refuseLogins();
  identities.link(identity, logins);
  return signedIn;
}

function refuseLogins(): never {
  fail(
    "NotAuthorizedException",
    "Logins don't match. Please include at least one valid login for this identity or identity pool.",
  );
}

/** The name of a user in events and in policies. */
function callerOf(pool: IdentityPool, { id }: Identity, logins: readonly VerifiedLogin[]): CognitoCaller {
  const amr = logins.length === 0 ? ["unauthenticated"] : ["authenticated"];
  for (const { provider, claims, userId } of logins) {
    // A token of the pool itself carries the claims of its time of issue.
    if (provider === ownProvider && Array.isArray(claims.amr))
      return { identityPoolId: pool.id, identityId: id, amr: claims.amr.map(String) };
    const detail = pool.clients.has(provider) ? "CognitoSignIn" : String(claims.aud ?? "");
    amr.push(provider, `${provider}:${detail}:${userId}`);
  }
  return { identityPoolId: pool.id, identityId: id, amr };
}

/** The provider whose mapping counts: behind a token of the pool, the developer's. */
function developerOrUser({ provider, claims }: VerifiedLogin): Login {
  const [, inner = provider] = Array.isArray(claims.amr) ? claims.amr.map(String) : [];
  return { provider: provider === ownProvider ? inner : provider, claims };
}

function openIdToken(
  identities: Identities,
  identity: Identity,
  amr: readonly string[],
  seconds: number,
): Promise<string> {
  const issuedAt = Math.floor(identities.now / 1000);
  return identities.tokens.sign({
    sub: identity.id,
    aud: identity.poolId,
    amr,
    iss: identityIssuer,
    iat: issuedAt,
    exp: issuedAt + seconds,
  });
}

function described({ id, logins, createdAt }: Identity): object {
  return {
    IdentityId: id,
    Logins: [...logins.keys()],
    CreationDate: createdAt / 1000,
    LastModifiedDate: createdAt / 1000,
  };
}

function requestTags(tags: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [`aws:RequestTag/${key}`, value]));
}
