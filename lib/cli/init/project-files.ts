import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { moveImports } from "../project/move-to-cdktn";
import type { Choices, CiName } from "./choices";
import { inWordsOf } from "./manager-words";
import { appNameOf } from "./names";
import type { TargetKind } from "./target-folder";
import { testRunners } from "./test-runners";

/** The files of the templates, as they are beside this module. */
const root = join(__dirname, "templates");

const ciFolders = { github: "ci/github", gitlab: "ci/gitlab", none: undefined } as const satisfies Record<
  CiName,
  string | undefined
>;

/** Files whose present content is the user's, so that a project that has them keeps them. */
const keptIfThere =
  /^(cdktf\.json|tsconfig\.json|AGENTS\.md|\.yarnrc\.yml|\.github\/.*|\.gitlab-ci\.yml|test\/call\.ts)$/;

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
  const { template, ci, manager } = choices;
  const folders = ["base", template, ciFolders[ci]].filter((each) => each !== undefined);
  const files = folders.flatMap((folder) =>
    filesBelow(join(root, folder)).map((path) => ({
      path: path === "gitignore" ? ".gitignore" : path,
      text: adapted(path, readFileSync(join(root, folder, path), "utf8"), choices),
    })),
  );
  // Yarn 2 and later would leave out node_modules, where the bindings of the app have their types.
  if (manager === "yarn") files.push({ path: ".yarnrc.yml", text: "nodeLinker: node-modules\n" });
  return files
    .filter(({ path }) => isWanted(path, kind))
    .map((file) => ({ ...file, isOptional: keptIfThere.test(file.path) }));
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
function adapted(path: string, text: string, { template, name, manager, cdk, testRunner }: Choices): string {
  if (/\.(md|ya?ml)$/.test(path)) return inWordsOf(manager, text);
  if (!/\.[cm]?ts$/.test(path)) return text;
  const named = text
    .replaceAll(`name: "${template}"`, `name: "${appNameOf(name)}"`)
    .replace(testRunners.jest.imports, testRunners[testRunner].imports);
  return cdk === "cdktf" ? named : moveImports(named);
}
