import type { InvokeEvent } from "../../local";

/** The reports of the client for the developer. */
export type LiveEvent =
  | InvokeEvent
  | {
      /** An invocation has begun here. */
      readonly event: "invocation";
      readonly function: string;
      readonly handler: string;
      readonly requestId: string;
      /** The source that has invoked the function: `GET /notes`, `queue dev-orders-Mails`. */
      readonly source: string;
    }
  | {
      /** An invocation has ended here. */
      readonly event: "result";
      readonly function: string;
      readonly requestId: string;
      readonly source: string;
      readonly status: "ok" | "error";
      /** JSON text. */
      readonly payload: string;
      readonly durationMs: number;
    }
  | {
      /** Whether invocations come to this machine. */
      readonly event: "link";
      readonly state: "live" | "lost" | "replaced" | "ended";
      readonly text: string;
    };

/** Receives the events; the client itself prints nothing. */
export type LiveReport = (event: LiveEvent) => void;
