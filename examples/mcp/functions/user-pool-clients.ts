import {
  CognitoIdentityProviderClient,
  CreateManagedLoginBrandingCommand,
  CreateUserPoolClientCommand,
  DeleteManagedLoginBrandingCommand,
  DeleteUserPoolClientCommand,
  DescribeManagedLoginBrandingByClientCommand,
  paginateListUserPoolClients,
  ResourceNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import type { ClientStore, RegisteredClient } from "./registration";

/** The clients of a user pool. */
export function userPoolClients(UserPoolId: string): ClientStore {
  const client = new CognitoIdentityProviderClient({});
  const remove = async (ClientId: string): Promise<void> => {
    await removeStyle(ClientId);
    await client.send(new DeleteUserPoolClientCommand({ UserPoolId, ClientId }));
  };

  return {
    async list() {
      const found: RegisteredClient[] = [];
      for await (const { UserPoolClients = [] } of paginateListUserPoolClients({ client }, { UserPoolId })) {
        found.push(
          ...UserPoolClients.map(({ ClientId = "", ClientName = "" }) => ({
            id: ClientId,
            name: ClientName,
          })),
        );
      }
      return found;
    },
    async create(name, redirectUris, scopes) {
      const { UserPoolClient } = await client.send(
        new CreateUserPoolClientCommand({
          UserPoolId,
          ClientName: name,
          AllowedOAuthFlowsUserPoolClient: true,
          AllowedOAuthFlows: ["code"],
          AllowedOAuthScopes: [...scopes],
          CallbackURLs: [...redirectUris],
          SupportedIdentityProviders: ["COGNITO"],
          // Users sign in at the pages, and nowhere else.
          ExplicitAuthFlows: ["ALLOW_REFRESH_TOKEN_AUTH"],
          EnableTokenRevocation: true,
          PreventUserExistenceErrors: "ENABLED",
        }),
      );
      const id = UserPoolClient?.ClientId ?? "";
      try {
        // The service shows no page to a client without a style.
        await client.send(
          new CreateManagedLoginBrandingCommand({ UserPoolId, ClientId: id, UseCognitoProvidedValues: true }),
        );
      } catch (error) {
        await remove(id);
        throw error;
      }
      return { id, name };
    },
    remove: ({ id }) => remove(id),
  };

  /** A pool has at most 20 styles. */
  async function removeStyle(ClientId: string): Promise<void> {
    const input = { UserPoolId, ClientId };
    try {
      const { ManagedLoginBranding } = await client.send(
        new DescribeManagedLoginBrandingByClientCommand(input),
      );
      const { ManagedLoginBrandingId } = ManagedLoginBranding ?? {};
      await client.send(new DeleteManagedLoginBrandingCommand({ UserPoolId, ManagedLoginBrandingId }));
    } catch (error) {
      if (!(error instanceof ResourceNotFoundException)) throw error;
    }
  }
}
