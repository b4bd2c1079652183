import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../errors";
import { readJsonObject } from "../project/json";
import { isWorkspaceRoot } from "./present-project";

/** The state of a folder before the app is written into it: empty, a package without CDKTF, or a CDKTF project. */
export type TargetKind = "empty" | "package" | "cdktf";

/** Files that a folder may have and still count as empty: they do not belong to another project. */
const unrelated =
  /^(\.git|\.gitignore|\.gitattributes|\.editorconfig|\.idea|\.vscode|\.DS_Store|LICENSE.*|README.*)$/i;

/** Finds the state of a folder. Refuses a folder with other files. */
export function targetKindOf(folder: string): TargetKind {
  if (!existsSync(folder)) return "empty";
  if (!statSync(folder).isDirectory()) {
    return fail("serverform init", "init-folder-unusable", "[folder]", {
      value: folder,
      reason: "it is a file",
    });
  }
  if (existsSync(join(folder, "cdktf.json"))) return checkedLanguage(folder);
  if (isWorkspaceRoot(folder))
    return fail("serverform init", "init-workspace-root", "[folder]", { value: folder });
  if (existsSync(join(folder, "package.json"))) return "package";
  const files = readdirSync(folder).filter((name) => !unrelated.test(name));
  if (files.length > 0)
    fail("serverform init", "init-folder-not-empty", "[folder]", { value: folder, files });
  return "empty";
}

function checkedLanguage(folder: string): TargetKind {
  const { language } = readJsonObject(join(folder, "cdktf.json"));
  if (language !== undefined && language !== "typescript")
    fail("serverform init", "init-language", "cdktf.json", { value: language });
  return "cdktf";
}
