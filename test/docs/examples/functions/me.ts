import { ApiHandler } from "serverform/node/api";
import { fetchAuth, useSession } from "serverform/node/auth";

// #region me
export const get = ApiHandler(async () => {
  // Not needed in an ES module.
  await fetchAuth();
  const session = useSession();
  if (session.type !== "user") return { statusCode: 401 };
  return { statusCode: 200, body: `Hello ${session.properties.email}` };
});
// #endregion
