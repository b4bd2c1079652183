import { builtinModules } from "node:module";

const longest = 214;

/**
 * Why npm refuses the name of a package; undefined if it takes it.
 *
 * Source: https://docs.npmjs.com/cli/v11/configuring-npm/package-json#name
 */
export function refusalOfName(name: string): string | undefined {
  if (name.length > longest) return `has more than ${longest} characters`;
  if (!/^[a-z0-9-][a-z0-9._-]*$/.test(name))
    return "may contain only lower-case letters, digits, hyphens, dots and underscores, and begins with one of the first three";
  if (builtinModules.includes(name) || name === "node_modules" || name === "favicon.ico")
    return "is reserved by Node.js or npm";
  if (/^serverform(-cdktn)?$|^cdkt[fn]$|^constructs$/.test(name))
    return "is a package that the project itself needs";
  return undefined;
}

/** A name that npm takes, as near as possible to the given one. */
export function nameLike(name: string): string {
  const near = name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|[._-]+$/g, "")
    .slice(0, longest);
  if (near === "") return "my-app";
  return refusalOfName(near) === undefined ? near : `${near}-app`;
}

/** A name of the app: of a package's name, letters, digits and hyphens. */
export const appNameOf = (packageName: string): string => packageName.replace(/[._]/g, "-");
