import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StateFile } from "../contract/state-file";
import { isMarker, type ObjectVersion, type StoredObject } from "./stored-object";

type KeptVersion =
  | Exclude<ObjectVersion, StoredObject>
  | (Omit<StoredObject, "content"> & { readonly file: string });

/** The objects of a bucket between runs: a list, and a file per content. Without a folder, nothing is kept. */
export class ObjectFiles {
  private readonly list: StateFile<{ readonly versions: readonly KeptVersion[] }>;
  private readonly folder: string | undefined;

  constructor(dataFolder: string | undefined, bucket: string) {
    this.list = new StateFile(dataFolder, "s3", bucket);
    this.folder = dataFolder && join(dataFolder, "s3", `${bucket}.objects`);
  }

  /** What was kept, in the order in which it was written. */
  read(): readonly ObjectVersion[] {
    return (this.list.read()?.versions ?? []).flatMap((version): readonly ObjectVersion[] => {
      if (!("file" in version)) return [version];
      const { file, ...rest } = version;
      const path = join(this.folder ?? "", file);
      return existsSync(path) ? [{ ...rest, content: readFileSync(path) }] : [];
    });
  }

  save(versions: () => readonly ObjectVersion[]): void {
    if (this.folder === undefined) return;
    this.list.save(() => ({ versions: this.write(versions()) }));
  }

  settled(): Promise<void> {
    return this.list.settled();
  }

  /** Writes the contents that are new, and removes those that nothing has any more. */
  private write(versions: readonly ObjectVersion[]): readonly KeptVersion[] {
    const folder = this.folder ?? "";
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const kept = versions.map((version): KeptVersion => {
      if (isMarker(version)) return version;
      const { content, ...rest } = version;
      const file = createHash("sha256").update(content).digest("hex");
      const path = join(folder, file);
      if (!existsSync(path)) {
        writeFileSync(`${path}.new`, content, { mode: 0o600 });
        renameSync(`${path}.new`, path);
      }
      return { ...rest, file };
    });
    const used = new Set(kept.flatMap((each) => ("file" in each ? [each.file] : [])));
    for (const file of readdirSync(folder)) if (!used.has(file)) rmSync(join(folder, file), { force: true });
    return kept;
  }
}
