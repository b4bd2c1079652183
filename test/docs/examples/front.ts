import { Api, type StackContext, Table, Userbase } from "serverform";

// #region notes
export function Notes({ stack }: StackContext) {
  const users = new Userbase(stack, "Users", { login: ["email"] });
  const notes = new Table(stack, "Notes", {
    fields: { id: "string" },
    primaryIndex: { partitionKey: "id" },
  });
  const api = new Api(stack, "Api", {
    authorizers: { users: { type: "user_pool", userPool: users } },
    defaults: { authorizer: "users", function: { bind: [notes] } },
    routes: {
      "GET /notes/{id}": { authorizer: "none", function: "functions/notes.get" },
      "POST /notes": "functions/notes.create",
    },
  });
  stack.addOutputs({ ApiUrl: api.url });
}
// #endregion
