import { ApiHandler } from "serverform/node/api";
import { Config, fetchSecrets } from "serverform/node/config";

// #region settings
export const handler = ApiHandler(async () => {
  // Not needed in an ES module.
  await fetchSecrets();
  const headers = { authorization: `Bearer ${Config.API_KEY}` };
  const response = await fetch(`${Config.API_HOST}/today`, { headers });
  return { statusCode: response.status, body: await response.text() };
});
// #endregion

// The declarations that synthesis writes for an app that has them.
declare module "serverform/node/config" {
  interface ParameterResources {
    API_HOST: unknown;
  }
  interface SecretResources {
    API_KEY: unknown;
  }
}
