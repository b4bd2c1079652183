import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { versions } from "../../lib/cli/init/packages";
import { presentProject } from "../../lib/cli/init/present-project";
import type { TemplateName } from "../../lib/cli/init/templates";
import { writeProject } from "../../lib/cli/init/write-project";
import { installTarball, link, root } from "../package/packed";
import { withFastStart } from "../support/compiled";
import type { Edit, TrialTask } from "./task";

/** Packages of the tasks that no template has. */
const furtherPackages = ["@aws-sdk/client-sqs", "@aws-sdk/client-ssm", "zod"];

/** The folders of a trial, which share their packages. */
export class TrialFolders {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), "serverform-trial-")));
  /** Variables with which the apps of scripts start fast. */
  readonly environment: NodeJS.ProcessEnv;
  private readonly modules = join(this.base, "node_modules");

  /**
   * @param tarball - the packed library, which the tasks use as from a registry
   * @param worker - who does the tasks. Agents get a project as `serverform init` writes it
   */
  constructor(
    tarball: string,
    private readonly worker: "agent" | "script",
  ) {
    this.environment = worker === "script" ? withFastStart(join(this.base, "fast-start")) : {};
    installTarball(tarball, this.base);
    const ofVite = /^vite(st)?$/;
    for (const name of [...Object.keys(versions), ...furtherPackages].filter((each) => !ofVite.test(each)))
      link(join(root, "node_modules", name), join(this.modules, name));
  }

  /** The folder in which a task begins. */
  start(name: string, { start, edits = [] }: Pick<TrialTask, "start" | "edits">): string {
    const folder = join(this.base, name);
    if (start === "repository") copyRepository(folder);
    else this.init(folder, name, start);
    for (const edit of edits) applyEdit(folder, edit);
    return folder;
  }

  private init(folder: string, name: string, template: TemplateName): void {
    const choices = {
      folder,
      name,
      template,
      manager: "npm",
      testRunner: "node:test",
      cdk: "cdktf",
    } as const;
    const present = presentProject(folder);
    writeProject({ ...choices, ci: "none", library: "*", install: false, present }, "empty");
    symlinkSync(this.modules, join(folder, "node_modules"));
    // Only apps of CommonJS start fast.
    if (this.worker === "script")
      applyEdit(folder, { file: "package.json", before: '"module"', after: '"commonjs"' });
  }
}

/** Replaces a text that a file has exactly once. */
export function applyEdit(folder: string, { file, before, after }: Edit): void {
  const path = join(folder, file);
  const parts = readFileSync(path, "utf8").split(before);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${before}`);
  writeFileSync(path, parts.join(after));
}

const ofRepository = [
  "AGENTS.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "README.md",
  "biome.json",
  "package.json",
];

/** A copy of the repository without built or installed files; it shares the packages of this checkout. */
function copyRepository(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const filter = (file: string) => !/[/\\](node_modules|cdktf\.out|\.serverform|dist)$/.test(file);
  for (const name of [...ofRepository, "tsconfig.json", "docs", "lib", "test"])
    cpSync(join(root, name), join(folder, name), { recursive: true, filter });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}
