import * as path from "node:path";
import type { Values } from "../model";
import { isValues, text } from "../values";

/** A candidate stack. */
interface Source {
  readonly id: string;
  readonly folder: string;
}

/**
 * The stack whose state a `terraform_remote_state` reads.
 *
 * In an output folder of this library, the file, object or workspace of every backend ends with the stack's id.
 * Elsewhere, the state file is next to the JSON of its stack.
 */
export function remoteStateSource<Stack extends Source>(
  remoteState: Values,
  readBy: Source,
  stacks: readonly Stack[],
): Stack | undefined {
  const config = isValues(remoteState.config) ? remoteState.config : {};
  const workspaces = [config.workspaces].flat().find(isValues) ?? {};
  const place =
    text(config, "path") ?? text(config, "key") ?? text(workspaces, "name") ?? text(config, "prefix");
  if (place === undefined) return undefined;
  if (path.basename(place) === "terraform.tfstate") {
    const folder = path.resolve(readBy.folder, path.dirname(place));
    return stacks.find((each) => each.folder === folder);
  }
  const name = place.replace(/\.tfstate$/, "");
  // Prefer the longer of `prod.Main` and `Main`.
  return stacks.filter(({ id }) => name.endsWith(id)).sort((a, b) => b.id.length - a.id.length)[0];
}
