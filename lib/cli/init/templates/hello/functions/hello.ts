import { ApiHandler, useQueryParam } from "serverform/node/api";

export const handler = ApiHandler(() => ({
  statusCode: 200,
  body: `Hello ${useQueryParam("name") ?? "world"}`,
}));
