import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { versions } from "../../lib/cli/init/packages";
import { packagesOf } from "../support/packages";
import { installTarball, link, linkPacked, root, run, type Tarballs } from "./packed";

const ofVite = packagesOf("vite");

const isOfVite = (name: string): boolean => /^vite(st)?$/.test(name);

/** Whether all of these packages of new projects are installed. Vite and Vitest are missing without a network. */
export const hasPackages = (...names: readonly string[]): boolean =>
  ofVite !== undefined || !names.some(isOfVite);

/** The folder that has a package of a new project. */
export const packagesFor = (name: string): string =>
  ofVite !== undefined && isOfVite(name) ? ofVite : join(root, "node_modules");

/**
 * Projects as `npm create serverform` makes them, from the packed packages. `npm install` would take minutes: all of them share the
 * packages of this checkout, which are those that their package.json asks for.
 */
export class NewProjects {
  readonly modules: string;

  constructor(
    private readonly base: string,
    tarballs: Tarballs,
  ) {
    this.modules = join(base, "node_modules");
    for (const name of ["serverform", "serverform-cdktn"] as const) linkPacked(name, base);
    for (const name of Object.keys(versions)) link(join(packagesFor(name), name), join(this.modules, name));
    for (const name of ["jest", "tsc", "tsx"])
      link(join(root, "node_modules/.bin", name), join(this.modules, ".bin", name));
    link(join(packagesFor("vite"), "vite/bin/vite.js"), join(this.modules, ".bin/vite"));
    link(join(packagesFor("vitest"), "vitest/vitest.mjs"), join(this.modules, ".bin/vitest"));
    installTarball(tarballs.tarballOfCreate, join(base, "creator"));
  }

  /** Makes a project with the packages of the registry in place. Returns its folder. */
  create(name: string, ...options: readonly string[]): string {
    const program = join(this.base, "creator/node_modules/create-serverform/create-serverform.js");
    run(this.base, process.execPath, [program, name, "--no-install", ...options]);
    const project = join(this.base, name);
    symlinkSync(this.modules, join(project, "node_modules"));
    return project;
  }

  /** An environment in which the programs of the projects are found. */
  environment(base: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    return { ...base, PATH: `${join(this.modules, ".bin")}:${process.env.PATH}` };
  }
}
