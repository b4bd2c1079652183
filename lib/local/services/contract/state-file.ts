import { existsSync, promises, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { contained } from "../../../facts/text/contained";
import { jsonOf } from "../../../facts/text/json";
import { isValues } from "../../../model";
import { privateFile, privateFolder } from "../../files/private-files";
import { beginWrite, notWritten } from "./data-folder";

const version = 1;

/** Changes may take this many bytes before the state is written again, also if it is smaller. */
const leastLogBytes = 64 * 1024;

/**
 * The state of one resource that a service keeps between runs, as JSON in the data folder; without a folder, nothing is kept.
 *
 * The first line of the file is the state; each line after it is a change. When the changes have outgrown the state, it is written again.
 */
export class StateFile<Content extends object, Change extends object = never> {
  /** The changes after the state that `read` has returned. */
  changes: readonly Change[] = [];
  private readonly file: string | undefined;
  private written = "";
  /** The bytes that may still be added to the file; undefined if the state must be written first. */
  private room: number | undefined;
  private added: (() => Change)[] = [];
  private pending: (() => Content) | undefined;
  /** The write that takes the pending changes; undefined without one. */
  private next: Promise<void> | undefined;
  private last: Promise<void> = Promise.resolve();
  /** Why the last write has failed. */
  private problem: unknown;

  /** @param name - the name of the resource */
  constructor(dataFolder: string | undefined, service: string, name: string) {
    this.file = dataFolder && path.join(dataFolder, service, `${name.replace(/[^\w.~-]/g, "_")}.json`);
  }

  /** The kept state; undefined for a new resource. */
  read(): Content | undefined {
    if (this.file === undefined || !existsSync(this.file)) return undefined;
    const [state = "", ...lines] = readFileSync(this.file, "utf8").split("\n");
    const content = jsonOf(state);
    // The last line is empty, or half a line because the server ended while writing it. No client has received an answer for that change.
    const changes = lines.slice(0, -1).map((line) => jsonOf(line));
    // Only this class writes the file.
    if (isValues(content) && content.version === version && changes.every(isValues)) {
      this.changes = changes as unknown as readonly Change[];
      return content as unknown as Content;
    }
    // The next change would write over it.
    renameSync(this.file, `${this.file}.unreadable`);
    return undefined;
  }

  /**
   * Writes the content soon; several changes are written together. The request that is being processed waits for it.
   *
   * @param change - what has changed, called when it is written. @default - the whole content is written
   * @param written - is called when it is written
   */
  save(content: () => Content, change?: () => Change, written = () => {}): void {
    const { file } = this;
    if (file === undefined) return;
    this.pending = content;
    if (change === undefined) this.room = undefined;
    else this.added.push(change);
    if (this.next === undefined) {
      this.next = this.last.then(() => this.writePending(file));
      this.last = this.next.catch(() => {});
    }
    beginWrite(this.next);
    // The request and `settled` report a failed write.
    this.next.then(contained("what follows the write of a state", written), () => {});
  }

  /** Resolves when everything is written. Rejects with `NotWritten` when it cannot be written. */
  async settled(): Promise<void> {
    await this.last;
    if (this.problem !== undefined) throw this.problem;
  }

  /** Removes the file, after all writes. */
  async remove(): Promise<void> {
    await this.last;
    this.room = undefined;
    this.written = "";
    if (this.file !== undefined) rmSync(this.file, { force: true });
  }

  private async writePending(file: string): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    const { pending, added } = this;
    this.next = undefined;
    this.added = [];
    this.problem = undefined;
    try {
      if (this.add(file, added)) return;
      const text = `${JSON.stringify({ version, ...pending?.() })}\n`;
      // Set before the write: a change without a line that arrives during it sets this to undefined again.
      this.room = Math.max(text.length, leastLogBytes);
      await this.write(file, text);
    } catch (error) {
      // The file may end in half a line.
      this.room = undefined;
      this.written = "";
      this.problem = notWritten(error, path.dirname(file));
      throw this.problem;
    }
  }

  /** Adds changes to the file; false if the state must be written instead. */
  private add(file: string, changes: readonly (() => Change)[]): boolean {
    if (this.room === undefined) return false;
    const lines = changes.map((change) => `${JSON.stringify(change())}\n`).join("");
    if (lines.length > this.room) return false;
    // Through the thread pool, opening, writing and closing would take several times the CPU of a short write.
    writeFileSync(file, lines, { ...privateFile, flag: "a" });
    this.room -= lines.length;
    this.written = "";
    return true;
  }

  private async write(file: string, text: string): Promise<void> {
    if (text === this.written) return;
    await promises.mkdir(path.dirname(file), privateFolder);
    await promises.writeFile(`${file}.new`, text, privateFile);
    await promises.rename(`${file}.new`, file);
    this.written = text;
  }
}
