import { Api, type StackContext, use } from "serverform";
import { Database } from "./database";
import { Users } from "./users";

export function Service({ stack }: StackContext) {
  const { notes } = use(Database);
  const { users } = use(Users);
  const api = new Api(stack, "Api", {
    authorizers: { members: { type: "user_pool", userPool: users } },
    cors: { allowOrigins: ["https://notes.example.com"], allowHeaders: ["authorization", "content-type"] },
    accessLog: { retention: "one_year" },
    defaults: {
      authorizer: "members",
      function: { environment: { TABLE_NAME: notes.tableName } },
    },
    routes: {
      "GET /notes": {
        authorizer: "none",
        function: { handler: "functions/notes.list", permissions: [[notes, "grantReadData"]] },
      },
      "GET /notes/{id}": {
        authorizer: "none",
        function: { handler: "functions/notes.get", permissions: [[notes, "grantReadData"]] },
      },
      "POST /notes": {
        function: { handler: "functions/notes.create", permissions: [[notes, "grantWriteData"]] },
      },
      "PUT /notes/{id}": {
        function: { handler: "functions/notes.update", permissions: [[notes, "grantWriteData"]] },
      },
      "DELETE /notes/{id}": {
        authorizationScopes: ["notes/delete"],
        function: { handler: "functions/notes.remove", permissions: [[notes, "grantWriteData"]] },
      },
      "GET /status": { type: "url", authorizer: "none", url: "https://status.example.com/notes" },
    },
  });
  stack.addOutputs({ ApiUrl: api.url });
  return { api };
}
