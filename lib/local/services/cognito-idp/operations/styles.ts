import { randomUUID } from "node:crypto";
import { refusals } from "../errors";
import type { Pool } from "../pool";
import type { LoginStyle } from "../state/login-styles";
import { seconds } from "./answers";
import type { Operations } from "./contract";

/** Styles of the sign-in pages. */
export const styleOperations = {
  CreateManagedLoginBranding: (
    pools,
    { UserPoolId, ClientId, UseCognitoProvidedValues = false, Settings, Assets },
  ) => {
    const { pool } = pools.requireClientOf(UserPoolId, ClientId);
    const isOwn = Settings !== undefined || Assets !== undefined;
    if (UseCognitoProvidedValues === isOwn)
      throw refusals.invalid("Provide either UseCognitoProvidedValues, or Settings and Assets.");
    const now = pool.clock.now();
    const style = pool.styles.add({
      id: randomUUID(),
      clientId: ClientId,
      isDefault: UseCognitoProvidedValues,
      settings: Settings,
      assets: Assets,
      createdAt: now,
      modifiedAt: now,
    });
    return styleAnswer(pool, style);
  },
  DescribeManagedLoginBrandingByClient: (pools, { UserPoolId, ClientId }) => {
    const { pool } = pools.requireClientOf(UserPoolId, ClientId);
    const style = pool.styles.ofClient(ClientId);
    if (style === undefined)
      throw refusals.noResource(`Managed login branding for client ${ClientId} does not exist.`);
    return styleAnswer(pool, style);
  },
  DeleteManagedLoginBranding: (pools, { ManagedLoginBrandingId, UserPoolId }) => {
    pools.requirePool(UserPoolId).styles.delete(ManagedLoginBrandingId);
    return {};
  },
} satisfies Operations;

function styleAnswer({ settings }: Pool, style: LoginStyle): object {
  return {
    ManagedLoginBranding: {
      ManagedLoginBrandingId: style.id,
      UserPoolId: settings.id,
      UseCognitoProvidedValues: style.isDefault,
      ...(style.settings !== undefined && { Settings: style.settings }),
      Assets: style.assets ?? [],
      CreationDate: seconds(style.createdAt),
      LastModifiedDate: seconds(style.modifiedAt),
    },
  };
}
