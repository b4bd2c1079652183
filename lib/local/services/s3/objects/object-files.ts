import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { privateFile, privateFolder } from "../../../files/private-files";
import { StateFile } from "../../contract/state-file";
import { isMarker, type ObjectVersion, type StoredObject } from "./stored-object";

/** Contents in a folder, one file each; equal contents may share one. */
export class ContentFiles {
  constructor(private readonly folder: string) {}

  /** Undefined for a file that is gone. */
  read(file: string): Buffer | undefined {
    const path = join(this.folder, file);
    return existsSync(path) ? readFileSync(path) : undefined;
  }

  /** Writes a content, unless the file exists already: its name says what it contains. */
  write(file: string, content: Buffer): void {
    const path = join(this.folder, file);
    if (existsSync(path)) return;
    mkdirSync(this.folder, privateFolder);
    writeFileSync(`${path}.new`, content, privateFile);
    renameSync(`${path}.new`, path);
  }

  remove(file: string): void {
    rmSync(join(this.folder, file), { force: true });
  }

  /** Removes all other files. */
  keepOnly(files: ReadonlySet<string>): void {
    if (!existsSync(this.folder)) return;
    for (const file of readdirSync(this.folder))
      if (!files.has(file)) rmSync(join(this.folder, file), { force: true });
  }
}

type KeptVersion =
  | Exclude<ObjectVersion, StoredObject>
  | (Omit<StoredObject, "content"> & { readonly file: string });

/** All versions that a key has after a change. */
interface KeyChange {
  readonly key: string;
  readonly versions: readonly KeptVersion[];
}

/** The objects of a bucket between runs: a list, and a file per content. Without a folder, nothing is kept. */
export class ObjectFiles {
  private readonly list: StateFile<{ readonly versions: readonly KeptVersion[] }, KeyChange>;
  private readonly contents: ContentFiles | undefined;
  /** The files that the versions of a key have in the list, and how many versions have a file. */
  private readonly filesOfKeys = new Map<string, readonly string[]>();
  private readonly uses = new Map<string, number>();

  constructor(dataFolder: string | undefined, bucket: string) {
    this.list = new StateFile(dataFolder, "s3", bucket);
    this.contents = dataFolder ? new ContentFiles(join(dataFolder, "s3", `${bucket}.objects`)) : undefined;
  }

  /** The kept versions, the newest of a key first. */
  read(): readonly ObjectVersion[] {
    const kept = byKey(this.list.read()?.versions ?? []);
    for (const { key, versions } of this.list.changes) kept.set(key, versions);
    return [...kept.values()].flat().flatMap((version): readonly ObjectVersion[] => {
      if (!("file" in version)) return [version];
      const { file, ...rest } = version;
      const content = this.contents?.read(file);
      return content === undefined ? [] : [{ ...rest, content }];
    });
  }

  /** @param ofKey - the versions of the key that has changed */
  save(all: () => readonly ObjectVersion[], key: string, ofKey: () => readonly ObjectVersion[]): void {
    const { contents } = this;
    if (contents === undefined) return;
    let replaced: readonly string[] = [];
    const content = () => {
      const versions = all().map((version) => keptVersion(contents, version));
      this.filesOfKeys.clear();
      this.uses.clear();
      for (const [each, own] of byKey(versions)) this.use(each, filesIn(own));
      contents.keepOnly(new Set(this.uses.keys()));
      return { versions };
    };
    const change = () => {
      const versions = ofKey().map((version) => keptVersion(contents, version));
      replaced = this.filesOf(key);
      this.use(key, filesIn(versions));
      return { key, versions };
    };
    // Until the change is written, the list names the old contents.
    const removeUnused = () => {
      for (const file of replaced) if (!this.uses.has(file)) contents.remove(file);
    };
    this.list.save(content, change, removeUnused);
  }

  settled(): Promise<void> {
    return this.list.settled();
  }

  private filesOf(key: string): readonly string[] {
    return this.filesOfKeys.get(key) ?? [];
  }

  private use(key: string, files: readonly string[]): void {
    for (const file of files) this.uses.set(file, (this.uses.get(file) ?? 0) + 1);
    for (const file of this.filesOf(key)) {
      const left = (this.uses.get(file) ?? 0) - 1;
      if (left > 0) this.uses.set(file, left);
      else this.uses.delete(file);
    }
    this.filesOfKeys.set(key, files);
  }
}

function byKey(versions: readonly KeptVersion[]): Map<string, readonly KeptVersion[]> {
  const keys = new Map<string, KeptVersion[]>();
  for (const version of versions) {
    const own = keys.get(version.key);
    if (own === undefined) keys.set(version.key, [version]);
    else own.push(version);
  }
  return keys;
}

function filesIn(versions: readonly KeptVersion[]): readonly string[] {
  return versions.flatMap((each) => ("file" in each ? [each.file] : []));
}

/** Writes the content of a version, unless its file exists. */
function keptVersion(contents: ContentFiles, version: ObjectVersion): KeptVersion {
  if (isMarker(version)) return version;
  const { content, ...rest } = version;
  const file = createHash("sha256").update(content).digest("hex");
  contents.write(file, content);
  return { ...rest, file };
}
