import * as fs from "node:fs";
import * as path from "node:path";
import { jsonOf } from "../../../facts/text/json";
import { isValues } from "../../../model/resources/values";
import { privateFile, privateFolder } from "../../files/private-files";
import { beginWrite, notWritten } from "./data-folder";

const version = 1;

/** The state of one resource that a service keeps between runs, as JSON in the data folder; without a folder, nothing is kept. */
export class StateFile<Content extends object> {
  private readonly file: string | undefined;
  private written = "";
  private pending: (() => Content) | undefined;
  /** The write that takes what is pending; undefined while nothing is. */
  private next: Promise<void> | undefined;
  private last: Promise<void> = Promise.resolve();
  /** Why the last write has failed. */
  private problem: unknown;

  /** @param name - the name of the resource */
  constructor(dataFolder: string | undefined, service: string, name: string) {
    this.file = dataFolder && path.join(dataFolder, service, `${name.replace(/[^\w.-]/g, "_")}.json`);
  }

  /** The kept state; undefined for a new resource. */
  read(): Content | undefined {
    if (this.file === undefined || !fs.existsSync(this.file)) return undefined;
    const content = jsonOf(fs.readFileSync(this.file, "utf8"));
    // Only this class writes the file.
    if (isValues(content) && content.version === version) return content as unknown as Content;
    // The next change would write over it.
    fs.renameSync(this.file, `${this.file}.unreadable`);
    return undefined;
  }

  /** Writes the content soon; several changes are written together. The request that is being processed waits for it. */
  save(content: () => Content): void {
    const { file } = this;
    if (file === undefined) return;
    this.pending = content;
    if (this.next === undefined) {
      this.next = this.last.then(() => this.writePending(file));
      this.last = this.next.catch(() => {});
    }
    beginWrite(this.next);
  }

  /** Resolves when everything is written. Rejects with `NotWritten` when it cannot be written. */
  async settled(): Promise<void> {
    await this.last;
    if (this.problem !== undefined) throw this.problem;
  }

  private async writePending(file: string): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    const { pending } = this;
    this.next = undefined;
    this.problem = undefined;
    try {
      await this.write(file, `${JSON.stringify({ version, ...pending?.() })}\n`);
    } catch (error) {
      this.problem = notWritten(error, path.dirname(file));
      throw this.problem;
    }
  }

  private async write(file: string, text: string): Promise<void> {
    if (text === this.written) return;
    await fs.promises.mkdir(path.dirname(file), privateFolder);
    await fs.promises.writeFile(`${file}.new`, text, privateFile);
    await fs.promises.rename(`${file}.new`, file);
    this.written = text;
  }
}
