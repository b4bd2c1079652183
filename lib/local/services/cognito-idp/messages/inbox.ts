import type { Clock } from "../../../invoke";
import type { InboxMessage, Report } from "../../../report";

const maxMessages = 1000;

/** Keeps the mails and messages of all pools, the latest last. Each is a line of the log, too. */
export class Inbox {
  private messages: readonly InboxMessage[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly report: Report,
  ) {}

  get all(): readonly InboxMessage[] {
    return this.messages;
  }

  add(message: Omit<InboxMessage, "at">): void {
    const kept = { at: new Date(this.clock.now()).toISOString(), ...message };
    this.messages = [...this.messages, kept].slice(-maxMessages);
    this.report({ event: "message", type: "message", ...kept });
  }
}
