import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../errors";

/** The metadata of the constructs in an output folder. A plain CDKTF app has none. */
export function readMetadata(outputFolder: string): readonly unknown[] {
  const file = join(outputFolder, "serverform.json");
  if (!existsSync(file)) return [];
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(value) ? value : [];
  } catch (error) {
    return fail("serverform", "json-invalid", file, { reason: (error as Error).message });
  }
}
