import { existsSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { IConstruct } from "constructs";
import { Stack } from "../app";
import { refuseValue } from "../core/errors";
import { readJsonFile } from "../core/project-files";
import { fail } from "./errors";

/** Whether a folder exists. A path that is too long is not one. */
export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** The folder of a site on this machine. Refuses a missing one. */
export function siteFolder(site: IConstruct, path: unknown): string {
  if (typeof path !== "string" || path === "") {
    return fail(site, "prop-required", "path", { remedy: 'Write the folder of the site: path: "web".' });
  }
  const absolute = resolve(Stack.of(site).app.appPath, path);
  if (!isFolder(absolute)) {
    fail(site, "site-path-missing", "path", { value: path, absolute });
  }
  return absolute;
}

/** A folder or file below the folder of a site. */
export function belowSite(site: IConstruct, prop: string, folder: string, path: string): string {
  const absolute = resolve(folder, path);
  const inside = relative(folder, absolute);
  if (path === "") refuseValue(site, prop, path, 'a path such as "dist"');
  if (isAbsolute(path) || isAbsolute(inside) || inside.split(/[\\/]/)[0] === "..") {
    fail(site, "site-output-outside", prop, { value: path });
  }
  return absolute;
}

/**
 * The command of a folder whose package has a script `build`. Without one, npm would run that of a folder above.
 *
 * @param path - checked elsewhere
 */
export function siteBuildCommand(site: IConstruct, path: unknown): string {
  const folder = resolve(Stack.of(site).app.appPath, typeof path === "string" ? path : "");
  const isGiven = typeof path === "string" && path !== "";
  if (isGiven && isFolder(folder) && !hasBuildScript(folder))
    fail(site, "site-build-script-missing", "buildCommand", { folder });
  return existsSync(join(folder, "yarn.lock")) ? "yarn build" : "npm run build";
}

function hasBuildScript(folder: string): boolean {
  const { value } = readJsonFile(join(folder, "package.json"));
  return Object.hasOwn(Object(value?.scripts), "build");
}
