import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes machine-specific files of an installation: compiled modules, scripts with the path of the local Python, and the
 * URLs of local packages.
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

/** Removes the deleted files from the file list of a package. */
function cleanRecord(file: string): void {
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  const kept = lines.filter((line) => !/\.pyc,|(^|\/)direct_url\.json,|^(\.\.\/)*bin\//.test(line));
  writeFileSync(file, kept.join("\n"));
}
