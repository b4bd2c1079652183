import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contained } from "../../local";
import type { Terminal } from "../ui/terminal";

type Keyboard = Pick<NodeJS.ReadStream, "isTTY" | "setRawMode" | "on" | "off" | "resume" | "pause" | "unref">;

/** The characters that a terminal sends for keys that interrupt: Ctrl-C and Ctrl-D. */
const interrupts = ["\u0003", "\u0004"];

export interface KeyActions {
  /** By character. */
  readonly keys: Readonly<Record<string, () => void>>;
  /** Is called for Ctrl-C, which the terminal does not handle while keys are read. */
  interrupt(): void;
}

/** Calls an action for each key press, until the returned function is called. Does nothing without a keyboard. */
export function watchKeys(keyboard: Keyboard, { keys, interrupt }: KeyActions): () => void {
  if (keyboard.isTTY !== true) return () => {};
  const pressed = contained("keyboard", (data: Buffer): void => {
    const text = data.toString("utf8");
    if (interrupts.some((each) => text.includes(each))) interrupt();
    else if (Object.hasOwn(keys, text)) keys[text]?.();
  });
  keyboard.setRawMode(true);
  keyboard.on("data", pressed);
  keyboard.resume();
  return () => {
    keyboard.off("data", pressed);
    keyboard.setRawMode(false);
    keyboard.pause();
  };
}

/** The program that opens a page in the browser of the user. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens a file in the browser of the user. @param failed - is called if no program can do that */
function openInBrowser(file: string, failed: () => void): void {
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, file], { stdio: "ignore", detached: true });
  child.on("error", contained("keyboard", failed));
  child.unref();
}

interface OpenedConsole {
  readonly url: string;
  /** An address that opens it once. */
  openingUrl(): string;
}

/**
 * Opens the console with the key `c`, until the returned function is called.
 *
 * @param folder - the folder for the page that leads to it
 */
export function openConsoleByKey(
  terminal: Pick<Terminal, "print">,
  shown: OpenedConsole,
  folder: string,
  keyboard: Keyboard = process.stdin,
  open: typeof openInBrowser = openInBrowser,
): () => void {
  const tell = (): void => terminal.print(`Open ${shown.url}`);
  const openConsole = (): void => {
    try {
      open(writeOpeningFile(folder, shown.openingUrl()), tell);
    } catch {
      // The folder of the project is not writable.
      tell();
    }
  };
  const leave = watchKeys(keyboard, { keys: { c: openConsole }, interrupt: () => process.emit("SIGINT") });
  return () => {
    leave();
    rmSync(join(folder, "console.html"), { force: true });
  };
}

/**
 * Writes a page that leads to an address, for the program that opens it: every user of the machine can read the arguments of a
 * program, and only the owner can read this file.
 *
 * It is in the folder of the project, because browsers in a sandbox cannot read the folder for temporary files.
 *
 * @param folder - created if it does not exist
 * @returns the path of the file
 */
function writeOpeningFile(folder: string, url: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "console.html");
  // A new file: an existing one may have other permissions, or be a link.
  rmSync(file, { force: true });
  const target = new URL(url).href;
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>serverform console</title><meta http-equiv="refresh" content="0; url=${target}">\n`,
    { mode: 0o600, flag: "wx" },
  );
  return file;
}
