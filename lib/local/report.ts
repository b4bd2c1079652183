import type { Fact } from "./history/fact";
import type { InvokeEvent } from "./invoke";

/** A mail or message that would have left the machine. */
export interface InboxMessage {
  /** When, as ISO 8601. */
  readonly at: string;
  /** The user pool that sends it; undefined for messages of a function. */
  readonly pool?: string;
  readonly username?: string;
  readonly medium: "EMAIL" | "SMS";
  readonly to: string;
  /** The subject of a mail. */
  readonly subject?: string;
  readonly text: string;
  /** The code or the temporary password in the text. */
  readonly code?: string;
  /** The name of the function that sends it in AWS. */
  readonly sender?: string;
}

/** Something that the person at the terminal wants to see, and with `--json` a machine. One line each. */
export type LocalEvent =
  | InvokeEvent
  | {
      /** A gateway answered a request. */
      readonly event: "request";
      readonly api: string;
      readonly method: string;
      readonly path: string;
      readonly status: number;
      readonly durationMs: number;
      /** Name of the function that answered; undefined when the gateway answered alone. */
      readonly function?: string;
      readonly requestId: string;
      /** Why the request was refused or failed; undefined for a success, and for an answer of the route's integration. */
      readonly reason?: string;
    }
  | {
      /** A permission is missing. */
      readonly event: "denial";
      /** Construct path of the function, or the caller's ARN. */
      readonly who: string;
      /** `dynamodb:PutItem` */
      readonly action: string;
      /** ARN of the resource. */
      readonly resource: string;
      /** Whether the request was refused; else AWS would refuse it. */
      readonly enforced: boolean;
      /** The permission to add to the function, in the words of the library; undefined if a statement denies explicitly. */
      readonly add?: string;
      /** All of this as a sentence. */
      readonly text: string;
    }
  | {
      /** Something is on its way between services: a batch, a second attempt, a dead letter, a schedule. */
      readonly event: "delivery";
      readonly kind: "batch" | "retry" | "dead-letter" | "schedule";
      /** `queue dev-orders-Mails` */
      readonly source: string;
      /** ARN or name of the receiver. */
      readonly target: string;
      /** The id of the fact in the history. @default - a new one */
      readonly fact?: string;
      /** All of this as a sentence. */
      readonly text: string;
    }
  | ({ readonly event: "message"; readonly type: "message" } & InboxMessage)
  | { readonly event: "access-log"; readonly api: string; readonly line: string }
  | {
      /** Something has happened: a fact of the history, when it ends. With `--facts` only. */
      readonly event: "fact";
      readonly fact: Fact;
    };

/** Receives the events; the command line prints them. */
export type Report = (event: LocalEvent) => void;
