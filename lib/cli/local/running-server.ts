import { askRunningServer, type ControlPath, localFolder, serverFolders } from "../../local";

/**
 * The answer of the first running server of a project; undefined if none is running.
 *
 * @param root - the folder of the project
 */
export async function askFirstServer<Answer>(
  root: string,
  request: object,
  path: ControlPath,
): Promise<Answer | undefined> {
  for (const folder of serverFolders(localFolder(root))) {
    const running = await askRunningServer(folder, request, path);
    if (running !== undefined) return running.answer as Answer;
  }
  return undefined;
}
