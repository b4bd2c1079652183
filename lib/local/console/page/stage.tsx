import { useEffect, useState } from "preact/hooks";
import type { ShownStage } from "../actions";
import { ask } from "./api";
import { tellProblem, useRefresh } from "./store";
import { clean } from "./trace";

/** Names the stage of the page, and its limits. */
export function StageNote({ stage }: { readonly stage: ShownStage }) {
  const refresh = useRefresh();
  const [problems, setProblems] = useState(stage.problems);
  useEffect(() => {
    ask("app")
      .then(({ stage: current }) => setProblems(current?.problems ?? []))
      .catch(tellProblem);
  }, [refresh]);
  return (
    <section class="note" aria-label="Stage">
      {problems.map((each) => (
        <p role="alert" key={each}>
          {clean(each)}
        </p>
      ))}
      <details>
        <summary>
          Stage <b>{clean(stage.name)}</b> in {clean(stage.region)}, {clean(stage.summary)} What it cannot
          know
        </summary>
        <ul>
          {stage.limits.map((each) => (
            <li key={each}>{clean(each)}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}
