import { Api, type StackContext, use } from "serverform";
import { Users } from "./users";

export function Service({ stack }: StackContext) {
  const { users } = use(Users);
  // #region service
  const api = new Api(stack, "Api", {
    authorizers: { users: { type: "user_pool", userPool: users } },
    defaults: { authorizer: "users" },
    routes: {
      "GET /me": "functions/api.me",
      // Any user has a valid token; the function looks for the group.
      "GET /users": {
        function: {
          handler: "functions/api.list",
          environment: { USER_POOL_ID: users.userPoolId },
          permissions: [{ actions: ["cognito-idp:ListUsers"], resources: [users.userPoolArn] }],
        },
      },
      "GET /identity": { authorizer: "iam", function: "functions/api.identity" },
    },
  });
  // With credentials of the identity pool, users may call the routes of the type iam.
  users.attachPermissionsForAuthUsers(stack, [api]);
  // #endregion
  stack.addOutputs({ ApiUrl: api.url });
  return { api };
}
