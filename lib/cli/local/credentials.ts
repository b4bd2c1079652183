import {
  AccessKeys,
  cognitoCaller,
  identityCredentials,
  type LocalCredentials,
  localFolder,
  signingSecretIn,
} from "../../local";
import { fail } from "../errors";
import { findProject } from "../project/project";
import type { LocalCommandOptions } from "./options";
import { askFirstServer } from "./running-server";
import { servedModel } from "./synthesis";

export interface CredentialsOptions extends LocalCommandOptions {
  readonly user?: string;
  readonly guest?: boolean;
  readonly pool?: string;
}

/** Credentials that sign requests to `iam` routes of the local server, as shell commands. */
export async function describeCredentials(options: CredentialsOptions): Promise<string> {
  const { root } = findProject(process.cwd(), options);
  const keys = new AccessKeys(signingSecretIn(localFolder(root)));
  const isDeveloper = options.user === undefined && options.guest !== true;
  const { accessKeyId, secretAccessKey, sessionToken }: LocalCredentials = isDeveloper
    ? keys.administrator
    : await credentialsOfUser(options, keys);
  const variables: VariablesOutput = {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(sessionToken !== undefined && { AWS_SESSION_TOKEN: sessionToken }),
  };
  return variablesText(variables, options.json);
}

/** Credentials of the role that the identity pool assigns to its users or guests. */
async function credentialsOfUser(options: CredentialsOptions, keys: AccessKeys): Promise<LocalCredentials> {
  const { user, pool } = options;
  const { model } = await servedModel(options, "local credentials");
  const caller = cognitoCaller(model, user, pool);
  const option = user === undefined ? "--guest" : "--user";
  if (caller === undefined)
    return fail("serverform local credentials", "local-identity-pool-none", option, {});
  return (
    identityCredentials(model, caller, keys) ??
    fail("serverform local credentials", "local-identity-role-none", option, {
      kind: user === undefined ? "unauthenticated" : "authenticated",
    })
  );
}

/** The output of `local env --json` and `local credentials --json`: variables of the environment by name. */
export type VariablesOutput = Readonly<Record<string, string>>;

/** The variables that connect other programs to the running server, as shell commands. */
export async function describeVariables(options: LocalCommandOptions): Promise<string> {
  const { root } = findProject(process.cwd(), options);
  const variables =
    (await askFirstServer<VariablesOutput>(root, {}, "/variables")) ??
    fail("serverform local env", "local-server-missing", "env", {});
  return variablesText(variables, options.json);
}

/** The variables as commands for `eval` in any shell of POSIX. */
export const variablesText = (variables: VariablesOutput, json = false): string =>
  json
    ? JSON.stringify(variables)
    : Object.entries(variables)
        .map(([name, value]) => `export ${name}=${shellWord(value)}`)
        .join("\n");

/** In single quotes every character stands for itself, except for the quote. */
const shellWord = (value: string): string =>
  /^[\w./:@%+=,-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
