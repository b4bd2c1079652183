import type { LocalEvent, Report } from "../report";
import type { History } from "./history";

/** Takes what the parts of the server report into the history, as far as nobody records it in more detail. */
export function observedReport(report: Report, history: History): Report {
  return (event) => {
    observe(event, history);
    report(event);
  };
}

function observe(event: LocalEvent, history: History): void {
  switch (event.event) {
    case "log":
    case "function-error":
      return history.running.take(event);
    case "delivery": {
      const { kind, source, target, text, fact } = event;
      // The invocation tells of a batch.
      if (kind !== "batch") history.record(kind, { source, target, text }, undefined, fact);
      return;
    }
    case "message": {
      const { medium, to, subject, text, code } = event;
      return history.record("mail", {
        medium,
        to,
        text,
        ...(subject !== undefined && { subject }),
        ...(code !== undefined && { code }),
      });
    }
    case "refusal":
      return history.record("refusal", { place: event.at, status: event.status, reason: event.reason });
    case "warning":
      return history.record("warning", { text: event.text });
    case "request":
    case "denial":
    case "access-log":
    case "notice":
    case "fact":
      return;
  }
}
