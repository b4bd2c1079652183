import { Api, type StackContext } from "serverform";

// #region misspelled
export function Admin({ stack }: StackContext) {
  new Api(stack, "Api", {
    authorizers: {
      jwt: { type: "jwt", jwt: { issuer: "https://login.example.com", audience: ["notes"] } },
    },
    routes: {
      "GET /admin": { authorizer: "jtw", function: "functions/notes.get" },
    },
  });
}
// #endregion
