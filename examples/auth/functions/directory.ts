import {
  AdminAddUserToGroupCommand,
  CognitoIdentityProviderClient,
  paginateListUsers,
} from "@aws-sdk/client-cognito-identity-provider";

/** The operations of the functions on the user directory. */
export interface Directory {
  addToGroup(userPoolId: string, username: string, group: string): Promise<void>;
  listEmails(userPoolId: string): Promise<string[]>;
}

/** The directory of Cognito. */
export function cognitoDirectory(): Directory {
  const client = new CognitoIdentityProviderClient({});
  return {
    async addToGroup(UserPoolId, Username, GroupName) {
      await client.send(new AdminAddUserToGroupCommand({ UserPoolId, Username, GroupName }));
    },
    async listEmails(UserPoolId) {
      const emails: string[] = [];
      const input = { UserPoolId, AttributesToGet: ["email"] };
      for await (const { Users = [] } of paginateListUsers({ client }, input)) {
        for (const { Attributes = [] } of Users) emails.push(...Attributes.map(({ Value }) => Value ?? ""));
      }
      return emails.sort();
    },
  };
}
