import { Api, type StackContext, Table, Userbase } from "serverform";

// #region notes
export function Notes({ stack }: StackContext) {
  const users = new Userbase(stack, "Users", { login: ["email"] });
  const notes = new Table(stack, "Notes", { fields: { id: "string" }, primaryIndex: { partitionKey: "id" } });
  const api = new Api(stack, "Api", {
    authorizers: { users: { type: "user_pool", userPool: users } },
    routes: {
      "GET /notes/{id}": {
        function: { handler: "functions/notes.get", permissions: [[notes, "grantReadData"]] },
      },
      "POST /notes": { authorizer: "users", function: { handler: "functions/notes.create", bind: [notes] } },
    },
  });
  stack.addOutputs({ ApiUrl: api.url });
}
// #endregion
