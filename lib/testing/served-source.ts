import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  findProject,
  folderUpwards,
  type Interrupt,
  openProject,
  type Project,
  synthesizeForLocal,
  synthesizeProject,
  Terminal,
} from "../cli";

/** A command that writes the Terraform JSON of an app. */
export interface AppCommand {
  /** Replaces the `app` of `cdktf.json`: `npx tsx main.ts`. */
  readonly app: string;
  /** The folder of `cdktf.json`, or one below it. @default - the current folder */
  readonly folder?: string;
}

/** An app to serve: the folder of a project or of its Terraform JSON, or a command that writes the JSON. */
export type ServedSource = string | AppCommand;

/** A source that is found, but not synthesized. */
export interface FoundSource {
  readonly project: Project;
  /** The folder with the Terraform JSON. Undefined if the app must write it. */
  readonly output: string | undefined;
}

const projectFile = "cdktf.json";

/** Finds what to serve. A folder with a `cdktf.json` is a project; any other one has Terraform JSON. */
export function findSource(source: ServedSource): FoundSource {
  if (typeof source !== "string") {
    if (typeof (source as AppCommand | undefined)?.app !== "string") {
      throw new Error(
        'serveLocal: the app to serve is missing. Name the folder of its project, serveLocal("."), or its command, serveLocal({ app: "npx tsx main.ts" }).',
      );
    }
    const { app, folder = process.cwd() } = source;
    return { project: openProject(resolve(folder), { app }), output: undefined };
  }
  const folder = resolve(source);
  if (existsSync(join(folder, projectFile))) return { project: openProject(folder), output: undefined };
  const isInProject = folderUpwards(folder, projectFile) !== undefined;
  return { project: findProject(isInProject ? folder : process.cwd()), output: folder };
}

/** The Terraform JSON to serve, with the list of bundles that are built on demand. */
export interface WrittenSource {
  readonly from: string;
  readonly bundlesFile: string | undefined;
}

/** Runs the app if there is no JSON yet. Throws if that fails. */
export async function writeSource(
  { project, output }: FoundSource,
  folder: string,
  stage: string,
): Promise<WrittenSource> {
  const synthesis = synthesizeForLocal(
    {
      project,
      synthesize: (variables = {}, to = project.output) =>
        synthesizeProject(
          { ...project, output: to },
          { SERVERFORM_STAGE: stage, ...variables },
          // The output of a test belongs to its runner.
          new Terminal({ color: false, json: true }),
          uninterrupted(),
        ),
    },
    folder,
    output,
  );
  await synthesis.run();
  return { from: synthesis.output, bundlesFile: synthesis.bundlesFile() };
}

/** The runner of the tests handles signals. */
function uninterrupted(): Interrupt {
  const { signal } = new AbortController();
  return { first: signal, second: signal, running: new Set(), release: () => {} };
}
