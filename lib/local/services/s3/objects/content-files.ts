import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { privateFile, privateFolder } from "../../../files/private-files";

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
