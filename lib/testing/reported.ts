import type { LocalEvent, Report } from "../local";

/** A call that no permission of its caller allows. */
export type Denial = Omit<Extract<LocalEvent, { event: "denial" }>, "event">;

/** The lines that are kept: a function may write without an end. */
const maxLines = 10_000;

/** Keeps the denials of a server, and the lines that its functions write. */
export class Reported {
  private readonly denied: Denial[] = [];
  private readonly lines: { readonly function: string; readonly line: string }[] = [];

  constructor(private readonly passOn: Report) {}

  get denials(): readonly Denial[] {
    return [...this.denied];
  }

  /** @param name - name of a function. By default, of all functions */
  linesOf(name?: string): readonly string[] {
    return this.lines.flatMap((each) => (name === undefined || each.function === name ? [each.line] : []));
  }

  readonly report: Report = (event) => {
    if (event.event === "denial") {
      const { event: _, ...denial } = event;
      this.denied.push(denial);
    }
    if (event.event === "log") {
      this.lines.push({ function: event.function, line: event.line });
      if (this.lines.length > maxLines) this.lines.shift();
    }
    this.passOn(event);
  };
}
