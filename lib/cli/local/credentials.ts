import { resolve } from "node:path";
import {
  AccessKeys,
  askRunningServer,
  cognitoCaller,
  identityCredentials,
  type LocalCredentials,
  localFolder,
  serverFolders,
  signingSecretIn,
} from "../../local";
import { readModel } from "../../model";
import { fail } from "../errors";
import { findProject, openProject } from "../project/project";
import type { LocalCommandOptions } from "./options";
import { servedOutput } from "./synthesis";

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
  const lines: readonly (readonly [string, string])[] = [
    ["AWS_ACCESS_KEY_ID", accessKeyId],
    ["AWS_SECRET_ACCESS_KEY", secretAccessKey],
    ...(sessionToken === undefined ? [] : [["AWS_SESSION_TOKEN", sessionToken] as const]),
  ];
  if (options.json === true) return JSON.stringify(Object.fromEntries(lines) satisfies VariablesOutput);
  return lines.map(([name, value]) => `export ${name}=${value}`).join("\n");
}

/** Credentials of the role that the identity pool assigns to its users or guests. */
async function credentialsOfUser(options: CredentialsOptions, keys: AccessKeys): Promise<LocalCredentials> {
  const { from, user, pool } = options;
  const { root } =
    from === undefined ? openProject(process.cwd(), options) : findProject(process.cwd(), options);
  const model = readModel(
    from === undefined ? await servedOutput(options, localFolder(root), "local credentials") : resolve(from),
  );
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
  for (const folder of serverFolders(localFolder(root))) {
    const running = await askRunningServer(folder, {}, "/variables");
    if (running === undefined) continue;
    const variables = running.answer as VariablesOutput;
    if (options.json === true) return JSON.stringify(variables);
    return Object.entries(variables)
      .map(([name, value]) => `export ${name}=${value}`)
      .join("\n");
  }
  return fail("serverform local env", "local-server-missing", "env", {});
}
