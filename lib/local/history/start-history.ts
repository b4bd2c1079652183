import { contained } from "../invoke";
import type { LocalOptions } from "../local-options";
import { defaultMaxFacts, History } from "./history";
import { KeptFacts } from "./kept-facts";
import { observedReport } from "./observe";
import { Pace } from "./pace";
import { SecretValues } from "./secret-values";

/** The options of a server that records what happens. */
export interface RecordedOptions extends LocalOptions {
  /** The history; undefined if it is switched off. */
  readonly history: History | undefined;
}

/** Adds a history to the options of a server: it records the reports of the server's parts. */
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
  const pace = recordedPerSecond === undefined ? undefined : new Pace(recordedPerSecond);
  const history = new History({ maxFacts, kept, pace, secrets });
  if (reportsFacts === true) {
    history.listen(
      contained("history", (fact) => {
        if (fact.isOpen !== true) report({ event: "fact", fact: secrets.mask.value(fact) });
      }),
    );
  }
  return history;
}
