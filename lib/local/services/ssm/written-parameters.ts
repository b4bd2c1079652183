import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { jsonOf } from "../../../facts/text/json";
import { isValues, number, text } from "../../../model/resources/values";
import { writePrivate } from "../../files/private-files";
import { writeNow } from "../contract/data-folder";

/** A parameter that a function has written. */
export interface WrittenParameter {
  readonly type: string;
  readonly value: string;
  readonly version: number;
  /** Seconds since 1970. */
  readonly changedAt: number;
}

/** The parameters that functions have written, by name. With a data folder they survive the server. */
export class WrittenParameters {
  private readonly parameters: Map<string, WrittenParameter>;
  private readonly file: string | undefined;

  constructor(dataFolder: string | undefined) {
    this.file = dataFolder && join(dataFolder, "ssm.json");
    this.parameters = new Map(this.file === undefined ? [] : read(this.file));
  }

  get(name: string): WrittenParameter | undefined {
    return this.parameters.get(name);
  }

  get all(): readonly WrittenParameter[] {
    return [...this.parameters.values()];
  }

  get names(): readonly string[] {
    return [...this.parameters.keys()];
  }

  put(name: string, parameter: WrittenParameter): void {
    this.parameters.set(name, parameter);
    this.save();
  }

  /** Returns whether it existed. */
  delete(name: string): boolean {
    const found = this.parameters.delete(name);
    if (found) this.save();
    return found;
  }

  /** Only the owner can read the file: the values may be keys. */
  private save(): void {
    const { file } = this;
    if (file === undefined) return;
    const content = `${JSON.stringify(Object.fromEntries(this.parameters), undefined, 2)}\n`;
    writeNow(dirname(file), () => writePrivate(file, content));
  }
}

function read(file: string): readonly (readonly [string, WrittenParameter])[] {
  try {
    const content = jsonOf(readFileSync(file, "utf8"));
    return Object.entries(isValues(content) ? content : {}).flatMap(([name, each]) =>
      isValues(each)
        ? [
            [
              name,
              {
                type: text(each, "type") ?? "String",
                value: text(each, "value") ?? "",
                version: Number(each.version),
                changedAt: number(each, "changedAt") ?? 0,
              },
            ],
          ]
        : [],
    );
  } catch {
    return [];
  }
}
