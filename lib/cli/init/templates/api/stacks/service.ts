import { Api, type StackContext, use } from "serverform";
import { Data } from "./data.js";
import { Users } from "./users.js";

export function Service({ stack }: StackContext) {
  const { notes } = use(Data);
  const { users } = use(Users);
  const api = new Api(stack, "Api", {
    authorizers: { users: { type: "user_pool", userPool: users } },
    // Every route needs a signed-in user, unless it says otherwise.
    defaults: { authorizer: "users", function: { bind: [notes] } },
    routes: {
      "GET /": { authorizer: "none", function: "functions/status.handler" },
      "GET /notes": "functions/notes.list",
      "POST /notes": "functions/notes.create",
      "DELETE /notes/{id}": "functions/notes.remove",
    },
  });
  stack.addOutputs({ ApiUrl: api.url });
  return { api };
}
