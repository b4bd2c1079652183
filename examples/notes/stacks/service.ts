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
      function: { bind: [notes] },
    },
    routes: {
      "GET /notes": { authorizer: "none", function: "functions/notes.list" },
      "GET /notes/{id}": { authorizer: "none", function: "functions/notes.get" },
      "POST /notes": "functions/notes.create",
      "PUT /notes/{id}": "functions/notes.update",
      "DELETE /notes/{id}": { authorizationScopes: ["notes/delete"], function: "functions/notes.remove" },
      "GET /status": { type: "url", authorizer: "none", url: "https://status.example.com/notes" },
    },
  });
  stack.addOutputs({ ApiUrl: api.url });
  return { api };
}
