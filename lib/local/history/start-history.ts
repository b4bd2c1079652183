import { contained } from "../invoke";
import type { LocalOptions } from "../local-options";
import type { LocalEvent, Report } from "../report";
import { defaultMaxFacts, History, Pace } from "./history";
import { KeptFacts, SecretValues } from "./kept-facts";

export interface RecordedOptions extends LocalOptions {
  /** Undefined if it is off. */
  readonly history: History | undefined;
}

/** Adds a history to the options of a server, which records the reports of its parts. */
export function withHistory(options: LocalOptions): RecordedOptions {
  const history = startHistory(options);
  const { report } = options;
  return { ...options, history, report: history === undefined ? report : observedReport(report, history) };
}

function startHistory({
  historyLimit: maxFacts = defaultMaxFacts,
  recordedPerSecond,
  reportsFacts,
  dataFolder,
  report,
}: Pick<LocalOptions, "historyLimit" | "recordedPerSecond" | "reportsFacts" | "dataFolder" | "report">):
  | History
  | undefined {
  if (maxFacts === 0) return undefined;
  const secrets = new SecretValues();
  const failed = (reason: string): void =>
    report({ event: "warning", text: `The history cannot be written: ${reason}` });
  const kept = dataFolder === undefined ? undefined : new KeptFacts(dataFolder, failed, secrets);
  const [pace, sitePace] =
    recordedPerSecond === undefined ? [] : [new Pace(recordedPerSecond), new Pace(recordedPerSecond)];
  const history = new History({ maxFacts, kept, pace, sitePace, secrets });
  if (reportsFacts === true) {
    history.listen(
      contained("history", (fact) => {
        if (fact.isOpen !== true) report({ event: "fact", fact: secrets.mask.value(fact) });
      }),
    );
  }
  return history;
}

/** Adds the reports of a server's parts to the history, unless it contains more details already. */
function observedReport(report: Report, history: History): Report {
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
