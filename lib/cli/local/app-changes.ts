import { resolve } from "node:path";
import { inBackground } from "../../local";
import type { CommandContext } from "../project/command-context";
import { watchApp } from "./app-watch";
import type { LocalCommandOptions } from "./options";

/** The changes of the files of an app. */
export interface AppChanges {
  /** Settles after the next change, or at once if a former change was not awaited. */
  next(): Promise<void>;
  /** Handles changes from now on, also a former one that was not awaited. */
  handle(onChange: () => Promise<void>): void;
  close(): Promise<void>;
}

/** Undefined if no files are to be watched. */
export async function watchForChanges(
  { project, terminal }: CommandContext,
  { watch, from, data }: LocalCommandOptions,
  isHandlerInput: (file: string) => boolean,
): Promise<AppChanges | undefined> {
  if (!watch || from !== undefined) return undefined;
  let handler: (() => Promise<void>) | undefined;
  let hasChanged = false;
  let settle = (): void => {};
  const watching = await watchApp({
    root: project.root,
    // Requests write to the data folder, so its changes are not changes of the app.
    ignored: [resolve(project.root, project.output), ...(data === undefined ? [] : [resolve(data)])],
    isHandlerInput,
    failed: (error) => terminal.error(`Files cannot be watched: ${error.message}`),
    onChange: async () => {
      if (handler !== undefined) return handler();
      hasChanged = true;
      settle();
    },
  });
  const next = async (): Promise<void> => {
    if (!hasChanged) {
      await new Promise<void>((done) => {
        settle = done;
      });
    }
    hasChanged = false;
  };
  return {
    next,
    handle: (onChange) => {
      handler = onChange;
      if (hasChanged) inBackground("changes of the app", onChange());
    },
    close: () => watching.close(),
  };
}
