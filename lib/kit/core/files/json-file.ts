import { readFileSync } from "node:fs";

/** The object of a JSON file, or why there is none. */
export type JsonFile =
  | { readonly value: Readonly<Record<string, unknown>> }
  | { readonly value: undefined; readonly reason: string };

/** Reads the object of a JSON file. Some editors begin a file with a byte order mark, which JSON does not have. */
export function readJsonFile(file: string): JsonFile {
  try {
    const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    if (text.trim() === "") return { value: undefined, reason: "it is empty" };
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isObject) return { value: value as Readonly<Record<string, unknown>> };
    return { value: undefined, reason: "its content is not an object" };
  } catch (error) {
    return { value: undefined, reason: (error as Error).message };
  }
}
