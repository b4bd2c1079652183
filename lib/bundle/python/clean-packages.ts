import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes what an installation leaves of the machine that it ran on: compiled modules, scripts that start with the
 * path of its Python, and the address that a local package came from.
 */
export function cleanPackages(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name === "__pycache__") rmSync(path, { recursive: true });
    else if (entry.isDirectory()) cleanPackages(path);
    else if (entry.name.endsWith(".pyc")) rmSync(path);
    else if (folder.endsWith(".dist-info") && entry.name === "direct_url.json") rmSync(path);
    else if (folder.endsWith(".dist-info") && entry.name === "RECORD") cleanRecord(path);
  }
}

/** The list of a package's files, of which there are fewer now. */
function cleanRecord(file: string): void {
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  const kept = lines.filter((line) => !/\.pyc,|(^|\/)direct_url\.json,|^(\.\.\/)*bin\//.test(line));
  writeFileSync(file, kept.join("\n"));
}
