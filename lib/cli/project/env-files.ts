import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { localFolder, readLocalSecrets } from "../../local";

/** The `.env` files of a stage, in order of precedence. */
function envFileNames(stage: string): readonly string[] {
  return [`.env.${stage}.local`, `.env.${stage}`, ".env.local", ".env"];
}

/**
 * Adds the variables of a project's `.env` files to an environment.
 *
 * A variable that is already set keeps its value, even if that is empty. The more specific file takes precedence.
 */
export async function addEnvFiles(
  root: string,
  stage: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const found = await readEnvFiles(root, envFileNames(stage));
  Object.assign(environment, { ...expandVariables(found, environment), ...environment });
}

/** The variables of files for this machine only, which are not in version control: `.env.local`. */
export async function localEnvVariables(root: string, stage: string): Promise<ReadonlyMap<string, string>> {
  const names = envFileNames(stage).filter((name) => name.endsWith(".local"));
  const found = await readEnvFiles(root, names);
  return new Map(Object.entries(expandVariables(found, process.env)));
}

/** The variables of the existing files. The first file takes precedence. */
async function readEnvFiles(root: string, names: readonly string[]): Promise<Record<string, string>> {
  const files = names.map((name) => join(root, name)).filter((file) => existsSync(file));
  const found: Record<string, string> = {};
  if (files.length === 0) return found;
  const { default: dotenv } = await import("dotenv");
  for (const file of files.reverse()) Object.assign(found, dotenv.parse(readFileSync(file)));
  return found;
}

/**
 * Replaces `$NAME`, `${NAME}` and `${NAME:-default}` in the values of `.env` files; `\$` is a dollar sign.
 *
 * We do not use a package for this: the usual one corrupts values that contain a dollar sign, such as passwords, and its
 * latest version runs commands from the file.
 */
export function expandVariables(
  values: Readonly<Record<string, string>>,
  environment: Readonly<NodeJS.ProcessEnv>,
): Record<string, string> {
  const valueOf = (name: string, seen: readonly string[]): string | undefined => {
    const set = environment[name];
    const written = values[name];
    if (set !== undefined || written === undefined) return set;
    // A circular reference has no value.
    return seen.includes(name) ? undefined : expand(written, [...seen, name]);
  };
  const expand = (text: string, seen: readonly string[]): string =>
    text.replace(
      /\\\$|\$(?:\{([A-Za-z_]\w*)(?::-([^}]*))?\}|([A-Za-z_]\w*))/g,
      (match, braced: string | undefined, fallback: string | undefined, plain: string | undefined) => {
        const name = braced ?? plain;
        return name === undefined ? match.slice(1) : valueOf(name, seen) || (fallback ?? "");
      },
    );
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, expand(text, [name])]));
}

/** Current values of `secrets set --local`, and those of `.env.local` and `.env.<stage>.local`. */
export async function secretsHere(
  root: string,
  stage: string,
): Promise<(name: string) => string | undefined> {
  const variables = await localEnvVariables(root, stage);
  return (name) => readLocalSecrets(localFolder(root)).get(name) ?? variables.get(name);
}
