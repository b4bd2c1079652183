import type { LocalEvent, Report } from "../report";
import type { History } from "./history";

/** Adds the reports of the server's parts to the history, unless they are recorded there in more detail. */
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
      // The invocation reports a batch.
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
