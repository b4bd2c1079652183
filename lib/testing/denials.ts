import type { LocalEvent, Report } from "../local/report";

/** A call that no permission of its caller allows. */
export type Denial = Omit<Extract<LocalEvent, { event: "denial" }>, "event">;

/** Collects the denials of a server. */
export class Denials {
  private readonly found: Denial[] = [];

  constructor(private readonly passOn: Report) {}

  get all(): readonly Denial[] {
    return [...this.found];
  }

  readonly report: Report = (event) => {
    if (event.event === "denial") {
      const { event: _, ...denial } = event;
      this.found.push(denial);
    }
    this.passOn(event);
  };
}
