import type { ServerResponse } from "node:http";
import { type Fact, isOfSite } from "../history/fact";
import type { History } from "../history/history";
import { contained } from "../invoke";

/** Facts are collected during this time and sent together. */
const collectMs = 100;
/** The maximum number of facts in one message, separately for sites and for others. A page cannot process more. */
const maxFacts = 500;
/** A page that reads too slowly loses its connection, and requests everything again. */
const maxWaitingBytes = 32 * 1024 * 1024;

export interface FactMessage {
  /** Facts that have begun or ended, in the order of their last change, with those of sites at the end. */
  readonly facts: readonly Fact[];
  /** The number of omitted older facts, if there were too many at once. */
  readonly omitted: number;
}

/** Sends facts to the open pages. Nothing is collected without one. */
export class FactStream {
  private readonly pages = new Set<ServerResponse>();
  private changed = new Map<string, Fact>();
  private ofSites = new Map<string, Fact>();
  private omitted = 0;
  private timer: NodeJS.Timeout | undefined;
  private leave: (() => void) | undefined;

  constructor(private readonly history: History) {}

  /** Sends facts to a page, until it goes away. */
  serve(page: ServerResponse): void {
    this.pages.add(page);
    this.leave ??= this.history.listen(contained("console", (fact) => this.take(fact)));
    page.on(
      "close",
      contained("console", () => {
        this.pages.delete(page);
        if (this.pages.size === 0) this.close();
      }),
    );
    page.write("retry: 1000\n\n");
  }

  close(): void {
    this.leave?.();
    this.leave = undefined;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.changed.clear();
    this.ofSites.clear();
    for (const page of this.pages) page.end();
    this.pages.clear();
  }

  private take(fact: Fact): void {
    const changed = isOfSite(fact) ? this.ofSites : this.changed;
    changed.delete(fact.id);
    changed.set(fact.id, fact);
    if (changed.size > maxFacts) {
      const [oldest = ""] = changed.keys();
      changed.delete(oldest);
      this.omitted += 1;
    }
    this.timer ??= setTimeout(
      contained("console", () => this.flush()),
      collectMs,
    );
  }

  private flush(): void {
    this.timer = undefined;
    const facts = [...this.changed.values(), ...this.ofSites.values()];
    const message: FactMessage = { facts, omitted: this.omitted };
    this.changed.clear();
    this.ofSites.clear();
    this.omitted = 0;
    const text = `data: ${JSON.stringify(message)}\n\n`;
    for (const page of this.pages) {
      if (page.writableLength > maxWaitingBytes) page.destroy();
      else page.write(text);
    }
  }
}
