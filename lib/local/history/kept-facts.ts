import * as fs from "node:fs";
import * as path from "node:path";
import { SecretMask } from "../../facts/errors/secrets/secret-mask";
import { jsonOf } from "../../facts/text/json";
import { isValues } from "../../model";
import { privateFile, privateFolder } from "../files/private-files";
import { contained } from "../invoke";
import type { Fact } from "./fact";

/** The values are read again after this time. Files are written with current values. */
const keptMs = 100;

/** The mask of a server: it knows the values of the secrets that its services have. */
export class SecretValues {
  private source: () => readonly string[] = () => [];
  private values: readonly string[] = [];
  private current = new SecretMask();
  private askedAt = Number.NEGATIVE_INFINITY;

  /** Names who knows the values. */
  from(source: () => readonly string[]): void {
    this.source = source;
    this.askedAt = Number.NEGATIVE_INFINITY;
  }

  /** The mask with the values of now. */
  newest(): SecretMask {
    this.askedAt = performance.now();
    const values = this.source();
    const isSame =
      values.length === this.values.length && values.every((each, index) => each === this.values[index]);
    if (!isSame) {
      this.values = values;
      this.current = new SecretMask(values);
    }
    return this.current;
  }

  /** The mask with the values of a moment ago, for each of many lines. */
  get mask(): SecretMask {
    return performance.now() - this.askedAt < keptMs ? this.current : this.newest();
  }
}

/** Facts are collected during this time and written together. */
const collectMs = 500;
/** A longer file is rewritten with the facts that are still in the history. */
const maxFileBytes = 128 * 1024 * 1024;

/** Facts are masked during this time, before other requests run. */
const turnMs = 5;

/** The first line of the file. Later versions ignore other formats. */
const header = JSON.stringify({ serverform: "history", version: 1, masked: true });
/** The first line of a file that may contain secrets. It is read, and rewritten without them. */
const unmaskedHeader = JSON.stringify({ serverform: "history", version: 1 });

/** The facts of a history in the data folder, without secrets: one line of JSON for each that has ended. */
export class KeptFacts {
  private readonly file: string;
  private facts: Fact[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private size = 0;

  constructor(
    dataFolder: string,
    /** Receives the reason once if facts cannot be written. */
    private readonly failed: (reason: string) => void,
    private readonly secrets: SecretValues = new SecretValues(),
  ) {
    this.file = path.join(dataFolder, "history", "facts.jsonl");
  }

  /** The newest facts of earlier runs, oldest first. The file is shortened to them. */
  read(limit: number): readonly Fact[] {
    const { lines, isMasked } = this.fileLines();
    const facts = lines.slice(-limit).flatMap((line) => {
      const fact = jsonOf(line);
      return isFact(fact) ? [isMasked ? fact : this.secrets.mask.value(fact)] : [];
    });
    if (!isMasked || lines.length > 2 * limit || this.size > maxFileBytes) this.rewrite(facts);
    return facts;
  }

  add(fact: Fact): void {
    this.facts.push(fact);
    this.timer ??= setTimeout(
      contained("history", () => this.flush()),
      collectMs,
    ).unref();
  }

  clear(): void {
    this.facts = [];
    this.size = 0;
    this.write(() => fs.promises.rm(this.file, { force: true }));
  }

  async stop(): Promise<void> {
    await this.flush();
  }

  private flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { facts } = this;
    this.facts = [];
    if (facts.length > 0) this.write(() => this.append(facts));
    return this.writing;
  }

  /** Changes the file after the last change of it. */
  private write(change: () => Promise<void>): void {
    this.writing = this.writing.then(change).catch((error: unknown) => this.failed((error as Error).message));
  }

  private async append(facts: readonly Fact[]): Promise<void> {
    // Further facts of a very long run are not kept: the next start shortens the file.
    if (this.size > 2 * maxFileBytes) return;
    try {
      const text = `${(await this.maskedLines(facts)).join("\n")}\n`;
      const isNew = this.size === 0;
      if (isNew) await fs.promises.mkdir(path.dirname(this.file), privateFolder);
      await fs.promises.appendFile(this.file, isNew ? `${header}\n${text}` : text, privateFile);
      this.size += Buffer.byteLength(text);
    } catch (error) {
      this.failed((error as Error).message);
    }
  }

  private async maskedLines(facts: readonly Fact[]): Promise<readonly string[]> {
    const mask = this.secrets.newest();
    const lines: string[] = [];
    let began = performance.now();
    for (const fact of facts) {
      lines.push(JSON.stringify(mask.value(fact)));
      if (performance.now() - began < turnMs) continue;
      await new Promise((resolve) => setImmediate(resolve));
      began = performance.now();
    }
    return lines;
  }

  private fileLines(): typeof noLines {
    try {
      const [first, ...lines] = fs.readFileSync(this.file, "utf8").split("\n");
      if (first !== header && first !== unmaskedHeader) return this.setAside();
      this.size = fs.statSync(this.file).size;
      return { lines: lines.filter((line) => line !== ""), isMasked: first === header };
    } catch {
      return noLines;
    }
  }

  /** The file of another version is not written over. */
  private setAside(): typeof noLines {
    fs.renameSync(this.file, `${this.file}.unreadable`);
    return noLines;
  }

  private rewrite(facts: readonly Fact[]): void {
    const text = `${[header, ...facts.map((fact) => JSON.stringify(fact))].join("\n")}\n`;
    fs.writeFileSync(`${this.file}.new`, text, privateFile);
    fs.renameSync(`${this.file}.new`, this.file);
    this.size = Buffer.byteLength(text);
  }
}

const noLines = { lines: [] as readonly string[], isMasked: true };

function isFact(value: unknown): value is Fact {
  return (
    isValues(value) &&
    typeof value.id === "string" &&
    typeof value.kind === "string" &&
    typeof value.at === "number" &&
    Array.isArray(value.causes)
  );
}
