import { ConsoleServer } from "../console/console-server";
import { FactStream } from "../console/fact-stream";
import { consoleActions } from "./console-actions";
import { definePart, nothing } from "./part";

export const console = definePart({
  title: "the console",
  needs: ["app", "servers", "functions", "services", "keys", "access", "router"],
  start: async (given, { options, clock }) => {
    const { consolePort: port, report, history } = options;
    if (port === undefined || history === undefined) return undefined;
    const actions = consoleActions(given, history, clock, options);
    return ConsoleServer.start({ port, actions, stream: new FactStream(history), report });
  },
  replace: nothing,
  stop: (value) => value?.close(),
});
