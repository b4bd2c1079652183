import { handlerOutput, mapTexts, printableText } from "../ui/printable-text";

/** An event as far as its texts are concerned. */
interface TextEvent {
  readonly event: string;
}

/** Texts that a program on this machine writes. Everything else may repeat what a client or a peer has sent. */
const ofPrograms: Readonly<Record<string, readonly string[]>> = {
  log: ["line"],
  "function-error": ["errorMessage", "stack", "cause", "errors"],
};
/** Sentences of this library and mails, which may have several lines and may quote a client. */
const sentences: readonly string[] = ["text"];

/**
 * An event whose texts can be printed, with all of its facts.
 *
 * A text is escaped unless it is named above: a new kind of event, or a new fact of one, cannot write to the terminal by
 * itself. Further lines are indented, so that no text begins a line that looks like one of the server.
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

/** Colours end with the text, so that they do not colour or hide what follows. */
function programText(text: string): string {
  const indented = indentLines(handlerOutput(text));
  const last = indented.match(styled)?.at(-1);
  return last === undefined || last === reset || last === "\u001b[m" ? indented : `${indented}${reset}`;
}

const sentenceText = (text: string): string => text.split("\n").map(printableText).join("\n  ");

const indentLines = (text: string): string => (text.includes("\n") ? text.replace(/\n(?=.)/g, "\n  ") : text);
