import { isJson, jsonProblem } from "../../../facts/text/json";
import type { ConsoleActions, ShownStage } from "../../../local/console/actions";
import type { History } from "../../../local/history/history";
import { parseFunctionName } from "../../../local/invoke";
import { samplesByName } from "../../../local/samples/samples-of";
import { stageActions } from "../../console/stage-actions";
import type { LiveApp } from "../live-app";
import { consoleSource } from "./record-live";

/** The actions of the page for a stage whose functions run here: those of a stage, and functions can be invoked. */
export function liveActions(
  app: Pick<LiveApp, "facts"> & { readonly functions: Pick<LiveApp["functions"], "runAgain"> },
  history: History,
  stage: () => ShownStage,
): ConsoleActions {
  return {
    ...stageActions(() => app.facts, history, stage),
    invoke: async ({ function: functionArn, payload }) => {
      if (!isJson(payload)) return { problem: `The event is not JSON: ${jsonProblem(payload)}` };
      const { name } = parseFunctionName(functionArn);
      const outcome = await app.functions.runAgain(name, payload, consoleSource);
      return outcome ?? { problem: notInvoked(name) };
    },
    samples: async ({ function: name }) => ({
      samples: samplesByName(app.facts.model, name, Date.now()),
    }),
  };
}

const notInvoked = (name: string): string =>
  `AWS has not invoked ${name} here since the start or the last change of the app, so its credentials and variables are not known. Invoke it on the stage once.`;
