import * as fs from "node:fs";
import * as path from "node:path";

const file = path.join(".serverform", "generated.json");

/** Whether the last generation had the same inputs. */
export function hasDigest(root: string, key: string, digest: string): boolean {
  return readDigests(root)[key] === digest;
}

/**
 * Stores a digest of the inputs of a generation in `.serverform/generated.json` of the project.
 *
 * Without that file, everything is generated again.
 */
export function rememberDigest(root: string, key: string, digest: string): void {
  const digests = { ...readDigests(root), [key]: digest };
  const sorted = Object.fromEntries(Object.entries(digests).sort(([a], [b]) => (a < b ? -1 : 1)));
  fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), `${JSON.stringify(sorted, null, 2)}\n`);
}

function readDigests(root: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, file), "utf8")) as Record<string, unknown>;
  } catch {
    // The file does not exist yet or is incomplete.
    return {};
  }
}
