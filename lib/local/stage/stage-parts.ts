import type { Model } from "../../model/resources/model";
import { readModel } from "../../model/resources/read/read-model";
import { apiAddresses, apiHosts } from "../api-hosts";
import { ControlServer } from "../control";
import { createGateways } from "../create-gateways";
import { findFunction, functionNames } from "../find-function";
import type { Gateway, GatewayContext } from "../gateways/gateway";
import { RemoteIssuers } from "../identities/remote-issuers";
import { type Bundles, createBundles, createFunctions } from "../invoke";
import { nothing, PartDefinitions, type PartTable } from "../parts/part";
import { GatewayServers } from "../servers";
import { CredentialsRenewal } from "./credentials-renewal";
import { StageFunctions } from "./stage-functions";
import type { LocalStageOptions } from "./stage-options";
import { stageSettings } from "./stage-settings";

/** The parts of a local stage, by name. */
export interface StageParts extends Readonly<Record<"servedApis", void>> {
  readonly servers: GatewayServers;
  readonly app: { model: Model };
  readonly bundles: Bundles;
  readonly functions: StageFunctions;
  readonly context: GatewayContext;
  readonly gateways: { all: readonly Gateway[] };
  readonly renewal: CredentialsRenewal;
  readonly control: ControlServer;
}

const define = new PartDefinitions<StageParts, LocalStageOptions>();

const servers = define.part({
  title: "the ports of the APIs",
  needs: [],
  start: (_, { options }) => new GatewayServers(options),
  replace: nothing,
  stop: (value) => value.close(),
});

const app = define.part({
  title: "the app",
  needs: ["servers"],
  start: async ({ servers }, { options }) => ({ model: await openModel(options, servers) }),
  replace: async (value, { servers }, { options }) => {
    value.model = await openModel(options, servers);
  },
  stop: nothing,
});

/** Reads the JSON with the deployed state, and gives each API a port. */
async function openModel(
  { from, report, state }: LocalStageOptions,
  servers: GatewayServers,
): Promise<Model> {
  const model = readModel(from, { report, deployed: state });
  await servers.open(apiAddresses(model, from));
  servers.acceptHosts(apiHosts(model, servers));
  return model;
}

const bundles = define.part({
  title: "the bundles",
  needs: [],
  start: (_, { options: { bundlesFile, folder, report, inspectPort, watch } }) =>
    createBundles({
      file: bundlesFile,
      folder,
      report,
      isDebugged: inspectPort !== undefined,
      ...(!watch && { watch: false }),
    }),
  replace: (value) => value.reload(),
  stop: (value) => value.stop(),
});

const functions = define.part({
  title: "the functions",
  needs: ["app", "bundles"],
  start: async ({ app: { model }, bundles }, { options, clock }) => {
    const { report, inspectPort, idleMemoryMb, isHere, aws } = options;
    const settings = await stageSettings(model, options);
    const here = createFunctions({
      functions: settings,
      environment: { credentials: "role" },
      bundles,
      report,
      clock,
      inspectPort,
      idleMemoryMb,
    });
    return new StageFunctions({ here, functions: settings, isHere, aws });
  },
  replace: async (value, { app: { model } }, { options }) =>
    value.replace(await stageSettings(model, options)),
  stop: (value) => value.stop(),
});

const context = define.part({
  title: "the APIs",
  needs: ["functions", "servers"],
  start: ({ functions, servers }, { options, clock }): GatewayContext => {
    const { accessKeys, report, reportsAccessLog, endpoints } = options;
    return {
      accessKeys,
      functions,
      report,
      clock,
      endpoints,
      issuers: new RemoteIssuers(clock, globalThis.fetch),
      ...(reportsAccessLog !== undefined && { reportsAccessLog }),
      authorityOf: (host) => servers.authorityOfHost(host),
    };
  },
  replace: nothing,
  stop: nothing,
});

const gateways = define.part({
  title: "the APIs",
  needs: ["app", "context"],
  start: ({ app, context }) => ({ all: createGateways(app.model, context) }),
  replace: (value, { app, context }) => {
    value.all = createGateways(app.model, context, value.all);
  },
  stop: nothing,
});

const servedApis = define.step("the APIs", ["servers", "gateways"], ({ servers, gateways }) =>
  servers.serve(gateways.all),
);

const renewal = define.part({
  title: "the credentials of the functions",
  needs: ["app", "functions"],
  start: ({ app, functions }, { options, clock }) =>
    new CredentialsRenewal(clock, options.report, async () =>
      functions.replace(await stageSettings(app.model, options)),
    ),
  replace: (value) => value.restart(),
  stop: (value) => value.stop(),
});

const control = define.part({
  title: "the address for commands in other terminals",
  needs: ["app", "functions"],
  start: ({ app, functions }, { options: { folder, report } }) =>
    ControlServer.start(
      folder,
      {
        invoke: (request) => invokeOnStage({ app, functions }, request.function, request.event),
        // The pools of the stage publish their documents themselves.
        published: async () => undefined,
      },
      report,
    ),
  replace: nothing,
  stop: (value) => value.close(),
});

/** Invokes a function by its name, its construct path, or the end of that path. */
export async function invokeOnStage(
  { app: { model }, functions }: Pick<StageParts, "app" | "functions">,
  name: string,
  event: unknown,
) {
  const functionArn = findFunction(model, name);
  if (functionArn === undefined) return { unknown: functionNames(model) };
  return functions.invoke({ functionArn, payload: JSON.stringify(event ?? {}), source: "invoke" });
}

/** The parts of a local stage. */
export const stageParts: PartTable<StageParts, LocalStageOptions> = {
  servers,
  app,
  bundles,
  functions,
  context,
  gateways,
  servedApis,
  renewal,
  control,
};
