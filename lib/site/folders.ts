import { existsSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { IConstruct } from "constructs";
import { Stack } from "../app";
import { fail } from "./errors";

/** The folder of a site on this machine. Refuses one that is not there. */
export function siteFolder(site: IConstruct, path: unknown): string {
  if (typeof path !== "string" || path === "") {
    return fail(site, "prop-required", "path", { remedy: 'Write the folder of the site: path: "web".' });
  }
  const absolute = resolve(Stack.of(site).app.appPath, path);
  if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory() !== true) {
    fail(site, "site-path-missing", "path", { value: path, absolute });
  }
  return absolute;
}

/** A folder or file below the folder of a site. */
export function belowSite(site: IConstruct, prop: string, folder: string, path: string): string {
  const absolute = resolve(folder, path);
  const inside = relative(folder, absolute);
  if (isAbsolute(path) || isAbsolute(inside) || inside.split(/[\\/]/)[0] === "..") {
    fail(site, "site-output-outside", prop, { value: path });
  }
  return absolute;
}

/** The command of a folder whose package has a script `build`. */
export function defaultBuildCommand(scope: IConstruct, path: unknown): string {
  const folder = resolve(Stack.of(scope).app.appPath, typeof path === "string" ? path : "");
  return existsSync(join(folder, "yarn.lock")) ? "yarn build" : "npm run build";
}
