import type { ErrorTexts } from "./error";

const bugs = "https://github.com/serverform/serverform/issues";

export const faultTexts = {
  internal: ({ cause, at }: { cause: Error; at: string | undefined }) => ({
    problem: `is where serverform fails: ${linesOf(cause)}${at === undefined ? "" : ` (${at})`}.`,
    remedy: `Look at the values first. In any case this error should say more: report it with the call stack of its cause, which --verbose prints (${bugs}).`,
  }),
  "file-unusable": ({ file, reason }: { file: string; reason: string; cause: Error }) => ({
    problem: `needs ${file}, which cannot be used: ${reason}.`,
    remedy: "Correct the path, or let this user read what is there.",
  }),
  "callback-failed": ({ cause }: { cause: unknown }) => ({
    problem: `is a function that throws an error: ${linesOf(cause)}.`,
    remedy: "Correct the function; its error is the cause of this one.",
  }),
} satisfies ErrorTexts;

export function fileFacts(error: unknown): { file: string; reason: string; cause: Error } | undefined {
  const {
    syscall,
    code,
    path: file = "a file",
    message = "",
  } = Object(error) as Partial<NodeJS.ErrnoException>;
  if (syscall === undefined || code === undefined) return undefined;
  return { file, reason: message.replace(/, \w+( '.*)?$/s, ""), cause: error as Error };
}

/** `TypeError: Cannot read properties of undefined`. The message of CDKTF may have several lines. */
function linesOf(error: unknown): string {
  return String(error).trim().replace(/\.$/, "");
}
