import { refusals } from "../errors";
import type { Pool } from "../pool";
import type { ClientSettings } from "../settings/client-settings";
import type { User } from "../state/user";
import { refreshTokens } from "../tokens/refresh";
import { preAuthentication } from "../triggers/simple-triggers";
import { migrateUser } from "../triggers/user-migration";
import { checkSecretHash, checkSecretHashOfRefresh } from "./client-secret";
import { finish } from "./finish";
import { customAuth } from "./flows/custom";
import { userAuth } from "./flows/user-choice";
import { userPassword } from "./flows/user-password";
import { userSrp } from "./flows/user-srp";
import type { AuthAnswer, Metadata, SignIn } from "./sign-in";
import { findSignedUp } from "./signed-up";

interface Flow {
  /** The flow that the client must allow. */
  readonly permission: string;
  /** Whether the client sends the password, with which the app's function may find a user elsewhere. */
  readonly sendsPassword?: boolean;
  readonly isAdminOnly?: boolean;
  readonly start: (signIn: SignIn, parameters: Metadata) => Promise<AuthAnswer>;
}

const password = { sendsPassword: true, start: userPassword } as const;
const adminPassword = {
  permission: "ALLOW_ADMIN_USER_PASSWORD_AUTH",
  isAdminOnly: true,
  ...password,
} as const;

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_InitiateAuth.html */
const flows: Readonly<Record<string, Flow>> = {
  USER_SRP_AUTH: { permission: "ALLOW_USER_SRP_AUTH", start: userSrp },
  USER_PASSWORD_AUTH: { permission: "ALLOW_USER_PASSWORD_AUTH", ...password },
  ADMIN_USER_PASSWORD_AUTH: adminPassword,
  ADMIN_NO_SRP_AUTH: adminPassword,
  CUSTOM_AUTH: { permission: "ALLOW_CUSTOM_AUTH", start: customAuth },
  USER_AUTH: { permission: "ALLOW_USER_AUTH", start: userAuth },
};
const refreshFlows = ["REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"];
const allFlows = [...Object.keys(flows), ...refreshFlows];

export interface Initiation {
  readonly pool: Pool;
  readonly client: ClientSettings;
  readonly flow: string;
  readonly parameters: Metadata;
  readonly clientMetadata?: Metadata | undefined;
  readonly isAdmin: boolean;
  /** Of a sign-up that has just been confirmed. */
  readonly session?: string | undefined;
}

/** Begins a sign-in. */
export async function initiate(initiation: Initiation): Promise<AuthAnswer> {
  const { client, flow: name, isAdmin } = initiation;
  if (refreshFlows.includes(name)) return refresh(initiation);
  const flow = Object.hasOwn(flows, name) ? flows[name] : undefined;
  if (flow === undefined) throw unknownFlow(name);
  if (flow.isAdminOnly === true && !isAdmin) throw refusals.invalid("Initiate Auth method not supported.");
  checkAllowed(client, flow.permission, name);
  return begin(initiation, flow);
}

async function begin(initiation: Initiation, flow: Flow): Promise<AuthAnswer> {
  const { pool, client, parameters, clientMetadata, session } = initiation;
  const name = parameters.USERNAME;
  if (name === undefined) throw refusals.invalid("Missing required parameter USERNAME");
  checkSecretHash(client, name, parameters.SECRET_HASH);
  const known = pool.users.find(name);
  const user = known ?? (await migrated(initiation, flow, name));
  if (user === undefined && !client.hidesUsers) throw refusals.noUser();
  const { id: clientId, hidesUsers } = client;
  await preAuthentication(pool, user, name, { clientId, hidesUsers, validationData: clientMetadata });
  const signIn: SignIn = {
    pool,
    client,
    user,
    name,
    deviceKey: parameters.DEVICE_KEY,
    source: "TokenGeneration_Authentication",
  };
  const signedUp = session === undefined ? undefined : findSignedUp(pool, session, user);
  if (session !== undefined) {
    if (signedUp === undefined) throw refusals.badSession();
    return finish({ ...signIn, user: signedUp });
  }
  return flow.start(signIn, parameters);
}

async function migrated(
  { pool, client, parameters, clientMetadata }: Initiation,
  { sendsPassword = false }: Flow,
  userName: string,
): Promise<User | undefined> {
  if (!sendsPassword) return undefined;
  return migrateUser(pool, {
    source: "UserMigration_Authentication",
    userName,
    clientId: client.id,
    password: parameters.PASSWORD,
    validationData: clientMetadata,
  });
}

async function refresh({ pool, client, flow, parameters, clientMetadata }: Initiation): Promise<AuthAnswer> {
  checkAllowed(client, "ALLOW_REFRESH_TOKEN_AUTH", flow);
  if (client.rotation !== undefined)
    throw refusals.invalid("Refresh token rotation is enabled: use GetTokensFromRefreshToken.");
  const token = parameters.REFRESH_TOKEN;
  if (token === undefined) throw refusals.invalid("Missing required parameter REFRESH_TOKEN");
  checkSecretHashOfRefresh(pool, client, token, parameters.SECRET_HASH);
  return {
    ChallengeParameters: {},
    AuthenticationResult: await refreshTokens(pool, client, token, {
      deviceKey: parameters.DEVICE_KEY,
      clientMetadata,
    }),
  };
}

function checkAllowed(client: ClientSettings, permission: string, flow: string): void {
  if (!client.flows.has(permission)) throw refusals.invalid(`${flow} flow not enabled for this client`);
}

function unknownFlow(name: string) {
  return refusals.invalid(
    `1 validation error detected: Value '${name}' at 'authFlow' failed to satisfy constraint: Member must satisfy enum value set: [${allFlows.join(", ")}]`,
  );
}
