import { refusals } from "../errors";
import { type CodeDelivery, sendCode } from "../messages/send";
import type { Pool } from "../pool";
import type { ClientSettings } from "../settings/client-settings";
import type { AddressAttribute } from "../settings/pool-settings";
import { type Attributes, checkAttributes, toAttributes } from "../state/attributes";
import { takeCode } from "../state/pending-codes";
import type { User } from "../state/user";
import type { Operations } from "./contract";

/** Attributes of users, and the codes that verify them. */
export const attributeOperations = {
  UpdateUserAttributes: async (pools, { UserAttributes, AccessToken, ClientMetadata: clientMetadata }) => {
    const { pool, user, client } = await pools.holderOf(AccessToken);
    const attributes = toAttributes(UserAttributes);
    return {
      CodeDeliveryDetailsList: await updateAttributes({ pool, user, client, attributes, clientMetadata }),
    };
  },
  AdminUpdateUserAttributes: async (
    pools,
    { UserPoolId, Username, UserAttributes, ClientMetadata: clientMetadata },
  ) => {
    const pool = pools.requirePool(UserPoolId);
    const user = pool.users.require(Username);
    await updateAttributes({
      pool,
      user,
      client: undefined,
      attributes: toAttributes(UserAttributes),
      clientMetadata,
    });
    return {};
  },
  DeleteUserAttributes: async (pools, { UserAttributeNames, AccessToken }) => {
    deleteAttributes(await pools.holderOf(AccessToken), UserAttributeNames);
    return {};
  },
  AdminDeleteUserAttributes: (pools, { UserPoolId, Username, UserAttributeNames }) => {
    const pool = pools.requirePool(UserPoolId);
    deleteAttributes({ pool, user: pool.users.require(Username), client: undefined }, UserAttributeNames);
    return {};
  },
  GetUserAttributeVerificationCode: async (
    pools,
    { AccessToken, AttributeName, ClientMetadata: clientMetadata },
  ) => {
    const { pool, user, clientId } = await pools.holderOf(AccessToken);
    const attribute = (["email", "phone_number"] as const).find((each) => each === AttributeName);
    const to = attribute && (user.pending[attribute] ?? user.attributes[attribute]);
    if (attribute === undefined || to === undefined)
      throw refusals.invalid(`${AttributeName} cannot be verified.`);
    const purpose = `verify-${attribute}` as const;
    const occasion = "VerifyUserAttribute";
    return {
      CodeDeliveryDetails: await sendCode({
        pool,
        user,
        purpose,
        occasion,
        attribute,
        to,
        clientId,
        clientMetadata,
      }),
    };
  },
  VerifyUserAttribute: async (pools, { AccessToken, AttributeName, Code }) => {
    const { pool, user } = await pools.holderOf(AccessToken);
    const attribute = (["email", "phone_number"] as const).find((each) => each === AttributeName);
    if (attribute === undefined) throw refusals.invalid(`${AttributeName} cannot be verified.`);
    takeCode(user, `verify-${attribute}`, Code, pool.clock.now());
    const value = user.pending[attribute] ?? user.attributes[attribute];
    if (value === undefined) throw refusals.expiredCode();
    pool.users.checkAlias(attribute, value, user);
    delete user.pending[attribute];
    user.attributes = { ...user.attributes, [attribute]: value, [`${attribute}_verified`]: "true" };
    user.modifiedAt = pool.clock.now();
    return {};
  },
} satisfies Operations;

interface AttributeUpdate {
  readonly pool: Pool;
  readonly user: User;
  /** Undefined for administrators. */
  readonly client: ClientSettings | undefined;
  readonly attributes: Attributes;
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
}

const addresses: readonly AddressAttribute[] = ["email", "phone_number"];

/**
 * Changes attributes. A new address is not verified: the pool sends a code to it, and keeps the old one until then if it
 * says so.
 */
async function updateAttributes(update: AttributeUpdate): Promise<readonly CodeDelivery[]> {
  const { pool, user, client, attributes, clientMetadata } = update;
  const { settings, users, clock } = pool;
  checkAttributes(attributes, { settings, client, isNew: false });
  const isVerifiedHere = (name: AddressAttribute): boolean => attributes[`${name}_verified`] === "true";
  const changed = addresses.filter(
    (name) =>
      attributes[name] !== undefined && attributes[name] !== user.attributes[name] && !isVerifiedHere(name),
  );
  for (const [name, value] of Object.entries(attributes)) users.checkAlias(name, value, user);
  const waits = changed.filter(
    (name) => settings.autoVerified.includes(name) && settings.verifiedBeforeUpdate.includes(name),
  );
  for (const [name, value] of Object.entries(attributes)) {
    if (waits.some((each) => each === name)) user.pending[name as AddressAttribute] = value;
    else user.attributes[name] = value;
  }
  for (const name of changed) if (!waits.includes(name)) user.attributes[`${name}_verified`] = "false";
  user.modifiedAt = clock.now();
  const deliveries: CodeDelivery[] = [];
  for (const attribute of changed.filter((name) => settings.autoVerified.includes(name))) {
    const purpose = `verify-${attribute}` as const;
    const to = attributes[attribute];
    const sending = { pool, user, attribute, to, clientId: client?.id, clientMetadata };
    deliveries.push(await sendCode({ ...sending, purpose, occasion: "UpdateUserAttribute" }));
  }
  return deliveries;
}

/** Removes attributes. Throws for those that a user must keep. */
function deleteAttributes(
  { pool, user, client }: Omit<AttributeUpdate, "attributes">,
  names: readonly string[],
): void {
  const values = Object.fromEntries(names.map((name) => [name, ""]));
  checkAttributes(values, { settings: pool.settings, client, isNew: false });
  for (const name of names) {
    delete user.attributes[name];
    delete user.attributes[`${name}_verified`];
  }
  user.modifiedAt = pool.clock.now();
}
