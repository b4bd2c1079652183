// What an ES module bundle gets as `serverform/node/config`: it can wait for the secrets while it loads.
import { fetchSecrets } from "./config.js";

export {
  Config,
  type ConfigTypes,
  fetchSecrets,
  type ParameterResources,
  type SecretResources,
} from "./config.js";

await fetchSecrets();
