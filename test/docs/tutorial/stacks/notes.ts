import { Api, type StackContext, Table, Userbase } from "serverform";

export function Notes({ stack }: StackContext) {
  const notes = new Table(stack, "Notes", {
    fields: { owner: "string", id: "string" },
    primaryIndex: { partitionKey: "owner", sortKey: "id" },
  });
  const users = new Userbase(stack, "Users", {
    login: ["email"],
    groups: { admins: { description: "May read all notes" } },
    // Users call the API, and nothing else of AWS.
    identityPoolFederation: false,
  });
  const api = new Api(stack, "Api", {
    authorizers: { users: { type: "user_pool", userPool: users } },
    defaults: { authorizer: "users" },
    routes: {
      "GET /": { authorizer: "none", function: "functions/status.get" },
      "GET /notes": { function: { handler: "functions/notes.list", bind: [[notes, "grantReadData"]] } },
      "GET /notes/{id}": { function: { handler: "functions/notes.get", bind: [[notes, "grantReadData"]] } },
      "POST /notes": { function: { handler: "functions/notes.create", bind: [[notes, "grantWriteData"]] } },
      "GET /admin/notes": { function: { handler: "functions/notes.all", bind: [[notes, "grantReadData"]] } },
    },
  });
  stack.addOutputs({ ApiUrl: api.url });
}
