import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";

/** Texts about `serverform mcp`. */
export const mcpTexts = {
  "mcp-needs-package": ({ value, install }: { value: string; install: string }) => ({
    problem: `needs the package ${value}, which is not installed.`,
    remedy: `Install it: npm install --save-dev ${install}.`,
  }),
  "mcp-answer": ({ value, reason }: { value: string; reason: string }) => ({
    problem: `is ${show(value)}, and the local server refuses it: ${reason}`,
    remedy: "Correct the arguments, and call the tool again.",
  }),
  "mcp-server-ended": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, but the local server does not answer.`,
    remedy: "Call the tool again: a server is started where none runs.",
  }),
} satisfies ErrorTexts;

/** Refuses input of the caller. */
export const fail: Fail<typeof mcpTexts> = failWith(mcpTexts);
