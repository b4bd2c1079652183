import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { NotCacheable } from "../cache/file-facts";
import { findUpwards } from "../folders-upwards";

/** The files that contain the commit and the remote repository: the SDK writes both into its output. */
export function commitFiles(source: string): readonly string[] {
  const found = findUpwards(source, ".git");
  if (found === undefined) return [];
  if (existsSync(join(dirname(found), ".gitmodules")))
    throw new NotCacheable("the repository has submodules");
  const folder = statSync(found).isDirectory() ? found : linkedFolder(found);
  const common = join(folder, "commondir");
  const shared = existsSync(common) ? resolve(folder, readFileSync(common, "utf8").trim()) : folder;
  const head = join(folder, "HEAD");
  const [, branch] = /^ref: (.+)$/m.exec(readFileSync(head, "utf8")) ?? [];
  const refs = branch === undefined ? [] : [join(folder, branch), join(shared, branch)];
  return [head, ...refs, join(shared, "packed-refs"), join(shared, "config")];
}

/** The folder of a worktree, which a file names. */
function linkedFolder(file: string): string {
  const [, folder] = /^gitdir: (.+)$/m.exec(readFileSync(file, "utf8")) ?? [];
  if (folder === undefined) throw new NotCacheable(`${file} names no folder`);
  return resolve(dirname(file), folder.trim());
}
