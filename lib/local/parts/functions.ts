import { issuerHosts, localHosts } from "../api-hosts";
import { FunctionProxy } from "../aws-proxy/function-proxy";
import { functionsWithRoles } from "../functions/role-credentials";
import { unrecordedId } from "../history/causes";
import { recordInvocations } from "../history/record-invocations";
import { issuerKeysPath, verifiesTokens } from "../identities";
import { awsEndpoints, createBundles, createFunctions, type ProcessEnvironment } from "../invoke";
import type { LocalOptions } from "../local-options";
import { LogSubscriptions } from "../log-subscriptions/log-subscriptions";
import { countInvocations } from "../permissions/usage/count-invocations";
import { endpointVariables } from "../services/endpoint-variables";
import { DurableFunctions } from "../services/lambda/durable/durable-functions";
import type { LocalParts } from "./local-parts";
import { definePart, defineStep, nothing } from "./part";

export const bundles = definePart({
  title: "the code of the functions",
  needs: [],
  start: (_, { options: { bundlesFile, folder, report, watch, inspectPort }, find }) =>
    createBundles({
      file: bundlesFile,
      folder,
      report,
      isDebugged: inspectPort !== undefined,
      ...(!watch && { watch: false }),
      changed: () => find("invocations")?.check(),
    }),
  replace: (value) => value.reload(),
  stop: (value) => value.stop(),
});

export const proxies = definePart({
  title: "the proxy of functions with an old SDK",
  needs: [],
  start: (_, { options: { keysFolder, folder, report } }) =>
    new FunctionProxy({ folder: keysFolder ?? folder, report }),
  replace: nothing,
  stop: (value) => value.close(),
});

export const environment = definePart({
  title: "the environment of the functions",
  needs: ["app", "router", "proxies"],
  start: async (given, { options }) => ({ current: await processEnvironment(options, given) }),
  replace: async (value, given, { options }) => {
    value.current = await processEnvironment(options, given);
  },
  stop: nothing,
});

/** Functions in AWS have temporary credentials. Some libraries do not work without the token of those. */
const sessionToken = "LOCALSESSIONTOKEN";

async function processEnvironment(
  { endpoints, accessKeys }: LocalOptions,
  { app, router, proxies }: Pick<LocalParts, "app" | "router" | "proxies">,
): Promise<ProcessEnvironment> {
  const authority = new URL(router.url).host;
  // SDKs that do not read AWS_ENDPOINT_URL send to the endpoints of AWS.
  const hosts = {
    ...localHosts(app.hosts),
    ...issuerHosts(app.model, authority),
    [awsEndpoints]: authority,
  };
  return {
    credentials: { ...accessKeys.administrator, sessionToken },
    variables: {
      ...endpointVariables(router.url, endpoints),
      ...(verifiesTokens(app.model) && { SERVERFORM_ISSUER_KEYS: router.url + issuerKeysPath }),
    },
    hosts,
    proxy: await proxies.settingsFor(functionsWithRoles(app.model, accessKeys), hosts),
  };
}

export const logs = definePart({
  title: "the logs",
  needs: [],
  start: (_, { options: { report }, clock }) => new LogSubscriptions({ report, clock }),
  replace: nothing,
  stop: nothing,
});

export const functions = definePart({
  title: "the functions",
  needs: ["app", "logs", "bundles", "environment", "access", "work"],
  start: ({ app, logs, bundles, environment, access, work }, { options, clock }) => {
    const { history } = options;
    const { inspectPort, idleMemoryMb, report, dataFolder, accessKeys } = options;
    const settings = functionsWithRoles(app.model, accessKeys);
    const processes = createFunctions({
      functions: settings,
      report: logs.report,
      clock,
      bundles,
      inspectPort,
      idleMemoryMb,
      environment: environment.current,
      ...(history !== undefined && { traceParent: unrecordedId }),
    });
    const recorded = history === undefined ? processes : recordInvocations(processes, history);
    const { use } = access;
    const functions = work.ofFunctions(use === undefined ? recorded : countInvocations(recorded, use));
    return new DurableFunctions({ functions, settings, clock, report, dataFolder });
  },
  replace: (value, { app, environment }, { options }) =>
    value.replace(functionsWithRoles(app.model, options.accessKeys), environment.current),
  stop: (value) => value.stop(),
});

export const logSubscriptions = defineStep(
  "the subscriptions of logs",
  ["app", "logs", "functions"],
  ({ app, logs, functions }) => logs.serve(app.model, functions),
);

/** Executions of an earlier run continue when everything that they call is served. */
export const resumedExecutions = definePart({
  title: "the executions of durable functions",
  needs: ["functions"],
  start: (given) => given.functions.resume(),
  replace: nothing,
  stop: nothing,
});
