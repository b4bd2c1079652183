import type { Clock } from "../../../../invoke";
import type { Report } from "../../../report";

/** A mail or message that would have left the machine. */
export interface InboxMessage {
  /** When, as ISO 8601. */
  readonly at: string;
  readonly pool: string;
  readonly username: string;
  readonly medium: "EMAIL" | "SMS";
  readonly to: string;
  /** Of mails. */
  readonly subject?: string;
  readonly text: string;
  /** The code or the temporary password in the text. */
  readonly code?: string;
  /** The name of the function that sends it in AWS. */
  readonly sender?: string;
}

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
