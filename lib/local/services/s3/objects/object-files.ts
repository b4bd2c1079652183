import { createHash } from "node:crypto";
import { join } from "node:path";
import { StateFile } from "../../contract/state-file";
import { ContentFiles } from "./content-files";
import { isMarker, type ObjectVersion, type StoredObject } from "./stored-object";

type KeptVersion =
  | Exclude<ObjectVersion, StoredObject>
  | (Omit<StoredObject, "content"> & { readonly file: string });

/** The objects of a bucket between runs: a list, and a file per content. Without a folder, nothing is kept. */
export class ObjectFiles {
  private readonly list: StateFile<{ readonly versions: readonly KeptVersion[] }>;
  private readonly contents: ContentFiles | undefined;

  constructor(dataFolder: string | undefined, bucket: string) {
    this.list = new StateFile(dataFolder, "s3", bucket);
    this.contents = dataFolder ? new ContentFiles(join(dataFolder, "s3", `${bucket}.objects`)) : undefined;
  }

  /** The kept versions, in the order in which they were written. */
  read(): readonly ObjectVersion[] {
    return (this.list.read()?.versions ?? []).flatMap((version): readonly ObjectVersion[] => {
      if (!("file" in version)) return [version];
      const { file, ...rest } = version;
      const content = this.contents?.read(file);
      return content === undefined ? [] : [{ ...rest, content }];
    });
  }

  save(versions: () => readonly ObjectVersion[]): void {
    const { contents } = this;
    if (contents === undefined) return;
    this.list.save(() => ({ versions: write(contents, versions()) }));
  }

  settled(): Promise<void> {
    return this.list.settled();
  }
}

/** Writes the contents that are new, and removes those that nothing has any more. */
function write(contents: ContentFiles, versions: readonly ObjectVersion[]): readonly KeptVersion[] {
  const kept = versions.map((version): KeptVersion => {
    if (isMarker(version)) return version;
    const { content, ...rest } = version;
    const file = createHash("sha256").update(content).digest("hex");
    contents.write(file, content);
    return { ...rest, file };
  });
  contents.keepOnly(new Set(kept.flatMap((each) => ("file" in each ? [each.file] : []))));
  return kept;
}
