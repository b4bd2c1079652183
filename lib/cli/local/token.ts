import { resolve } from "node:path";
import { systemClock } from "../../invoke";
import { createToken, PoolKeys } from "../../local/identities";
import { readModel } from "../../local/model/read/read-model";
import { localFolder } from "../../local/server-folder";
import { fail } from "../errors";
import { findProject, openProject } from "../project/project";
import type { LocalCommandOptions } from "./options";
import { servedOutput } from "./served-output";

/** The options of `serverform local token`. */
export interface TokenOptions extends LocalCommandOptions {
  readonly user: string;
  readonly pool?: string;
  readonly client?: string;
  readonly group?: readonly string[];
  readonly scope?: readonly string[];
  readonly use: string;
  readonly ttl?: string;
}

/** The output of `local token --json`. */
export interface TokenOutput {
  readonly token: string;
}

/** Creates a token of a local user pool. */
export async function createLocalToken(options: TokenOptions): Promise<string> {
  const { from, use } = options;
  const { root } =
    from === undefined ? openProject(process.cwd(), options) : findProject(process.cwd(), options);
  const folder = localFolder(root);
  if (use !== "access" && use !== "id") {
    return fail("serverform local token", "literal-unknown", "--use", {
      value: use,
      allowed: ["access", "id"],
    });
  }
  return createToken({
    model: readModel(from === undefined ? await servedOutput(options, folder, "local token") : resolve(from)),
    keys: new PoolKeys(folder),
    clock: systemClock,
    user: options.user,
    pool: options.pool,
    client: options.client,
    groups: options.group,
    scopes: options.scope,
    use,
    ttlSeconds: options.ttl === undefined ? undefined : Number(options.ttl),
  });
}
