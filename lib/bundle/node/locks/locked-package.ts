export interface LockedPackage {
  /** Identifies the package in its lock file. */
  readonly id: string;
  /** The published name, which is not the name in `node_modules` if the dependency is an alias. Undefined for a folder. */
  readonly name: string | undefined;
  /** Undefined for a folder without a version. */
  readonly version: string | undefined;
  /**
   * The location of its files in npm's notation: the URL of a tarball, `git+https://host/repository#commit`, `file:/folder`.
   *
   * Undefined if the name and the version are still unknown.
   */
  readonly resolved: string | undefined;
  /** The hash of the tarball: `sha512-...`. */
  readonly integrity: string | undefined;
  /** The supported systems. Undefined if the lock file does not contain them. */
  readonly platform: PlatformLimits | undefined;
  /** Absolute paths of the patches for its files. */
  readonly patches: readonly string[];
  /** By the name that the package imports. */
  readonly dependencies: ReadonlyMap<string, LockedDependency>;
}

export interface LockedDependency {
  readonly id: string;
  /** A package may work without an optional dependency. A peer is shared with the package that depends on this one. */
  readonly kind: "required" | "optional" | "peer";
}

/** Values of `os`, `cpu` and `libc` in a manifest: `linux`, or `!linux`. An empty list allows everything. */
export interface PlatformLimits {
  readonly os: readonly string[];
  readonly cpu: readonly string[];
  readonly libc: readonly string[];
}

/** A lock file. Only requested packages are read. */
export interface Lock {
  /** Absolute. */
  readonly file: string;
  /** The command that updates the lock file. */
  readonly update: string;
  /** The dependencies of a folder with a `package.json`; undefined if the lock file does not apply to that folder. */
  readonly folder: (path: string) => LockedFolder | undefined;
  readonly read: (id: string) => LockedPackage;
}

export interface LockedFolder {
  /**
   * The range of a direct dependency at the time of the lock file. Undefined if it was not a dependency then.
   *
   * @param range - the range in `package.json` now, which is also the result if the lock file has no ranges
   */
  readonly recorded: (name: string, range: string) => string | undefined;
  /**
   * The package that code in the folder imports by this name.
   *
   * @param range - the range of a direct dependency; undefined for a package that is not one
   */
  readonly find: (name: string, range: string | undefined) => string | undefined;
}

/** An entry of a lock file that cannot be installed exactly. */
export class LockProblem extends Error {
  /**
   * @param reason - follows the path of the lock file in messages
   * @param line - the number of the line, from 1
   */
  constructor(
    readonly file: string,
    readonly reason: string,
    readonly remedy: string,
    readonly line?: number | undefined,
  ) {
    super(`${file} ${reason}`);
  }
}
