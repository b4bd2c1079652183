// The module `serverform/node/config` for ES module bundles, which wait for the secrets while they load.
import { fetchSecrets } from "./config.js";

export {
  Config,
  type ConfigTypes,
  fetchSecrets,
  type ParameterResources,
  type SecretResources,
} from "./config.js";

await fetchSecrets();
