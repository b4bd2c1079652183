import { randomInt } from "node:crypto";
import type { Values } from "../../../../model";
import { attributesOf, described } from "../../contract/described";
import { refusals } from "../errors";
import type { Pool } from "../pool";
import type { ClientSettings } from "../settings/client-settings";
import type { KeptClient } from "../state/clients";
import { pageOf, poolTimes, seconds } from "./answers";
import { type ClientInput, checkClientInput } from "./check-client-input";
import { model, type Operations } from "./contract";

/** Clients of a pool. */
export const clientOperations = {
  CreateUserPoolClient: (pools, { UserPoolId, ClientName, GenerateSecret, ClientSecret, ...input }) => {
    const pool = pools.requirePool(UserPoolId);
    if (GenerateSecret === true && ClientSecret !== undefined)
      throw refusals.invalid("ClientSecret cannot be given together with GenerateSecret.");
    const secret = GenerateSecret === true ? randomId(51) : ClientSecret;
    checkClientInput(pools, {
      poolId: UserPoolId,
      name: ClientName,
      hasSecret: secret !== undefined,
      input,
      occasion: "creating",
    });
    if (pool.clients.all.length >= maxClients)
      throw refusals.limit(`The maximum number of clients of user pool ${UserPoolId} has been reached.`);
    const now = pool.clock.now();
    const id = randomId(26);
    pool.clients.put({
      id,
      name: ClientName,
      values: {
        ...clientValues(UserPoolId, ClientName, input),
        ...(secret !== undefined && { client_secret: secret }),
      },
      createdAt: now,
      modifiedAt: now,
    });
    return { UserPoolClient: clientAnswer(pool, pool.clients.require(id)) };
  },
  /** Replaces the settings of a client: those that are left out get their defaults. */
  UpdateUserPoolClient: (pools, { UserPoolId, ClientId, ClientName, ...input }) => {
    const { pool, client } = pools.requireClientOf(UserPoolId, ClientId);
    const name = ClientName ?? client.name;
    const hasSecret = client.secret !== undefined;
    checkClientInput(pools, { poolId: UserPoolId, name, hasSecret, input, occasion: "updating" });
    pool.clients.put({
      id: ClientId,
      name,
      values: {
        ...clientValues(UserPoolId, name, input),
        ...(client.secret !== undefined && { client_secret: client.secret }),
      },
      createdAt: pool.clients.kept(ClientId)?.createdAt ?? 0,
      modifiedAt: pool.clock.now(),
    });
    return { UserPoolClient: clientAnswer(pool, pool.clients.require(ClientId)) };
  },
  DeleteUserPoolClient: (pools, { UserPoolId, ClientId }) => {
    const { clients, styles } = pools.requirePool(UserPoolId);
    clients.delete(ClientId);
    const style = styles.ofClient(ClientId);
    if (style !== undefined) styles.delete(style.id);
    return {};
  },
  DescribeUserPoolClient: (pools, { UserPoolId, ClientId }) => {
    const { pool, client } = pools.requireClientOf(UserPoolId, ClientId);
    return { UserPoolClient: clientAnswer(pool, client) };
  },
  ListUserPoolClients: (pools, { UserPoolId, MaxResults, NextToken }) => {
    const { items, next } = pageOf(pools.clientsOf(pools.requirePool(UserPoolId)), NextToken, MaxResults);
    return {
      UserPoolClients: items.map(({ id, name }) => ({ ClientId: id, UserPoolId, ClientName: name })),
      NextToken: next,
    };
  },
} satisfies Operations;

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html */
const maxClients = 1000;

const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

function randomId(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** The attributes that the JSON of an app would have for a client with these settings. */
const clientValues = (user_pool_id: string, name: string, input: ClientInput): Values => ({
  ...attributesOf(clientMembers(), input),
  user_pool_id,
  name,
});

const clientMembers = () => model.members("structures", "UserPoolClientType");

/** A client, as the operations about clients show it. */
function clientAnswer(pool: Pool, client: ClientSettings): object {
  const { values, oauth, rotation } = client;
  return described(
    clientMembers(),
    { refresh_token_validity: 30, ...values },
    {
      ClientId: client.id,
      ClientName: client.name,
      ...timesOf(pool.clients.kept(client.id)),
      ExplicitAuthFlows: [...client.flows],
      SupportedIdentityProviders: client.providers,
      CallbackURLs: oauth.callbackUrls,
      LogoutURLs: oauth.logoutUrls,
      AllowedOAuthFlows: oauth.flows,
      AllowedOAuthScopes: oauth.scopes,
      AllowedOAuthFlowsUserPoolClient: oauth.isEnabled,
      PreventUserExistenceErrors: client.hidesUsers ? "ENABLED" : "LEGACY",
      EnableTokenRevocation: client.canRevoke,
      AuthSessionValidity: client.sessionSeconds / 60,
      RefreshTokenRotation: rotation && {
        Feature: "ENABLED",
        RetryGracePeriodSeconds: rotation.graceSeconds,
      },
    },
  );
}

function timesOf(kept: KeptClient | undefined): object {
  if (kept === undefined) return poolTimes;
  return { CreationDate: seconds(kept.createdAt), LastModifiedDate: seconds(kept.modifiedAt) };
}
