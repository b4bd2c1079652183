import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fail } from "../../errors/error";
import { systemClock } from "../../local/clock";
import { createToken, PoolKeys } from "../../local/identities";
import { localFolder } from "../../local/local";
import { readModel } from "../../local/model/read/read-model";
import { synthesizeForLocal } from "../local-synthesis";
import { type GlobalOptions, prepare } from "../preparation";
import { findProject, openProject } from "../project";
import { localInterrupt } from "./local";

/** What `serverform local token` takes. */
export interface TokenOptions extends GlobalOptions {
  readonly user: string;
  readonly pool?: string;
  readonly client?: string;
  readonly group?: readonly string[];
  readonly scope?: readonly string[];
  readonly use?: string;
  readonly ttl?: string;
  readonly from?: string;
}

/** `serverform local token`: prints a token, and nothing else, so that it can be used in a command line. */
export async function token(options: TokenOptions): Promise<number> {
  const { root } =
    options.from === undefined ? openProject(process.cwd(), options) : findProject(process.cwd(), options);
  const folder = localFolder(root);
  const use = options.use ?? "access";
  if (use !== "access" && use !== "id") {
    return fail("serverform local token", "literal-unknown", "--use", {
      value: use,
      allowed: ["access", "id"],
    });
  }
  const printed = await createToken({
    model: readModel(
      options.from === undefined ? await servedOutput(options, folder) : resolve(options.from),
    ),
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
  process.stdout.write(`${printed}\n`);
  return 0;
}

/** What a server here serves, or served last; where none has run yet, it is synthesized. */
async function servedOutput(options: TokenOptions, folder: string): Promise<string> {
  const output = join(folder, "out");
  if (existsSync(output)) return output;
  const needs = { command: "local token", account: false, onInterrupt: localInterrupt };
  const prepared = await prepare({ ...options, json: true }, needs);
  try {
    await synthesizeForLocal(prepared, folder, undefined).run();
  } finally {
    prepared.interrupt.release();
  }
  return output;
}
