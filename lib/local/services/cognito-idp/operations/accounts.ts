import { isSameSecret } from "../../../../facts/text/same-secret";
import { ServiceError } from "../../contract/define-service";
import { provableFactors } from "../challenges";
import { refusals } from "../errors";
import { type CodeDelivery, sendCode, simulatedDelivery } from "../messages";
import { type InputOf, type Operations, requireSubject, type Subject } from "../operation";
import {
  checkCode,
  checkNotLocked,
  checkPassword,
  checkSecretHash,
  clearFailures,
  provePassword,
  setPassword,
  setTemporaryPassword,
} from "../passwords";
import type { AddressAttribute, PoolSettings } from "../settings";
import { findSignedUp, initiate, respondToChallenge, signedUpSession } from "../sign-in-flows";
import { type RevocationProblem, refreshTokens, revokeToken, signOutEverywhere } from "../tokens";
import { migrateUser, postConfirmation, preSignUp } from "../triggers";
import type { UserPools } from "../user-pools";
import {
  addresses,
  checkAttributes,
  checkName,
  checkRequiredAttributes,
  toAttributes,
  type User,
} from "../users";

/** Signing up, and confirming it with a code. */
export const signUpOperations = {
  SignUp: async (pools, input) => {
    const { pool, client } = pools.requireClient(input.ClientId);
    const { settings, users, clock } = pool;
    const { Username: name, Password: password, ClientMetadata: clientMetadata } = input;
    checkSecretHash(client, name, input.SecretHash);
    if (settings.isAdminOnly) throw refusals.notAuthorized("SignUp is not permitted for this user pool");
    checkName(settings, name);
    const given = toAttributes(input.UserAttributes);
    const address = users.addressIn(name);
    const attributes = address === undefined ? given : { ...given, [address]: name };
    checkAttributes(given, { settings, client, isNew: true });
    checkRequiredAttributes(settings, attributes);
    // A user who signs in with codes or passkeys needs no password.
    const needsPassword = settings.firstFactors.every((factor) => factor === "PASSWORD");
    if (password !== undefined) checkPassword(settings.passwordPolicy, password);
    else if (needsPassword) throw refusals.invalid("Password is required");
    users.checkFree(name, given);
    const decision = await preSignUp(pool, {
      source: "PreSignUp_SignUp",
      userName: name,
      clientId: client.id,
      attributes,
      validationData: toAttributes(input.ValidationData),
      clientMetadata,
    });
    const user = users.add(
      {
        name,
        attributes: { ...given, ...decision.verified },
        status: decision.isConfirmed ? "CONFIRMED" : "UNCONFIRMED",
        takesAliases: true,
      },
      clock.now(),
    );
    if (password !== undefined) setPassword(settings, user, password);
    const answer = { UserConfirmed: decision.isConfirmed, UserSub: user.sub };
    const caller = { clientId: client.id, clientMetadata };
    if (decision.isConfirmed) {
      await postConfirmation(pool, user, "PostConfirmation_ConfirmSignUp", caller);
      return answer;
    }
    const attribute = verifiable(settings, user);
    const sending = attribute && { pool, user, attribute, ...caller };
    return {
      ...answer,
      CodeDeliveryDetails:
        sending && (await sendCode({ ...sending, purpose: "sign-up", occasion: "SignUp" })),
      Session: signedUpSession(pool, user),
    };
  },
  ConfirmSignUp: async (pools, input) => {
    const { pool, client } = pools.requireClient(input.ClientId);
    const { users, clock } = pool;
    checkSecretHash(client, input.Username, input.SecretHash);
    const user = users.find(input.Username);
    if (client.hidesUsers && user?.isEnabled !== true) throw refusals.expiredCode();
    if (user === undefined) throw refusals.noUser();
    if (user.status !== "UNCONFIRMED")
      throw refusals.notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    const { attribute } = checkCode(user, "sign-up", input.ConfirmationCode, clock.now());
    // The client may send the same code with the option that forces it.
    users.checkAlias(attribute, user.attributes[attribute], user, input.ForceAliasCreation);
    delete user.codes["sign-up"];
    user.attributes[`${attribute}_verified`] = "true";
    user.status = "CONFIRMED";
    user.modifiedAt = clock.now();
    await postConfirmation(pool, user, "PostConfirmation_ConfirmSignUp", {
      clientId: client.id,
      clientMetadata: input.ClientMetadata,
    });
    const isKnown = input.Session !== undefined && findSignedUp(pool, input.Session, user) !== undefined;
    return { Session: isKnown ? signedUpSession(pool, user) : undefined };
  },
  ResendConfirmationCode: async (pools, input) => {
    const { pool, client } = pools.requireClient(input.ClientId);
    checkSecretHash(client, input.Username, input.SecretHash);
    const user = pool.users.find(input.Username);
    if (user === undefined || (!user.isEnabled && client.hidesUsers)) {
      if (client.hidesUsers) return { CodeDeliveryDetails: simulatedDelivery(pool.settings, input.Username) };
      throw refusals.noUser();
    }
    if (user.status !== "UNCONFIRMED") throw refusals.invalid("User is already confirmed.");
    const attribute = verifiable(pool.settings, user);
    if (attribute === undefined) throw refusals.invalid("Auto verification not turned on.");
    const { ClientMetadata: clientMetadata } = input;
    const sending = { pool, user, attribute, clientId: client.id, clientMetadata };
    return {
      CodeDeliveryDetails: await sendCode({ ...sending, purpose: "sign-up", occasion: "ResendCode" }),
    };
  },
} satisfies Operations;

/** The address of a new user that the pool verifies; a phone number comes first. Undefined without any. */
function verifiable({ autoVerified }: PoolSettings, { attributes }: User): AddressAttribute | undefined {
  return (["phone_number", "email"] as const).find(
    (each) =>
      autoVerified.includes(each) &&
      attributes[each] !== undefined &&
      attributes[`${each}_verified`] !== "true",
  );
}

/** Signing in and out: flows, challenges, the factors that a user has, and later tokens. */
export const signInOperations = {
  InitiateAuth: (pools, input) =>
    initiate({ ...pools.requireClient(input.ClientId), ...begun(input), isAdmin: false }),
  AdminInitiateAuth: (pools, input) =>
    initiate({ ...pools.requireClientOf(input.UserPoolId, input.ClientId), ...begun(input), isAdmin: true }),
  RespondToAuthChallenge: (pools, input) =>
    respondToChallenge({ ...pools.requireClient(input.ClientId), ...answered(input) }),
  AdminRespondToAuthChallenge: (pools, input) =>
    respondToChallenge({ ...pools.requireClientOf(input.UserPoolId, input.ClientId), ...answered(input) }),
  GetUserAuthFactors: authFactors,
  AdminGetUserAuthFactors: authFactors,
  GetTokensFromRefreshToken: async (pools, input) => {
    const { pool, client } = pools.requireClient(input.ClientId);
    if (client.secret !== undefined && !isSameSecret(client.secret, input.ClientSecret ?? ""))
      throw refusals.notAuthorized(`Unable to verify secret hash for client ${client.id}`);
    const { RefreshToken, DeviceKey: deviceKey, ClientMetadata: clientMetadata } = input;
    return {
      AuthenticationResult: await refreshTokens(pool, client, RefreshToken, { deviceKey, clientMetadata }),
    };
  },
  RevokeToken: (pools, input) => {
    const { pool, client } = pools.requireClient(input.ClientId);
    if (client.secret !== undefined && !isSameSecret(client.secret, input.ClientSecret ?? ""))
      throw new ServiceError("UnauthorizedException", "Invalid client secret");
    const problem = revokeToken(pool, client, input.Token);
    if (problem !== undefined) throw revocationRefusals[problem];
    return {};
  },
  GlobalSignOut: signOut,
  AdminUserGlobalSignOut: signOut,
} satisfies Operations;

const revocationRefusals: Readonly<Record<RevocationProblem, ServiceError>> = {
  disabled: new ServiceError("UnsupportedOperationException", "Token revocation is not enabled."),
  "unsupported-type": new ServiceError("UnsupportedTokenTypeException", "Unsupported token type"),
  "other-client": new ServiceError("UnauthorizedException", "Token does not belong to this client"),
  unknown: refusals.invalid("Invalid Refresh Token"),
};

const begun = (input: InputOf<"InitiateAuth"> | InputOf<"AdminInitiateAuth">) => ({
  flow: input.AuthFlow,
  parameters: input.AuthParameters ?? {},
  clientMetadata: input.ClientMetadata,
  session: input.Session,
});

const answered = (input: InputOf<"RespondToAuthChallenge"> | InputOf<"AdminRespondToAuthChallenge">) => ({
  challenge: input.ChallengeName,
  responses: input.ChallengeResponses ?? {},
  clientMetadata: input.ClientMetadata,
  session: input.Session,
});

/** The factors with which a user may sign in. */
async function authFactors(pools: UserPools, subject: Subject): Promise<object> {
  const { pool, user } = await requireSubject(pools, subject);
  return {
    Username: user.username,
    PreferredMfaSetting: user.mfa.preferred,
    UserMFASettingList: user.mfa.enabled,
    ConfiguredUserAuthFactors: provableFactors(pool.settings, user),
  };
}

async function signOut(pools: UserPools, subject: Subject): Promise<object> {
  const { pool, user } = await requireSubject(pools, subject);
  signOutEverywhere(user, pool.clock.now());
  return {};
}

/** Changing, resetting and recovering passwords. */
export const passwordOperations = {
  ChangePassword: async (pools, { PreviousPassword, ProposedPassword, AccessToken }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    const now = pool.clock.now();
    checkNotLocked(user, now);
    // A user who signed up without a password sets the first one.
    if (user.password !== undefined) provePassword(pool.settings, user, PreviousPassword ?? "", now);
    setPassword(pool.settings, user, ProposedPassword);
    user.modifiedAt = now;
    return {};
  },
  /**
   * A client that hides users gets the same answer for users who do not exist, are disabled or have no address.
   *
   * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-managing-errors.html
   */
  ForgotPassword: async (pools, { ClientId, Username, SecretHash, ClientMetadata: clientMetadata }) => {
    const { pool, client } = pools.requireClient(ClientId);
    checkSecretHash(client, Username, SecretHash);
    const caller = { clientId: client.id, clientMetadata };
    const source = "UserMigration_ForgotPassword";
    const user =
      pool.users.find(Username) ?? (await migrateUser(pool, { source, userName: Username, ...caller }));
    const found = recoverable(pool.settings, user);
    if ("refusal" in found) {
      if (!client.hidesUsers) throw found.refusal;
      // A second request must not reveal it by another error, either.
      pool.simulated.add(Username, pool.clock.now());
      return { CodeDeliveryDetails: simulatedDelivery(pool.settings, Username) };
    }
    const sending = { pool, ...found, ...caller };
    return {
      CodeDeliveryDetails: await sendCode({
        ...sending,
        purpose: "forgot-password",
        occasion: "ForgotPassword",
      }),
    };
  },
  ConfirmForgotPassword: async (
    pools,
    { ClientId, Username, ConfirmationCode, Password, SecretHash, ClientMetadata: clientMetadata },
  ) => {
    const { pool, client } = pools.requireClient(ClientId);
    const { settings, users, clock } = pool;
    checkSecretHash(client, Username, SecretHash);
    checkPassword(settings.passwordPolicy, Password);
    const user = users.find(Username);
    const isHidden = client.hidesUsers && (user === undefined || user.codes["forgot-password"] === undefined);
    if (isHidden && pool.simulated.isAsked(Username, clock.now())) throw refusals.wrongCode();
    if (user === undefined) throw client.hidesUsers ? refusals.expiredCode() : refusals.noUser();
    const { attribute } = checkCode(user, "forgot-password", ConfirmationCode, clock.now());
    // A password that may not be used again does not use up the code.
    setPassword(settings, user, Password);
    delete user.codes["forgot-password"];
    user.attributes[`${attribute}_verified`] = "true";
    user.status = "CONFIRMED";
    user.modifiedAt = clock.now();
    clearFailures(user);
    await postConfirmation(pool, user, "PostConfirmation_ConfirmForgotPassword", {
      clientId: client.id,
      clientMetadata,
    });
    return {};
  },
  AdminResetUserPassword: async (pools, { UserPoolId, Username, ClientMetadata: clientMetadata }) => {
    const pool = pools.requirePool(UserPoolId);
    const user = pool.users.require(Username);
    if (user.status !== "CONFIRMED" && user.status !== "RESET_REQUIRED")
      throw refusals.notAuthorized("User password cannot be reset in the current state.");
    const attribute = recoveryAddress(pool.settings, user);
    user.status = "RESET_REQUIRED";
    user.modifiedAt = pool.clock.now();
    const sending = { pool, user, attribute, clientMetadata };
    await sendCode({ ...sending, purpose: "forgot-password", occasion: "ForgotPassword" });
    return {};
  },
  AdminSetUserPassword: (pools, { UserPoolId, Username, Password, Permanent = false }) => {
    const { settings, users, clock } = pools.requirePool(UserPoolId);
    const user = users.require(Username);
    if (Permanent) {
      setPassword(settings, user, Password);
      user.status = "CONFIRMED";
    } else setTemporaryPassword(settings, user, Password, clock.now());
    user.modifiedAt = clock.now();
    clearFailures(user);
    return {};
  },
} satisfies Operations;

type Recoverable =
  | { readonly user: User; readonly attribute: AddressAttribute }
  | { readonly refusal: ServiceError };

/** The user and where the code goes, or why there is none. */
function recoverable(settings: PoolSettings, user: User | undefined): Recoverable {
  if (user === undefined) return { refusal: refusals.noUser() };
  if (!user.isEnabled) return { refusal: refusals.disabled() };
  if (user.status !== "CONFIRMED" && user.status !== "RESET_REQUIRED" && user.status !== "UNCONFIRMED")
    return { refusal: refusals.notAuthorized("User password cannot be reset in the current state.") };
  try {
    return { user, attribute: recoveryAddress(settings, user) };
  } catch (error) {
    if (error instanceof ServiceError) return { refusal: error };
    throw error;
  }
}

/** Where the code for a forgotten password goes: the best verified address that the pool allows. */
function recoveryAddress({ recovery }: PoolSettings, { attributes }: User): AddressAttribute {
  const found = recovery.find((each) => attributes[`${each}_verified`] === "true");
  if (found !== undefined) return found;
  if (recovery.length === 0) throw refusals.notAuthorized("Contact administrator to reset password.");
  throw refusals.invalid(
    "Cannot reset password for the user as there is no registered/verified email or phone_number",
  );
}

/** Attributes of users, and the codes that verify them. */
export const attributeOperations = {
  UpdateUserAttributes: async (pools, input) => ({
    CodeDeliveryDetailsList: await updateAttributes(pools, input),
  }),
  AdminUpdateUserAttributes: async (pools, input) => {
    await updateAttributes(pools, input);
    return {};
  },
  DeleteUserAttributes: deleteAttributes,
  AdminDeleteUserAttributes: deleteAttributes,
  GetUserAttributeVerificationCode: async (
    pools,
    { AccessToken, AttributeName, ClientMetadata: clientMetadata },
  ) => {
    const { pool, user, clientId } = await pools.holderOf(AccessToken);
    const attribute = addresses.find((each) => each === AttributeName);
    const to = attribute && (user.pending[attribute] ?? user.attributes[attribute]);
    if (attribute === undefined || to === undefined)
      throw refusals.invalid(`${AttributeName} cannot be verified.`);
    const purpose = `verify-${attribute}` as const;
    const sending = { pool, user, attribute, to, clientId, clientMetadata };
    return { CodeDeliveryDetails: await sendCode({ ...sending, purpose, occasion: "VerifyUserAttribute" }) };
  },
  VerifyUserAttribute: async (pools, { AccessToken, AttributeName, Code }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    const attribute = addresses.find((each) => each === AttributeName);
    if (attribute === undefined) throw refusals.invalid(`${AttributeName} cannot be verified.`);
    const purpose = `verify-${attribute}` as const;
    checkCode(user, purpose, Code, pool.clock.now());
    const value = user.pending[attribute] ?? user.attributes[attribute];
    if (value === undefined) throw refusals.expiredCode();
    pool.users.checkAlias(attribute, value, user);
    delete user.codes[purpose];
    delete user.pending[attribute];
    user.attributes = { ...user.attributes, [attribute]: value, [`${attribute}_verified`]: "true" };
    user.modifiedAt = pool.clock.now();
    return {};
  },
} satisfies Operations;

/**
 * Changes attributes, and removes those without a value. A new address is not verified: the pool sends a code to it, and keeps
 * the old one until then if it is configured so.
 */
async function updateAttributes(
  pools: UserPools,
  input: InputOf<"UpdateUserAttributes"> | InputOf<"AdminUpdateUserAttributes">,
): Promise<readonly CodeDelivery[]> {
  const { pool, user, client } = await requireSubject(pools, input);
  const { settings, users, clock } = pool;
  const given = toAttributes(input.UserAttributes);
  checkAttributes(given, { settings, client, isNew: false });
  const attributes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
  const isVerifiedHere = (name: AddressAttribute): boolean => attributes[`${name}_verified`] === "true";
  const changed = addresses.filter(
    (name) =>
      attributes[name] !== undefined && attributes[name] !== user.attributes[name] && !isVerifiedHere(name),
  );
  for (const [name, value] of Object.entries(attributes)) users.checkAlias(name, value, user);
  const waits = changed.filter(
    (name) => settings.autoVerified.includes(name) && settings.verifiedBeforeUpdate.includes(name),
  );
  for (const name of addresses) if (given[name] !== undefined) delete user.pending[name];
  for (const [name, value] of Object.entries(attributes)) {
    if (waits.some((each) => each === name)) user.pending[name as AddressAttribute] = value;
    else user.attributes[name] = value;
  }
  for (const name of changed) if (!waits.includes(name)) user.attributes[`${name}_verified`] = "false";
  for (const name of Object.keys(given).filter((each) => given[each] === "")) {
    delete user.attributes[name];
    delete user.attributes[`${name}_verified`];
  }
  user.modifiedAt = clock.now();
  const deliveries: CodeDelivery[] = [];
  for (const attribute of changed.filter((name) => settings.autoVerified.includes(name))) {
    const purpose = `verify-${attribute}` as const;
    const to = attributes[attribute];
    const sending = { pool, user, attribute, to, clientId: client?.id, clientMetadata: input.ClientMetadata };
    deliveries.push(await sendCode({ ...sending, purpose, occasion: "UpdateUserAttribute" }));
  }
  return deliveries;
}

/** Removes attributes. Throws for those that a user must keep. */
async function deleteAttributes(
  pools: UserPools,
  { UserAttributeNames, ...subject }: InputOf<"DeleteUserAttributes"> | InputOf<"AdminDeleteUserAttributes">,
): Promise<object> {
  const UserAttributes = UserAttributeNames.map((Name) => ({ Name, Value: "" }));
  await updateAttributes(pools, { ...subject, UserAttributes, ClientMetadata: undefined });
  return {};
}
