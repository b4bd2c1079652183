import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isRecord } from "../../facts/text/record";
import { fail } from "../errors";
import { readJsonObject } from "../project/json";
import { folderUpwards } from "../project/project";
import type { Outputs } from "../terraform/report";

export interface SiteEnvironment {
  /** Folder of the site, relative to that of `cdktf.json`. */
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
}

const fileIn = (root: string): string => join(root, ".serverform", "site-env.json");

/** Stores the environments of the sites in a file for `serverform env`. */
export class SiteEnvironments {
  private readonly ofStacks = new Map<string, readonly SiteEnvironment[]>();

  constructor(private readonly root: string) {}

  /** Stores the sites of deployed stacks. Those of other stacks stay. */
  update(deployed: readonly { readonly id: string; readonly outputs: Outputs }[]): void {
    for (const { id, outputs } of deployed) this.ofStacks.set(id, sitesIn(outputs));
    const sites = [...this.ofStacks.values()].flat();
    if (sites.length === 0 && !existsSync(fileIn(this.root))) return;
    mkdirSync(dirname(fileIn(this.root)), { recursive: true });
    writeFileSync(fileIn(this.root), `${JSON.stringify({ sites }, null, 2)}\n`);
  }
}

function sitesIn(outputs: Outputs): readonly SiteEnvironment[] {
  return Object.entries(outputs).flatMap(([name, { value }]) =>
    name.startsWith("site-environment-") ? siteOf(value) : [],
  );
}

function siteOf(value: unknown): readonly SiteEnvironment[] {
  if (!isRecord(value) || typeof value.path !== "string" || !isRecord(value.environment)) return [];
  const entries = Object.entries(value.environment).map(([name, each]) => [name, String(each)] as const);
  return [{ path: value.path, environment: Object.fromEntries(entries) }];
}

/**
 * The environment of the site in whose folder a command runs.
 *
 * @param folder - the working directory of the command
 * @param projectFolder - where the search for `cdktf.json` begins
 */
export function siteEnvironment(folder: string, projectFolder: string): Readonly<Record<string, string>> {
  const root = folderUpwards(projectFolder, "cdktf.json");
  if (root === undefined)
    return fail("serverform env", "project-not-found", "--path", { from: projectFolder });
  const file = fileIn(root);
  if (!existsSync(file))
    return fail("serverform env", "site-environments-missing", relative(root, file), undefined);
  const { sites } = readJsonObject(file);
  const known = Array.isArray(sites) ? sites.flatMap(siteOf) : [];
  const at = resolve(folder) + sep;
  const [found] = known
    .filter(({ path }) => at.startsWith(resolve(root, path) + sep))
    .sort((one, other) => resolve(root, other.path).length - resolve(root, one.path).length);
  if (found !== undefined) return found.environment;
  return fail("serverform env", "site-not-found", "the working directory", {
    value: resolve(folder),
    paths: known.map(({ path }) => path),
  });
}
