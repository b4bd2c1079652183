import { type Model, readModel, text } from "../../model";
import { apiAddresses, apiHosts } from "../api-hosts";
import { ControlServer } from "../control";
import { createGateways } from "../create-gateways";
import { findFunction, functionNames } from "../find-function";
import { functionsOf } from "../functions/read-settings";
import { credentialVariables } from "../functions/role-credentials";
import type { Gateway, GatewayContext } from "../gateways/gateway";
import { RemoteIssuers } from "../identities/remote-issuers";
import { type Bundles, contained, createBundles, createFunctions, type Timers } from "../invoke";
import { nothing, PartDefinitions, type PartTable } from "../parts/part";
import type { Report } from "../report";
import { GatewayServers } from "../servers";
import { type StageFunctionSettings, StageFunctions } from "./stage-functions";
import type { LocalStageOptions } from "./stage-options";

/** Temporary credentials are valid for an hour. */
const renewalMs = 45 * 60_000;

/** Gives processes new credentials before theirs expire. */
export class CredentialsRenewal {
  private cancel = (): void => {};

  constructor(
    private readonly clock: Timers,
    private readonly report: Report,
    private readonly renew: () => Promise<void>,
  ) {
    this.restart();
  }

  /** Counts the time from now on: the credentials are new. */
  restart(): void {
    this.cancel();
    this.cancel = this.clock.after(
      renewalMs,
      contained("credentials of the stage", () => {
        return this.renew().then(
          () => this.restart(),
          (error: unknown) =>
            this.report({
              event: "warning",
              text: `The credentials of the functions could not be renewed: ${String(error)}`,
            }),
        );
      }),
    );
  }

  stop(): void {
    this.cancel();
  }
}

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

/** The settings of the functions, with the credentials of their roles for those that run here. */
async function stageSettings(
  model: Model,
  { credentialsOf, isHere }: Pick<LocalStageOptions, "credentialsOf" | "isHere">,
): Promise<readonly StageFunctionSettings[]> {
  const resources = new Map(model.resources.map((each) => [each.address, each]));
  return Promise.all(
    functionsOf(model).map(async (settings) => {
      const resource = resources.get(settings.id);
      const constructPath = (resource?.constructPath ?? settings.name).replace(/\/Function$/, "");
      if (!isHere(constructPath)) return { ...settings, constructPath };
      const role = resource && text(resource.values, "role");
      const credentials = role === undefined ? "It has no role." : await credentialsOf(role);
      if (typeof credentials === "string") return { ...settings, constructPath, refusal: credentials };
      const variables = { ...settings.variables, ...credentialVariables(credentials) };
      return { ...settings, constructPath, variables };
    }),
  );
}
