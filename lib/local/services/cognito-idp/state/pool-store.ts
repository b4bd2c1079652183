import * as fs from "node:fs";
import * as path from "node:path";
import { jsonOf } from "../../../json";
import { isValues } from "../../../model/values";
import type { GroupChanges } from "./groups";
import type { User } from "./user";

/** What a pool keeps between runs. */
export interface PoolContent {
  readonly users: readonly User[];
  readonly groups: GroupChanges;
}

const version = 1;

/** The file of a pool; without a folder, nothing is kept. */
export class PoolStore {
  private readonly file: string | undefined;
  private written = "";
  private pending: (() => PoolContent) | undefined;
  private writing: Promise<void> | undefined;

  constructor(dataFolder: string | undefined, poolId: string) {
    this.file = dataFolder && path.join(dataFolder, "cognito-idp", `${poolId.replace(/[^\w-]/g, "_")}.json`);
  }

  /** What was kept; undefined for a new pool. */
  read(): PoolContent | undefined {
    if (this.file === undefined || !fs.existsSync(this.file)) return undefined;
    const content = jsonOf(fs.readFileSync(this.file, "utf8"));
    // Only this class writes the file.
    if (isValues(content) && content.version === version) return content as unknown as PoolContent;
    // The next change would write over it.
    fs.renameSync(this.file, `${this.file}.unreadable`);
    return undefined;
  }

  /** Writes the content soon; several changes are written together. */
  save(content: () => PoolContent): void {
    if (this.file === undefined) return;
    this.pending = content;
    this.writing ??= this.writeAll(this.file).finally(() => {
      this.writing = undefined;
    });
  }

  /** Resolves when everything is written. */
  async settled(): Promise<void> {
    await this.writing;
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
