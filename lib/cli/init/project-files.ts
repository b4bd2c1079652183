import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { groupedBy } from "../../facts/text/grouped";
import { fail } from "../errors";
import { readJsonObject } from "../project/json";
import { moveImports } from "../project/move-to-cdktn";
import { binaryOf, execOf, type PackageManagerName } from "../project/package-manager";
import { appNameOf, type Choices, type CiName } from "./choices";
import { isWorkspaceRoot } from "./present-project";
import { templates } from "./templates";
import { testRunners } from "./test-runners";

const root = join(__dirname, "templates");

const ciFolders = { github: "ci/github", gitlab: "ci/gitlab", none: undefined } as const satisfies Record<
  CiName,
  string | undefined
>;

/** The compiler settings of the app, for a project that already has a `tsconfig.json`. */
export const ownSettings = "tsconfig.serverform.json";

/** Files that belong to the user: existing ones are kept. */
const userFiles =
  /^(cdktf\.json|tsconfig\.serverform\.json|AGENTS\.md|README\.md|\.yarnrc\.yml|\.github\/.*|\.gitlab-ci\.yml|test\/call\.ts)$/;

export interface TemplateFile {
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
  /** Whether an existing file of this name is kept; otherwise it is an error. */
  readonly isOptional: boolean;
}

export function projectFiles(choices: Choices, kind: TargetKind): readonly TemplateFile[] {
  const { template, ci, manager, present } = choices;
  const folders = ["base", template, ciFolders[ci]].filter((each) => each !== undefined);
  const files = folders.flatMap((folder) =>
    filesBelow(join(root, folder)).map((path) => ({
      path: placeOf(path, choices),
      text: adapted(path, readFileSync(join(root, folder, path), "utf8"), choices),
    })),
  );
  // By default, Yarn 2 and later have no node_modules, where the types of the app's bindings are. A workspace has its settings at its root.
  if (manager === "yarn" && present.workspace === undefined)
    files.push({ path: ".yarnrc.yml", text: "nodeLinker: node-modules\n" });
  return files
    .filter(({ path }) => isWanted(path, kind))
    .map((file) => ({ ...file, isOptional: userFiles.test(file.path) }));
}

/** The compiler settings of the project stay unchanged; the app has separate ones next to them. */
function placeOf(path: string, { present }: Choices): string {
  if (path === "tsconfig.json" && present.hasCompilerSettings) return ownSettings;
  return path === "gitignore" ? ".gitignore" : path;
}

/** A CDKTF project already has a main file, tests and a pipeline: it gets only stacks and functions. */
const isWanted = (path: string, kind: TargetKind): boolean =>
  kind !== "cdktf" || /^(stacks|functions|migrations|web)\/|^\.gitignore$/.test(path);

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

function adapted(path: string, text: string, choices: Choices): string {
  const { template, name, manager, cdk, testRunner, present } = choices;
  if (path.endsWith(".md")) return withCommandsOf(manager, withFacts(text, choices));
  if (/\.ya?ml$/.test(path)) return withCommandsOf(manager, text);
  if (path === "tsconfig.json") return present.isModule ? text : forScripts(text);
  if (!/\.[cm]?ts$/.test(path)) return text;
  const named = text
    .replaceAll(`name: "${template}"`, `name: "${appNameOf(name)}"`)
    .replace(testRunners.jest.imports, testRunners[testRunner].imports);
  const forCdk = cdk === "cdktf" ? named : moveImports(named);
  return present.isModule ? forCdk : withoutExtensions(forCdk);
}

/** Outside ES modules, every tool finds imports without extension, and jest only those. */
const withoutExtensions = (text: string): string => text.replace(/(\bfrom "\.{1,2}\/[^"]+)\.js"/g, '$1"');

/** Compiler settings for files that are not ES modules: `verbatimModuleSyntax` would refuse their imports. */
const forScripts = (settings: string): string =>
  settings.replace('"nodenext"', '"preserve"').replace('"verbatimModuleSyntax"', '"isolatedModules"');

/** A document with the facts of the app: its name, its template and its parts. */
function withFacts(text: string, { name, template, present }: Choices): string {
  const { summary, firstStep } = templates[template];
  return text
    .replaceAll("{{name}}", name)
    .replaceAll("{{summary}}", summary)
    .replaceAll("{{firstStep}}", firstStep)
    .replaceAll(
      "{{imports}}",
      present.isModule
        ? "Imports of own files end in `.js`, also for `.ts` files."
        : "Imports of own files have no extension.",
    )
    .replaceAll("{{parts}}", partsOf(join(root, template)).join("\n"));
}

/** A line for each file of stacks with its constructs, and for each other folder of a template with its files. */
function partsOf(folder: string): readonly string[] {
  const files = filesBelow(folder).filter((path) => path.includes("/"));
  const stacks = files.filter((path) => path.startsWith("stacks/"));
  const others = groupedBy(
    files.filter((path) => !stacks.includes(path)),
    (path) => path.split("/", 1)[0] ?? "",
  );
  return [
    ...stacks.map(
      (path) => `- \`${path}\` declares ${constructsIn(readFileSync(join(folder, path), "utf8"))}.`,
    ),
    ...[...others].map(([top, paths]) => {
      const names = paths.map((path) => `\`${path.slice(top.length + 1)}\``);
      return `- \`${top}/\` has ${names.join(", ")}.`;
    }),
  ];
}

const constructsIn = (text: string): string =>
  [...text.matchAll(/new (\w+)\(\w+, "(\w+)"/g)].map(([, kind, id]) => `the ${kind} \`${id}\``).join(", ");

/** The state of a folder before the app is written: empty, a package without CDKTF, or a CDKTF project. */
export type TargetKind = "empty" | "package" | "cdktf";

/** Files that do not belong to another project, so that the folder counts as empty. */
const unrelated =
  /^(\.git|\.gitignore|\.gitattributes|\.editorconfig|\.idea|\.vscode|\.DS_Store|LICENSE.*|README.*)$/i;

/** Determines the state of a folder. Refuses a folder with other files. */
export function targetKindOf(folder: string): TargetKind {
  if (!existsSync(folder)) return "empty";
  if (!statSync(folder).isDirectory()) {
    return fail("serverform init", "init-folder-unusable", "[folder]", {
      value: folder,
      reason: "it is a file",
    });
  }
  if (existsSync(join(folder, "cdktf.json"))) return checkedLanguage(folder);
  if (isWorkspaceRoot(folder))
    return fail("serverform init", "init-workspace-root", "[folder]", { value: folder });
  if (existsSync(join(folder, "package.json"))) return "package";
  const files = readdirSync(folder).filter((name) => !unrelated.test(name));
  if (files.length > 0)
    fail("serverform init", "init-folder-not-empty", "[folder]", { value: folder, files });
  return "empty";
}

function checkedLanguage(folder: string): TargetKind {
  const { language } = readJsonObject(join(folder, "cdktf.json"));
  if (language !== undefined && language !== "typescript")
    fail("serverform init", "init-language", "cdktf.json", { value: language });
  return "cdktf";
}

/** The commands that replace those of npm in the templates. */
interface ManagerWords {
  /** Runs a script of `package.json`. */
  readonly run: string;
  /** Separates a script from its options. */
  readonly separator: string;
  /** Shell commands that install the locked packages in a pipeline. */
  readonly install: readonly string[];
}

const words = {
  npm: { run: "npm run", separator: " -- ", install: ["npm ci"] },
  pnpm: {
    run: "pnpm run",
    separator: " ",
    install: ["npm install --global pnpm", "pnpm install --frozen-lockfile"],
  },
  yarn: {
    run: "yarn run",
    separator: " ",
    install: ["corepack enable", "yarn install --immutable"],
  },
  "yarn-classic": {
    run: "yarn run",
    separator: " ",
    install: ["npm install --global yarn", "yarn install --frozen-lockfile"],
  },
  bun: {
    run: "bun run",
    separator: " ",
    install: ["npm install --global bun", "bun install --frozen-lockfile"],
  },
} as const satisfies Record<PackageManagerName, ManagerWords>;

/** Replaces npm's commands in a text with those of another package manager. */
export function withCommandsOf(manager: PackageManagerName, text: string): string {
  const { run, separator, install } = words[manager];
  return text
    .replace(/^( *- (?:run: )?)npm ci$/gm, (_, start: string) =>
      install.map((command) => `${start}${command}`).join("\n"),
    )
    .replace(/\bnpm run ([\w:-]+)( -- )?/g, (_, script: string, options?: string) => {
      return `${run} ${script}${options === undefined ? "" : separator}`;
    })
    .replace(/\bnpm install$/gm, `${binaryOf(manager)} install`)
    .replace(/\bnpm test\b/g, manager === "npm" ? "npm test" : `${run} test`)
    .replace(/\bnpx\b/g, execOf(manager));
}
