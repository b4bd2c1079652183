import { Api, type StackContext, use } from "serverform";
import { Data } from "./data.js";
import { Users } from "./users.js";

export function Service({ stack }: StackContext) {
  const { notes } = use(Data);
  const { users } = use(Users);
  const api = new Api(stack, "Api", {
    authorizers: { users: { type: "user_pool", userPool: users } },
    // Every route needs a signed-in user, unless it says otherwise.
    defaults: { authorizer: "users" },
    routes: {
      "GET /": { authorizer: "none", function: "functions/status.handler" },
      // Each function may do with the table what its code does, and no more.
      "GET /notes": { function: { handler: "functions/notes.list", bind: [[notes, "grantReadData"]] } },
      "POST /notes": { function: { handler: "functions/notes.create", bind: [[notes, "grantWriteData"]] } },
      "DELETE /notes/{id}": {
        function: { handler: "functions/notes.remove", bind: [[notes, "grantWriteData"]] },
      },
      // The code of the route accepts members of the group "admins" only.
      "GET /users/{owner}/notes": {
        function: { handler: "functions/notes.listOfUser", bind: [[notes, "grantReadData"]] },
      },
    },
  });
  stack.addOutputs({ ApiUrl: api.url });
  return { api };
}
