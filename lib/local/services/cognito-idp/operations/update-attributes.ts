import type { CodeDelivery } from "../messages/send";
import type { Pool } from "../pool";
import type { ClientSettings } from "../settings/client-settings";
import type { AddressAttribute } from "../settings/pool-settings";
import { type Attributes, checkAttributes } from "../state/attributes";
import type { User } from "../state/user";
import { sendCode } from "./send-code";

export interface AttributeUpdate {
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
export async function updateAttributes(update: AttributeUpdate): Promise<readonly CodeDelivery[]> {
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
export function deleteAttributes(
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
