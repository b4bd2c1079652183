import { readLocalSecrets, writeLocalSecrets } from "../../local/local-secrets";
import type { SecretStore } from "./store";

/** As functions find it: environment keys have no `-`. */
const keyOf = (secret: string): string => secret.replaceAll("-", "_");

/** The secrets of the local server, in a file of its folder. */
export function machineSecrets(folder: string): SecretStore {
  const change = (edit: (values: Map<string, string>) => void): void => {
    const values = new Map(readLocalSecrets(folder));
    edit(values);
    writeLocalSecrets(folder, values);
  };
  return {
    set: async (secret, value) => change((values) => void values.set(keyOf(secret), value)),
    get: async (secret) => readLocalSecrets(folder).get(keyOf(secret)),
    list: async () => [...readLocalSecrets(folder).keys()].sort(),
    remove: async (secret) => {
      const isThere = readLocalSecrets(folder).has(keyOf(secret));
      if (isThere) change((values) => void values.delete(keyOf(secret)));
      return isThere;
    },
  };
}
