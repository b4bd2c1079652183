import { type StackContext, Userbase } from "serverform";

export function Users({ stack }: StackContext) {
  // #region users
  const users = new Userbase(stack, "Users", {
    login: ["email"],
    groups: {
      members: { description: "Everybody who has signed up" },
      admins: { description: "Who sees the list of all users", precedence: 1 },
    },
    triggers: {
      preSignUp: {
        handler: "functions/triggers.preSignUp",
        environment: { SIGN_UP_DOMAIN: process.env.SIGN_UP_DOMAIN ?? "example.com" },
      },
      postConfirmation: "functions/triggers.postConfirmation",
      preTokenGeneration: "functions/triggers.preTokenGeneration",
    },
    // Version 2 may change the access token, which the API reads.
    preTokenGenerationVersion: "v2_0",
  });
  // A trigger that uses its own directory: it puts new users into a group.
  users.bindForTrigger("postConfirmation", [users]);
  // #endregion
  stack.addOutputs({ UserPoolId: users.userPoolId, UserPoolClientId: users.userPoolClientId });
  return { users };
}
