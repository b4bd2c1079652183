import { withCauses } from "../history/causes";
import { factText } from "../history/fact-text";
import type { History } from "../history/history";
import type { Deliver } from "./contract/service";

/** Deliveries between services, each as a fact that causes what its target does. */
export function recordDeliveries(deliver: Deliver, history: History): Deliver {
  return async (delivery) => {
    const { source, targetArn: target, body, failed } = delivery;
    const fact = history.begin("delivery", { source, target, body: factText(body) });
    let problem: string | undefined;
    await withCauses([fact.id], () =>
      deliver({
        ...delivery,
        failed: (code, message) => {
          problem = message;
          failed?.(code, message);
        },
      }),
    );
    history.end(fact, problem === undefined ? {} : { problem });
  };
}
