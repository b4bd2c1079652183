import { createInterface } from "node:readline";
import type { Run, Running } from "./cli";

type Line = Readonly<Record<string, unknown>>;

/** The lines of a command that prints one JSON object per line, as they come. */
export interface JsonLines {
  /** The next unread line with this event, and with these values. */
  next(event: string, values?: Line): Promise<Line>;
  /** Waits until this was written to stderr. */
  says(text: string): Promise<void>;
  readonly ended: Promise<Run>;
  /** Interrupts the command, and waits for its end. */
  interrupt(): Promise<Run>;
}

export function jsonLines({ child, ended }: Running): JsonLines {
  const lines: Line[] = [];
  const waiting: (() => void)[] = [];
  let errors = "";
  let isOver = false;
  const tell = (): void => {
    for (const done of waiting.splice(0)) done();
  };
  if (child.stdout === null) throw new Error("no output");
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(JSON.parse(line) as Line);
    tell();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk;
    tell();
  });
  void ended.then(() => {
    isOver = true;
    tell();
  });
  const until = async (isSo: () => boolean, what: string): Promise<void> => {
    while (!isSo()) {
      if (isOver) throw new Error(`no ${what}: ${JSON.stringify(await ended)}`);
      await new Promise<void>((done) => waiting.push(done));
    }
  };
  return {
    ended,
    next: async (event, values = {}) => {
      const at = () =>
        lines.findIndex(
          (line) =>
            line.event === event && Object.entries(values).every(([key, value]) => line[key] === value),
        );
      await until(() => at() >= 0, event);
      const [found = {}] = lines.splice(at(), 1);
      return found;
    },
    says: (text) => until(() => errors.includes(text), text),
    interrupt: () => {
      child.kill("SIGINT");
      return ended;
    },
  };
}
