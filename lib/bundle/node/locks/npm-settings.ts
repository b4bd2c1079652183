import { existsSync, readFileSync } from "node:fs";
import { findUpwards } from "../../files/list-files";
import { fieldsOf, type LockFields, readLockYaml, textOf } from "./lock-text";

/**
 * The settings of registries and tokens for a folder, in the format of `.npmrc`.
 *
 * From Yarn's own files, it reads the members that have an equivalent.
 */
export function npmSettingsFor(source: string): string {
  const npmrc = findUpwards(source, ".npmrc");
  const classic = findUpwards(source, ".yarnrc");
  const berry = findUpwards(source, ".yarnrc.yml");
  return [
    ...(classic === undefined ? [] : fromClassic(readFileSync(classic, "utf8"))),
    ...(berry === undefined || !existsSync(berry)
      ? []
      : fromBerry(readLockYaml(berry, "yarn install")[0] ?? {})),
    // npm uses the last value of a setting.
    ...(npmrc === undefined ? [] : [readFileSync(npmrc, "utf8")]),
  ].join("\n");
}

/** `registry "https://host/"` and `"@scope:registry" "https://host/"`. */
function fromClassic(text: string): readonly string[] {
  return [...text.matchAll(/^"?((?:@[^:"\s]+:)?registry)"?\s+"?([^"\s]+)"?\s*$/gm)].map(
    ([, name, value]) => `${name}=${value}`,
  );
}

function fromBerry(settings: LockFields): readonly string[] {
  const scopes = Object.entries(fieldsOf(settings.npmScopes)).flatMap(([scope, value]) =>
    registryLines(`@${scope}:registry`, fieldsOf(value)),
  );
  const registries = Object.entries(fieldsOf(settings.npmRegistries)).flatMap(([host, value]) =>
    tokenLines(host.replace(/^https?:/, ""), fieldsOf(value)),
  );
  return [...registryLines("registry", settings), ...scopes, ...registries];
}

function registryLines(name: string, settings: LockFields): readonly string[] {
  const server = textOf(settings.npmRegistryServer);
  if (server === undefined) return [];
  return [`${name}=${server}`, ...tokenLines(server.replace(/^https?:/, ""), settings)];
}

function tokenLines(host: string, { npmAuthToken, npmAuthIdent }: LockFields): readonly string[] {
  const place = host.endsWith("/") ? host : `${host}/`;
  // Yarn writes `${NAME:-default}` for variables that may be missing; npm has no defaults.
  const plain = (text: string): string => text.replace(/\$\{(\w+)(?::?-[^}]*)?\}/g, "$${$1}");
  const token = textOf(npmAuthToken);
  const ident = textOf(npmAuthIdent);
  return [
    ...(token === undefined ? [] : [`${place}:_authToken=${plain(token)}`]),
    ...(ident === undefined ? [] : [`${place}:_auth=${plain(ident)}`]),
  ];
}
