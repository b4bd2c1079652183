import * as fs from "node:fs";
import * as path from "node:path";
import { jsonOf } from "../json";
import { isValues } from "../model/values";
import type { Fact } from "./fact";

/** Facts are collected for this time and written together. */
const collectMs = 500;
/** The file is written again when it is longer, with what the history still has. */
const maxFileBytes = 128 * 1024 * 1024;

/** The first line of the file. A later version reads nothing else. */
const header = JSON.stringify({ serverform: "history", version: 1 });

/** The facts of a history in the data folder: one line of JSON for each that has ended. */
export class KeptFacts {
  private readonly file: string;
  private lines: string[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private size = 0;

  constructor(
    dataFolder: string,
    /** Is told once why facts cannot be written. */
    private readonly failed: (reason: string) => void,
  ) {
    this.file = path.join(dataFolder, "history", "facts.jsonl");
  }

  /** The newest facts of earlier runs, oldest first. The file is shortened to them. */
  read(limit: number): readonly Fact[] {
    const lines = this.fileLines();
    const facts = lines.slice(-limit).flatMap((line) => {
      const fact = jsonOf(line);
      return isFact(fact) ? [fact] : [];
    });
    if (facts.length === 0) return [];
    if (lines.length > 2 * limit || this.size > maxFileBytes) this.rewrite(facts);
    return facts;
  }

  add(fact: Fact): void {
    this.lines.push(JSON.stringify(fact));
    this.timer ??= setTimeout(() => void this.flush(), collectMs).unref();
  }

  clear(): void {
    this.lines = [];
    this.size = 0;
    this.writing = this.writing.then(() => fs.promises.rm(this.file, { force: true }));
  }

  async stop(): Promise<void> {
    await this.flush();
  }

  private flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { lines } = this;
    this.lines = [];
    if (lines.length > 0) this.writing = this.writing.then(() => this.append(lines));
    return this.writing;
  }

  private async append(lines: readonly string[]): Promise<void> {
    const text = `${lines.join("\n")}\n`;
    // Further facts of a very long run are not kept: the next start shortens the file.
    if (this.size > 2 * maxFileBytes) return;
    try {
      const isNew = this.size === 0;
      if (isNew) await fs.promises.mkdir(path.dirname(this.file), { recursive: true, mode: 0o700 });
      await fs.promises.appendFile(this.file, isNew ? `${header}\n${text}` : text, { mode: 0o600 });
      this.size += Buffer.byteLength(text);
    } catch (error) {
      this.failed((error as Error).message);
    }
  }

  private fileLines(): readonly string[] {
    try {
      const [first, ...lines] = fs.readFileSync(this.file, "utf8").split("\n");
      if (first !== header) return this.setAside();
      this.size = fs.statSync(this.file).size;
      return lines.filter((line) => line !== "");
    } catch {
      return [];
    }
  }

  /** The file of another version is not written over. */
  private setAside(): readonly string[] {
    fs.renameSync(this.file, `${this.file}.unreadable`);
    return [];
  }

  private rewrite(facts: readonly Fact[]): void {
    const text = `${[header, ...facts.map((fact) => JSON.stringify(fact))].join("\n")}\n`;
    fs.writeFileSync(`${this.file}.new`, text, { mode: 0o600 });
    fs.renameSync(`${this.file}.new`, this.file);
    this.size = Buffer.byteLength(text);
  }
}

function isFact(value: unknown): value is Fact {
  return (
    isValues(value) &&
    typeof value.id === "string" &&
    typeof value.kind === "string" &&
    typeof value.at === "number" &&
    Array.isArray(value.causes)
  );
}
