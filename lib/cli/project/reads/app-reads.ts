import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { programFile } from "../../../local";
import { type ReadRecord, readsFileVariable } from "./recorder/read-record";

/** The path of a file, or of a missing one, without links. */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), relative(parent, path));
  }
}

/** The paths in a project that a run of the app has read, relative to its root. */
class ReadPaths {
  private readonly read = new Set<string>();
  private readonly around = new Set<string>();
  private readonly realRoot: string;

  constructor(private readonly root: string) {
    this.realRoot = realPathOf(root);
  }

  add(path: string): void {
    this.addWithin(this.root, path);
    this.addWithin(this.realRoot, realPathOf(path));
  }

  /** Adds a folder that was read with its subfolders. Returns whether it is not the whole project. */
  addWithContent(path: string): boolean {
    this.add(path);
    const contains = (root: string, folder: string): boolean =>
      root === folder || root.startsWith(folder.endsWith(sep) ? folder : folder + sep);
    return !contains(this.root, resolve(path)) && !contains(this.realRoot, realPathOf(path));
  }

  /**
   * Adds what a text in JSON may name, relative to the project and to a folder: the server reads some files that the app only names.
   *
   * A path with a reference in it may lead to anything in the folder before the reference.
   */
  addNamed(text: string, folder: string): void {
    const texts = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].flatMap(([, given = ""]) => given.split('\\"'));
    for (const each of new Set(texts)) {
      const named = each.replaceAll("${path.module}", ".").replace(/[^/]*\$\{.*/s, "");
      this.addWithin(this.root, resolve(this.root, named));
      this.addWithin(this.root, resolve(folder, named));
    }
  }

  /** Whether a folder itself was read, so that its whole content counts. */
  hasRead(folder: string): boolean {
    return this.read.has(folder);
  }

  /** Whether anything in a folder was read. */
  hasReadIn(folder: string): boolean {
    return this.around.has(folder);
  }

  private addWithin(root: string, path: string): void {
    const inside = relative(root, path);
    if (this.isInside(inside)) this.addRelative(inside);
  }

  private isInside(path: string): boolean {
    return path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  }

  private addRelative(path: string): void {
    if (this.read.has(path)) return;
    this.read.add(path);
    for (let at = dirname(path); at !== "." && !this.around.has(at); at = dirname(at)) this.around.add(at);
  }
}

/** A run of the app command that is recorded. */
export interface RecordedRun {
  /** Additional environment variables of the app command. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Ends the record.
   *
   * @param hasSucceeded - a run that has failed may have read less than the next one reads
   */
  end(hasSucceeded: boolean): void;
}

/** The options of Node.js that load no file. */
const harmlessOption =
  /^--(max-old-space-size|max-semi-space-size|stack-size)=\d+$|^--(enable-source-maps|no-warnings)$/;

/** A command that is one process of Node.js, and its options load no file of the project. */
const nodeCommand =
  /^(?:node|"[^"$`\\]*\/node"|"[^"$`\\]*\/node_modules\/\.bin\/ts-node")(?: --import tsx| (?:-r|--require) ts-node\/register)? [\w./-]+\.[cm]?[jt]s(?: [\w./=-]+)*$/;

/**
 * Whether each process of an app command can be observed.
 *
 * @param hasSyncHooks - whether Node.js lets a program observe ES modules in its own thread; else only the thread of tsx can be joined
 */
export function isObservable(
  command: string,
  nodeOptions: string | undefined,
  hasSyncHooks = "registerHooks" in nodeModule,
): boolean {
  const options = (nodeOptions ?? "").split(/\s+/).filter((each) => each !== "");
  return (
    nodeCommand.test(command) &&
    (hasSyncHooks || command.includes(" --import tsx ")) &&
    options.every((each) => harmlessOption.test(each))
  );
}

/**
 * Knows the folders of a project from which the app reads nothing, so that their changes do not change it.
 *
 * Each output folder of the app has a record of its own, because the app may read other files with other variables. If
 * anything is in doubt, every folder counts as read.
 */
export class AppReads {
  private readonly unread = new Map<string, readonly string[]>();
  private readonly realRoot: string;
  private isOn = false;
  private runs = 0;

  constructor(private readonly root: string) {
    this.realRoot = realPathOf(root);
  }

  /** Records runs of the app from now on, for a command that watches the project. */
  record(): void {
    this.isOn = true;
  }

  /** Every folder counts as read until the next run, for example because the output could not be used. */
  forget(): void {
    this.unread.clear();
  }

  /** Whether a change of a file (absolute path) may change the output of the app. */
  mayChange(file: string): boolean {
    const records = [...this.unread.values()];
    const isUnread = records.length > 0 && records.every((folders) => this.isIn(folders, file));
    return !isUnread;
  }

  private isIn(folders: readonly string[], file: string): boolean {
    const path = relative(this.root, file);
    // A link leads to files that may be read at their own place.
    return (
      folders.some((folder) => path.startsWith(folder + sep)) &&
      realPathOf(resolve(this.root, path)) === join(this.realRoot, path)
    );
  }

  /** Begins a run into an output folder, during which every folder counts as read. Undefined if nothing is recorded. */
  begin(output: string, command: string, nodeOptions: string | undefined): RecordedRun | undefined {
    if (!this.isOn) return undefined;
    this.unread.set(output, []);
    if (!isObservable(command, nodeOptions)) return undefined;
    // In the file system of the project, whose clock may differ.
    const file = join(this.root, ".serverform", `reads-${process.pid}-${this.runs++}.jsonl`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
    const startedAt = statSync(file).ctimeMs;
    const program = programFile(require.resolve("./recorder/record-reads"));
    return {
      environment: {
        NODE_OPTIONS: `${nodeOptions ?? ""} --require ${JSON.stringify(program.path)}`.trim(),
        [readsFileVariable]: file,
      },
      end: (hasSucceeded) => {
        const paths = hasSucceeded ? readPathsOf(file, this.root) : undefined;
        rmSync(file, { force: true });
        program.remove();
        if (paths !== undefined && addFilesOfServer(paths, resolve(this.root, output)))
          this.unread.set(output, unreadFolders(this.root, paths, startedAt));
      },
    };
  }
}

/** The recorded paths. Undefined if something may have been read that was not recorded. */
function readPathsOf(file: string, root: string): ReadPaths | undefined {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const records = lines.map((line) => JSON.parse(line) as ReadRecord);
  const count = (kind: ReadRecord["kind"]): number => records.filter((each) => each.kind === kind).length;
  if (count("started") !== 1 || count("ended") !== 1 || count("doubt") > 0) return undefined;
  // Each thread of esbuild starts its service, and records that if it is observed.
  if (count("esbuild-service") < count("esbuild-worker")) return undefined;
  const paths = new ReadPaths(root);
  for (const each of records) {
    if (each.kind !== "read") continue;
    if (each.isDeep !== true) paths.add(each.path);
    else if (!paths.addWithContent(each.path)) return undefined;
  }
  return paths;
}

/** Functions and values of Terraform that name files in a way of their own. */
const terraformFiles = /\b(?:file\w*|templatefile)\(|\$\{[^}]*\bpath\.(?:root|cwd)\b/;

/**
 * Adds the files that the app only names, and the server reads: any text in the output may be a path.
 *
 * Returns whether no others are named. The output may have parts of earlier runs, which adds folders that need not count.
 */
function addFilesOfServer(paths: ReadPaths, output: string): boolean {
  const folders = [output, ...foldersIn(join(output, "stacks"))];
  const files = folders.flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (name.endsWith(".json") ? [{ folder, name }] : [])),
  );
  return files.every(({ folder, name }) => {
    const text = readFileSync(join(folder, name), "utf8");
    paths.addNamed(text, folder);
    return !terraformFiles.test(text);
  });
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [join(folder, entry.name)] : [],
  );
}

/** Clocks of file systems are this coarse. */
const clockMs = 100;

/**
 * The outermost folders of a project from which a run of the app has read nothing, relative to the root.
 *
 * A folder that has changed since the run began may be new, and the app may have listed the folder around it before. It counts as
 * read until the next run, like links.
 *
 * @param startedAt - the time of the file system when the run began, in milliseconds
 */
function unreadFolders(root: string, paths: ReadPaths, startedAt: number, folder = ""): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const inside = join(folder, entry.name);
    // The watcher ignores installed packages and hidden folders.
    if (!entry.isDirectory() || entry.name === "node_modules" || entry.name.startsWith(".")) return [];
    if (paths.hasRead(inside)) return [];
    if (paths.hasReadIn(inside)) return unreadFolders(root, paths, startedAt, inside);
    const found = statSync(join(root, inside), { throwIfNoEntry: false });
    return found !== undefined && found.ctimeMs < startedAt - clockMs ? [inside] : [];
  });
}
