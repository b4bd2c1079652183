import {
  type ConsoleActions,
  consoleFunctions,
  dataOf,
  factText,
  type History,
  mapWithTraffic,
  type ShownStage,
  sharedFacts,
  shownPermissions,
} from "../../local";
import { type AccessFacts, callersText, type EndpointKind, type RouteFact } from "../../model";

const refusal = async (): Promise<{ readonly problem: string }> => ({
  problem: "The console of a stage changes nothing, and calls nothing.",
});

/** The actions of the page for a deployed stage, which read the history and the JSON of the app. */
export function stageActions(
  facts: () => AccessFacts,
  history: History,
  stage: () => ShownStage,
): ConsoleActions {
  return {
    app: async () => {
      const { model } = facts();
      return {
        stage: stage(),
        apis: apisOf(facts()),
        functions: consoleFunctions(model),
        pools: [],
        users: [],
      };
    },
    facts: async () => ({ facts: history.all, forgotten: history.forgottenCount }),
    share: async ({ ids }) => ({ facts: sharedFacts(history, ids) }),
    map: async () => mapWithTraffic(facts().model, history.all),
    clear: async () => {
      history.clear();
      return {};
    },
    // Calls of deployed functions are not counted.
    permissions: async () => ({ functions: shownPermissions(facts().model, {}, () => false) }),
    invoke: refusal,
    call: async function* () {
      yield await refusal();
    },
    operate: refusal,
    data: async () => dataOf(facts().model),
    messages: async () => ({ messages: [], omitted: 0 }),
    objects: async () => ({ objects: [], omitted: 0 }),
    object: async () => ({ content: factText(undefined) }),
    upload: refusal,
    mails: async () => ({ mails: [] }),
    samples: async () => ({ samples: [] }),
  };
}

function apisOf({ routes, functions }: AccessFacts) {
  const apis = new Map<string, { name: string; kind: EndpointKind; readonly routes: RouteFact[] }>();
  for (const route of routes) {
    const { api: name, kind, stack } = route;
    const address = `${stack}/${name}`;
    const api = apis.get(address) ?? { name, kind, routes: [] };
    apis.set(address, api);
    api.routes.push(route);
  }
  return [...apis].map(([address, { name, kind, routes: all }]) => ({
    address,
    name,
    kind,
    urls: [],
    routes: all.map((route) => {
      const { key, target } = route;
      const [method = "", path = ""] = key.includes(" ") ? key.split(" ") : ["", key];
      const fn =
        target.type === "function" ? functions.find(({ arn }) => target.arn.startsWith(arn)) : undefined;
      const callers = callersText(route);
      return {
        method,
        path,
        authorizer: callers,
        callers,
        target: fn?.name ?? (target.type === "function" ? target.arn : target.text),
      };
    }),
  }));
}
