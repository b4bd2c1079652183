import { type StackContext, Userbase } from "serverform";

export function Users({ stack }: StackContext) {
  const users = new Userbase(stack, "Users", {
    login: ["email"],
    // Users call the API, and nothing else of AWS.
    identityPoolFederation: false,
    resourceServers: { notes: { scopes: { delete: "Deletes notes" } } },
    // Signed in through the pages of this domain, users of this client may delete.
    domain: `${stack.stage}-acme-notes`,
    clients: {
      admin: { callbackUrls: ["https://admin.notes.example.com"], scopes: ["openid", "notes/delete"] },
    },
  });
  stack.addOutputs({ UserPoolId: users.userPoolId, UserPoolClientId: users.userPoolClientId });
  return { users };
}
