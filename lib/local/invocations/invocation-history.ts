import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { jsonOf } from "../../facts/text/json";
import { isValues } from "../../model/resources/values";
import { writePrivate } from "../files/private-files";
import { writeNow } from "../services/contract/data-folder";

/** An invocation that has been made, as the state of Terraform would have it. */
export interface MadeInvocation {
  /** Equal for equal input, triggers and code. */
  readonly identity: string;
  readonly input: string;
}

/** The invocations that were made, by address. With a data folder they survive the server, as the data does. */
export class InvocationHistory {
  private readonly made: Map<string, MadeInvocation>;
  private readonly file: string | undefined;

  constructor(dataFolder: string | undefined) {
    this.file = dataFolder && join(dataFolder, "invocations.json");
    this.made = new Map(this.file === undefined ? [] : Object.entries(readMade(this.file)));
  }

  get(address: string): MadeInvocation | undefined {
    return this.made.get(address);
  }

  set(address: string, made: MadeInvocation): void {
    this.made.set(address, made);
    this.save();
  }

  delete(address: string): void {
    if (this.made.delete(address)) this.save();
  }

  private save(): void {
    const { file } = this;
    if (file === undefined) return;
    writeNow(dirname(file), () =>
      writePrivate(file, `${JSON.stringify(Object.fromEntries(this.made), undefined, 2)}\n`),
    );
  }
}

function readMade(file: string): Readonly<Record<string, MadeInvocation>> {
  try {
    const content = jsonOf(readFileSync(file, "utf8"));
    const entries = Object.entries(isValues(content) ? content : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, MadeInvocation] => isMade(entry[1])));
  } catch {
    return {};
  }
}

const isMade = (value: unknown): value is MadeInvocation =>
  isValues(value) && typeof value.identity === "string" && typeof value.input === "string";
