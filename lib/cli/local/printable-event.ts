import { handlerOutput, mapTexts, printableText } from "../ui/printable-text";

interface TextEvent {
  readonly event: string;
}

/** Texts from a program on this machine. All others may repeat input of a client or a peer. */
const ofPrograms: Readonly<Record<string, readonly string[]>> = {
  log: ["line"],
  "function-error": ["errorMessage", "stack", "cause", "errors"],
};
/** Sentences of this library and mails, which may have several lines and may quote a client. */
const sentences: readonly string[] = ["text"];

/**
 * An event whose texts can be printed, with all of its facts.
 *
 * A text is escaped unless it is named above, so that a new kind of event or a new fact cannot control the terminal. Further
 * lines are indented, so that they do not look like lines of the server.
 */
export function printableEvent<Event extends TextEvent>(event: Event): Event {
  const allowed = Object.hasOwn(ofPrograms, event.event) ? (ofPrograms[event.event] ?? []) : [];
  const printable = { ...event } as Record<string, unknown>;
  for (const key of Object.keys(printable)) {
    const change = allowed.includes(key)
      ? programText
      : sentences.includes(key)
        ? sentenceText
        : printableText;
    printable[key] = mapTexts(printable[key], change);
  }
  return printable as unknown as Event;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const styled = /\u001b\[[0-9;:]*m/g;
const reset = "\u001b[0m";

/** Colours end with the text, so that they do not affect the following text. */
function programText(text: string): string {
  const indented = indentLines(handlerOutput(text));
  const last = indented.match(styled)?.at(-1);
  return last === undefined || last === reset || last === "\u001b[m" ? indented : `${indented}${reset}`;
}

const sentenceText = (text: string): string => text.split("\n").map(printableText).join("\n  ");

const indentLines = (text: string): string => (text.includes("\n") ? text.replace(/\n(?=.)/g, "\n  ") : text);
