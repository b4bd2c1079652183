import { refusals } from "../errors";
import type { Pool } from "../pool";
import { isSameSecret, secretHash } from "../secrets/codes";
import type { ClientSettings } from "../settings/client-settings";
import { findChain } from "../tokens/refresh";

/** Refuses a request of a client with a secret that does not prove the secret, for one of the names of the user. */
export function checkSecretHash(
  { id, secret }: ClientSettings,
  names: string | readonly string[],
  given: string | undefined,
): void {
  if (secret === undefined) {
    if (given !== undefined)
      throw refusals.notAuthorized(`Client ${id} is not configured with secret but SECRET_HASH was received`);
    return;
  }
  if (given === undefined)
    throw refusals.notAuthorized(`Client ${id} is configured with secret but SECRET_HASH was not received`);
  const isProved = [names].flat().some((name) => isSameSecret(secretHash(secret, name, id), given));
  if (!isProved) throw refusals.notAuthorized(`Unable to verify secret hash for client ${id}`);
}

/** A refresh names no user: the hash is that of the user whose token it is. */
export function checkSecretHashOfRefresh(
  pool: Pool,
  client: ClientSettings,
  refreshToken: string,
  given: string | undefined,
): void {
  const user = findChain(pool, refreshToken)?.user;
  const names = user === undefined ? [] : [user.username, user.sub, ...Object.values(user.attributes)];
  if (user !== undefined || client.secret === undefined) checkSecretHash(client, names, given);
}
