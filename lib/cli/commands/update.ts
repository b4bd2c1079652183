import type { GlobalOptions } from "../project/command-context";
import { updateProject } from "../project/update";
import { Terminal } from "../ui/terminal";

/** `serverform update [version]`: sets the library and the packages that it works with to a version. */
export async function update(wanted: string, options: GlobalOptions): Promise<number> {
  await updateProject(new Terminal(options), process.cwd(), wanted);
  return 0;
}
