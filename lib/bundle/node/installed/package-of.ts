import { basename, dirname, join } from "node:path";
import { writtenText } from "../../../facts/text/written-text";

export interface InstalledPackage {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  /** Packages that it can work without. */
  readonly optional: ReadonlySet<string>;
  readonly needed: ReadonlySet<string>;
}

/** The installed package that a file is in, by its absolute path; undefined for files of the project. */
export function packageOf(
  file: string,
  known: Map<string, InstalledPackage | undefined>,
): InstalledPackage | undefined {
  const folder = folderOf(file);
  if (folder === undefined) return undefined;
  if (!known.has(folder)) known.set(folder, readPackage(folder));
  return known.get(folder);
}

/** The folder below the innermost `node_modules`. */
function folderOf(file: string): string | undefined {
  for (let folder = dirname(file), below = ""; ; ) {
    if (basename(folder) === "node_modules") return below === "" ? undefined : below;
    const above = dirname(folder);
    if (above === folder) return undefined;
    const isScope = basename(folder).startsWith("@") && basename(above) === "node_modules";
    if (!isScope) below = folder;
    folder = above;
  }
}

interface Manifest {
  readonly name?: string;
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean } | undefined>>;
}

function readPackage(folder: string): InstalledPackage | undefined {
  let manifest: Manifest;
  try {
    manifest = Object(JSON.parse(writtenText(join(folder, "package.json")))) as Manifest;
  } catch {
    return undefined;
  }
  const {
    name = basename(folder),
    dependencies,
    optionalDependencies,
    peerDependencies,
    peerDependenciesMeta,
  } = manifest;
  const optional = new Set([
    ...Object.keys(optionalDependencies ?? {}),
    ...Object.entries(peerDependenciesMeta ?? {}).flatMap(([peer, meta]) =>
      meta?.optional === true ? [peer] : [],
    ),
  ]);
  const listed = [...Object.keys(dependencies ?? {}), ...Object.keys(peerDependencies ?? {})];
  return { name, folder, optional, needed: new Set(listed.filter((each) => !optional.has(each))) };
}
