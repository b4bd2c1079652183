import { Api, type StackContext, use } from "serverform";
import { Database } from "./database";

export function Service({ stack }: StackContext) {
  const { notes } = use(Database);
  const api = new Api(stack, "Api", {
    authorizers: {
      members: {
        type: "jwt",
        jwt: { issuer: "https://login.example.com", audience: ["notes"] },
      },
    },
    cors: { allowOrigins: ["https://notes.example.com"], allowHeaders: ["authorization", "content-type"] },
    accessLog: { retention: "one_year" },
    defaults: {
      authorizer: "members",
      function: { environment: { TABLE_NAME: notes.name } },
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
