import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isRecord } from "../../facts/text/record";
import { readJsonObject } from "../project/json";
import { type TestRunnerName, testRunners } from "./test-runners";

/** The project that a folder has before the app is added to it. */
export interface PresentProject {
  /** The name in `package.json`, without a scope. @default - it has none */
  readonly name?: string;
  /** Whether its files are ES modules: imports of own files end in `.js`. */
  readonly isModule: boolean;
  readonly hasCompilerSettings: boolean;
  /** The version range of each package that it lists. */
  readonly packages: Readonly<Record<string, unknown>>;
  /** The runner of its tests. @default - it has none of those that are offered */
  readonly testRunner?: TestRunnerName;
  readonly hasJestSettings: boolean;
  /** The root of the workspace that the folder is a part of. @default - it is in none */
  readonly workspace?: string;
}

/** Reads the name, packages and settings of an existing folder. A folder without `package.json` gets a package of ES modules. */
export function presentProject(folder: string): PresentProject {
  const hasPackage = existsSync(join(folder, "package.json"));
  const { name, type, dependencies, devDependencies, jest } = hasPackage
    ? readJsonObject(join(folder, "package.json"))
    : { type: "module" };
  const packages = {
    ...(isRecord(dependencies) && dependencies),
    ...(isRecord(devDependencies) && devDependencies),
  };
  const runners = Object.keys(testRunners) as readonly TestRunnerName[];
  const testRunner = runners.find((runner) => runner in packages);
  const workspace = workspaceAbove(folder);
  return {
    ...(typeof name === "string" && { name: name.replace(/^@[^/]*\//, "") }),
    isModule: type === "module",
    hasCompilerSettings: existsSync(join(folder, "tsconfig.json")),
    packages,
    ...(testRunner !== undefined && { testRunner }),
    hasJestSettings:
      jest !== undefined || (hasPackage && readdirSync(folder).some((file) => /^jest\.config\./.test(file))),
    ...(workspace !== undefined && { workspace }),
  };
}

export const isWorkspaceRoot = (folder: string): boolean => membersOf(folder) !== undefined;

/** The nearest parent folder whose workspace has this folder as a member. */
function workspaceAbove(folder: string): string | undefined {
  for (let at = resolve(folder); dirname(at) !== at; ) {
    at = dirname(at);
    const path = relative(at, resolve(folder)).replaceAll("\\", "/");
    if (membersOf(at)?.some((pattern) => globOf(pattern).test(path))) return at;
  }
  return undefined;
}

/** The patterns of a workspace's members; undefined if the folder is not the root of a workspace. */
function membersOf(folder: string): readonly string[] | undefined {
  const settings = join(folder, "pnpm-workspace.yaml");
  if (existsSync(settings)) {
    const [, list = ""] = /^packages:((?:\s*(?:#.*|- .*)$)*)/m.exec(readFileSync(settings, "utf8")) ?? [];
    return [...list.matchAll(/- *["']?([^"'#\s]+)/g)].map(([, pattern = ""]) => pattern);
  }
  const file = join(folder, "package.json");
  const { workspaces } = existsSync(file) ? readJsonObject(file) : {};
  const patterns = isRecord(workspaces) ? workspaces.packages : workspaces;
  return Array.isArray(patterns) ? patterns.filter((each) => typeof each === "string") : undefined;
}

/** The paths that a pattern such as `packages/*` matches. */
function globOf(pattern: string): RegExp {
  const parts = pattern.replace(/^\.\/|\/$/g, "").split("/");
  const texts = parts.map((part) =>
    part === "**" ? ".+" : part.replace(/[.+^${}()|[\]\\?]/g, "\\$&").replaceAll("*", "[^/]*"),
  );
  return new RegExp(`^${texts.join("/")}$`);
}
