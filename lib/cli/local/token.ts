import { isJson, jsonOf, jsonProblem } from "../../facts/text/json";
import { createToken, PoolKeys, systemClock } from "../../local";
import { fail } from "../errors";
import type { LocalCommandOptions } from "./options";
import { servedModel } from "./synthesis";

export interface TokenOptions extends LocalCommandOptions {
  readonly user: string;
  readonly pool?: string;
  readonly authorizer?: string;
  readonly claim?: readonly string[];
  readonly client?: string;
  readonly group?: readonly string[];
  readonly scope?: readonly string[];
  readonly use?: string;
  readonly ttl?: string;
}

/** The output of `local token --json`. */
export interface TokenOutput {
  readonly token: string;
}

const where = "serverform local token";

export async function createLocalToken(options: TokenOptions): Promise<string> {
  const { use } = options;
  if (use !== undefined && use !== "access" && use !== "id") {
    return fail(where, "literal-unknown", "--use", {
      value: use,
      allowed: ["access", "id"],
    });
  }
  const { model, folder } = await servedModel(options, "local token");
  return createToken({
    model,
    keys: new PoolKeys(folder),
    clock: systemClock,
    user: options.user,
    pool: options.pool,
    authorizer: options.authorizer,
    claims: parseClaims(options.claim ?? []),
    client: options.client,
    groups: options.group,
    scopes: options.scope,
    use,
    ttlSeconds: options.ttl === undefined ? undefined : Number(options.ttl),
  });
}

/** The claims of `--claim name=value`. Values that look like JSON, numbers, booleans and null are parsed; others are text. */
function parseClaims(given: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    given.map((each) => {
      const [, name, value = ""] = /^([^=]+)=(.*)$/s.exec(each) ?? [];
      if (name === undefined)
        return fail(where, "claim-invalid", "--claim", { value: each, reason: "it has no name" });
      if (isJson(value)) return [name, jsonOf(value)];
      if (!/^[[{"]/.test(value)) return [name, value];
      const reason = `its value is not JSON (${jsonProblem(value)})`;
      return fail(where, "claim-invalid", "--claim", { value: each, reason });
    }),
  );
}
