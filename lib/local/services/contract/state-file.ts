import * as fs from "node:fs";
import * as path from "node:path";
import { jsonOf } from "../../json";
import { isValues } from "../../model/values";

const version = 1;

/** What a service keeps of one resource between runs, as JSON in the data folder; without a folder, nothing is kept. */
export class StateFile<Content extends object> {
  private readonly file: string | undefined;
  private written = "";
  private pending: (() => Content) | undefined;
  private writing: Promise<void> | undefined;
  /** Why the last write has failed. */
  private problem: unknown;

  /** @param name - the name of the resource */
  constructor(dataFolder: string | undefined, service: string, name: string) {
    this.file = dataFolder && path.join(dataFolder, service, `${name.replace(/[^\w.-]/g, "_")}.json`);
  }

  /** What was kept; undefined for a new resource. */
  read(): Content | undefined {
    if (this.file === undefined || !fs.existsSync(this.file)) return undefined;
    const content = jsonOf(fs.readFileSync(this.file, "utf8"));
    // Only this class writes the file.
    if (isValues(content) && content.version === version) return content as unknown as Content;
    // The next change would write over it.
    fs.renameSync(this.file, `${this.file}.unreadable`);
    return undefined;
  }

  /** Writes the content soon; several changes are written together. */
  save(content: () => Content): void {
    if (this.file === undefined) return;
    this.pending = content;
    this.writing ??= this.writeAll(this.file)
      .then(
        () => {
          this.problem = undefined;
        },
        (error: unknown) => {
          this.problem = error;
        },
      )
      .finally(() => {
        this.writing = undefined;
      });
  }

  /** Resolves when everything is written. Rejects when it cannot be written. */
  async settled(): Promise<void> {
    await this.writing;
    if (this.problem !== undefined) throw this.problem;
  }

  private async writeAll(file: string): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.pending !== undefined) {
      const text = `${JSON.stringify({ version, ...this.pending() })}\n`;
      this.pending = undefined;
      if (text === this.written) continue;
      await fs.promises.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await fs.promises.writeFile(`${file}.new`, text, { mode: 0o600 });
      await fs.promises.rename(`${file}.new`, file);
      this.written = text;
    }
  }
}
