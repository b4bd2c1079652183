import { localFolder, readLocalSecrets } from "../../local";
import { localEnvVariables } from "../project/env-files";

/** Values that `secrets set --local` has written, even after the start, and those of `.env.local` and `.env.<stage>.local`. */
export async function secretsHere(
  root: string,
  stage: string,
): Promise<(name: string) => string | undefined> {
  const variables = await localEnvVariables(root, stage);
  return (name) => readLocalSecrets(localFolder(root)).get(name) ?? variables.get(name);
}
