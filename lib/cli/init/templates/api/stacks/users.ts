import { type StackContext, Userbase } from "serverform";

export function Users({ stack }: StackContext) {
  const users = new Userbase(stack, "Users", {
    login: ["email"],
    groups: { admins: { description: "May read the notes of everyone" } },
    // Users call the API, and nothing else of AWS.
    identityPoolFederation: false,
  });
  stack.addOutputs({ UserPoolId: users.userPoolId, UserPoolClientId: users.userPoolClientId });
  return { users };
}
