import { randomUUID } from "node:crypto";
import { refusals } from "../../errors";
import { operation } from "../contract";
import { styleAnswer } from "./style-answer";

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateManagedLoginBranding.html */
export const createManagedLoginBranding = operation(
  {
    UserPoolId: "text!",
    ClientId: "text!",
    UseCognitoProvidedValues: "flag",
    Settings: "structure",
    Assets: "list",
  },
  (pools, { UserPoolId, ClientId, UseCognitoProvidedValues = false, Settings, Assets }) => {
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
);
