import { refusals } from "../errors";
import { type CodeDelivery, sendCode } from "../messages/send";
import type { AddressAttribute } from "../settings/pool-settings";
import { checkAttributes, toAttributes } from "../state/attributes";
import { takeCode } from "../state/pending-codes";
import type { UserPools } from "../user-pools";
import { type InputOf, type Operations, requireSubject } from "./contract";

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

const addresses: readonly AddressAttribute[] = ["email", "phone_number"];

/**
 * Changes attributes. A new address is not verified: the pool sends a code to it, and keeps the old one until then if it is
 * configured so.
 */
async function updateAttributes(
  pools: UserPools,
  input: InputOf<"UpdateUserAttributes"> | InputOf<"AdminUpdateUserAttributes">,
): Promise<readonly CodeDelivery[]> {
  const { pool, user, client } = await requireSubject(pools, input);
  const attributes = toAttributes(input.UserAttributes);
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
    const sending = { pool, user, attribute, to, clientId: client?.id, clientMetadata: input.ClientMetadata };
    deliveries.push(await sendCode({ ...sending, purpose, occasion: "UpdateUserAttribute" }));
  }
  return deliveries;
}

/** Removes attributes. Throws for those that a user must keep. */
async function deleteAttributes(
  pools: UserPools,
  input: InputOf<"DeleteUserAttributes"> | InputOf<"AdminDeleteUserAttributes">,
): Promise<object> {
  const { pool, user, client } = await requireSubject(pools, input);
  const names = input.UserAttributeNames;
  const values = Object.fromEntries(names.map((name) => [name, ""]));
  checkAttributes(values, { settings: pool.settings, client, isNew: false });
  for (const name of names) {
    delete user.attributes[name];
    delete user.attributes[`${name}_verified`];
  }
  user.modifiedAt = pool.clock.now();
  return {};
}
