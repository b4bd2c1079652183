import type { GlobalOptions } from "../preparation";
import { Terminal } from "../terminal";
import { updateProject } from "../update";

/** `serverform update [version]`: sets the library and the packages that it works with to a version. */
export async function update(wanted: string, options: GlobalOptions): Promise<number> {
  await updateProject(new Terminal(options), process.cwd(), wanted);
  return 0;
}
