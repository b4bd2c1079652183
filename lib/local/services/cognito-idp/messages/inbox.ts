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

const validMs = 3_600_000;
const most = 1000;

/** Names of users who do not exist, or get no code, and for whom a code was requested. They are forgotten after an hour. */
export class SimulatedCodes {
  private readonly asked = new Map<string, number>();

  add(username: string, nowMs: number): void {
    this.asked.delete(username);
    this.asked.set(username, nowMs);
    const [oldest] = this.asked.keys();
    if (this.asked.size > most && oldest !== undefined) this.asked.delete(oldest);
  }

  isAsked(username: string, nowMs: number): boolean {
    const at = this.asked.get(username);
    return at !== undefined && nowMs < at + validMs;
  }
}
