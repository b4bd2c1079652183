import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonOf } from "../facts/text/json";
import { isValues } from "../model";
import { writePrivate } from "./files/private-files";

const fileName = "secrets.json";

/** The values of secrets by name, from `serverform secrets set --local`. */
export function readLocalSecrets(folder: string): ReadonlyMap<string, string> {
  const file = join(folder, fileName);
  const values = existsSync(file) ? jsonOf(readFileSync(file, "utf8")) : {};
  const entries = Object.entries(isValues(values) ? values : {});
  return new Map(entries.filter((each): each is [string, string] => typeof each[1] === "string"));
}

/** Writes the values of all secrets to a file that only its owner can read. */
export function writeLocalSecrets(folder: string, values: ReadonlyMap<string, string>): void {
  const text = `${JSON.stringify(Object.fromEntries([...values].sort()), null, 2)}\n`;
  writePrivate(join(folder, fileName), text);
}
