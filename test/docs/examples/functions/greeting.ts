import { ApiHandler, useJsonBody, useQueryParam } from "serverform/node/api";

// #region greeting
export const handler = ApiHandler(() => {
  const { name } = useJsonBody<{ readonly name?: string }>() ?? {};
  const greeting = useQueryParam("lang") === "de" ? "Hallo" : "Hello";
  return { statusCode: 200, body: `${greeting} ${name ?? "you"}` };
});
// #endregion
