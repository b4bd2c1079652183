import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** The files in which the AWS CLI and the SDKs keep profiles: first that with keys, then that with settings. */
export function profileFiles(environment: Environment): readonly [string, string] {
  const folder = join(environment.HOME ?? homedir(), ".aws");
  return [
    environment.AWS_SHARED_CREDENTIALS_FILE ?? join(folder, "credentials"),
    environment.AWS_CONFIG_FILE ?? join(folder, "config"),
  ];
}

/**
 * The names of all profiles, in the order of the files.
 *
 * Source: https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html
 */
export function profileNames(environment: Environment): readonly string[] {
  const [credentials, config] = profileFiles(environment);
  const names = [
    ...sectionsIn(credentials),
    ...sectionsIn(config).flatMap(
      (section) => /^(?:profile\s+(.+)|(default))$/.exec(section)?.slice(1) ?? [],
    ),
  ];
  return [...new Set(names.filter((name) => name !== undefined).map((name) => name.trim()))];
}

function sectionsIn(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^\s*\[([^\]\n]+)\]/gm)].map(([, name = ""]) => name.trim());
}
