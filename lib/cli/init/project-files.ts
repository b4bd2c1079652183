import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { moveImports } from "../project/move-to-cdktn";
import type { Choices, CiName } from "./choices";
import { inWordsOf } from "./manager-words";
import { appNameOf } from "./names";
import type { TargetKind } from "./target-folder";
import { templates } from "./templates";
import { testRunners } from "./test-runners";

/** The files of the templates, as they are beside this module. */
const root = join(__dirname, "templates");

const ciFolders = { github: "ci/github", gitlab: "ci/gitlab", none: undefined } as const satisfies Record<
  CiName,
  string | undefined
>;

/** The compiler settings of an app in a project that has a `tsconfig.json`. */
export const ownSettings = "tsconfig.serverform.json";

/** Files whose present content is the user's, so that a project that has them keeps them. */
const keptIfThere =
  /^(cdktf\.json|tsconfig\.serverform\.json|AGENTS\.md|README\.md|\.yarnrc\.yml|\.github\/.*|\.gitlab-ci\.yml|test\/call\.ts)$/;

/** A file of a new project. */
export interface TemplateFile {
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
  /** Whether an existing file of this name stays; otherwise it is an obstacle. */
  readonly isOptional: boolean;
}

/** The files of a project besides `package.json`. */
export function projectFiles(choices: Choices, kind: TargetKind): readonly TemplateFile[] {
  const { template, ci, manager, present } = choices;
  const folders = ["base", template, ciFolders[ci]].filter((each) => each !== undefined);
  const files = folders.flatMap((folder) =>
    filesBelow(join(root, folder)).map((path) => ({
      path: placeOf(path, choices),
      text: adapted(path, readFileSync(join(root, folder, path), "utf8"), choices),
    })),
  );
  // Yarn 2 and later would leave out node_modules, where the bindings of the app have their types. A workspace has its settings at its root.
  if (manager === "yarn" && present.workspace === undefined)
    files.push({ path: ".yarnrc.yml", text: "nodeLinker: node-modules\n" });
  return files
    .filter(({ path }) => isWanted(path, kind))
    .map((file) => ({ ...file, isOptional: keptIfThere.test(file.path) }));
}

/** The compiler settings of the project stay unchanged, and the app has its own beside them. */
function placeOf(path: string, { present }: Choices): string {
  if (path === "tsconfig.json" && present.hasCompilerSettings) return ownSettings;
  return path === "gitignore" ? ".gitignore" : path;
}

/** A CDKTF project has a main file, tests and a pipeline of its own: it gets the stacks and the functions. */
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

/** The text of a file of a template, for the choices of a project. */
function adapted(path: string, text: string, choices: Choices): string {
  const { template, name, manager, cdk, testRunner, present } = choices;
  if (path.endsWith(".md")) return inWordsOf(manager, withFacts(text, choices));
  if (/\.ya?ml$/.test(path)) return inWordsOf(manager, text);
  if (path === "tsconfig.json") return present.isModule ? text : forScripts(text);
  if (!/\.[cm]?ts$/.test(path)) return text;
  const named = text
    .replaceAll(`name: "${template}"`, `name: "${appNameOf(name)}"`)
    .replace(testRunners.jest.imports, testRunners[testRunner].imports);
  const forCdk = cdk === "cdktf" ? named : moveImports(named);
  return present.isModule ? forCdk : withoutExtensions(forCdk);
}

/** Where files are not ES modules, every tool finds an import without extension, and jest only those. */
const withoutExtensions = (text: string): string => text.replace(/(\bfrom "\.{1,2}\/[^"]+)\.js"/g, '$1"');

/** Compiler settings for files that are not ES modules; the compiler refuses their imports with `verbatimModuleSyntax`. */
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
  const others = new Map<string, string[]>();
  for (const path of files.filter((each) => !stacks.includes(each))) {
    const [top = ""] = path.split("/", 1);
    others.set(top, [...(others.get(top) ?? []), `\`${path.slice(top.length + 1)}\``]);
  }
  return [
    ...stacks.map(
      (path) => `- \`${path}\` declares ${constructsIn(readFileSync(join(folder, path), "utf8"))}.`,
    ),
    ...[...others].map(([top, names]) => `- \`${top}/\` has ${names.join(", ")}.`),
  ];
}

const constructsIn = (text: string): string =>
  [...text.matchAll(/new (\w+)\(\w+, "(\w+)"/g)].map(([, kind, id]) => `the ${kind} \`${id}\``).join(", ");
