import type { LocalOptions } from "../local-options";
import { defaultMaxFacts, History } from "./history";
import { KeptFacts } from "./kept-facts";

/** The history of a server; undefined where it is switched off. */
export function startHistory({
  historyLimit: maxFacts = defaultMaxFacts,
  reportsFacts,
  dataFolder,
  report,
}: Pick<LocalOptions, "historyLimit" | "reportsFacts" | "dataFolder" | "report">): History | undefined {
  if (maxFacts === 0) return undefined;
  const kept =
    dataFolder === undefined
      ? undefined
      : new KeptFacts(dataFolder, (reason) =>
          report({ event: "warning", text: `The history cannot be written: ${reason}` }),
        );
  const history = new History({ maxFacts, kept });
  if (reportsFacts === true) {
    history.listen((fact) => {
      if (fact.isOpen !== true) report({ event: "fact", fact });
    });
  }
  return history;
}
