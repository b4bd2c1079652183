import type { ErrorText } from "../errors/error";
import { show } from "../errors/words";

/** Texts of what events are handed to: subscribers, notifications, targets; part of the catalogue. */
export const receiverTexts = {
  "part-duplicate": ({ part, value }: { part: string; value: string }) => ({
    problem: `names the ${part} ${show(value)}, which exists already.`,
    remedy: `Give each ${part} a name of its own.`,
  }),
  "part-id-taken": ({ id, path }: { id: string; path: string }) => ({
    problem: `needs the id ${show(id)} below ${path}, which is taken.`,
    remedy: "Choose another name.",
  }),
} satisfies Record<string, (facts: never) => ErrorText>;
