import { type Model, readModel, text } from "../../model";
import { apiAddresses, apiHosts } from "../api-hosts";
import { ControlServer } from "../control";
import { findFunction, functionNames } from "../find-function";
import { functionsOf } from "../functions/read-settings";
import { credentialVariables } from "../functions/role-credentials";
import type { GatewayContext } from "../gateways/gateway";
import { RemoteIssuers } from "../identities/remote-issuers";
import { Bundles, contained, createFunctions, systemClock, type Timers } from "../invoke";
import type { RunningParts } from "../parts/running-parts";
import { serveGateways } from "../parts/serve-gateways";
import type { Report } from "../report";
import { GatewayServers } from "../servers";
import { type StageFunctionSettings, StageFunctions } from "./stage-functions";
import type { LocalStageOptions } from "./stage-options";

/** Temporary credentials are valid for an hour. */
const renewalMs = 45 * 60_000;

export class CredentialsRenewal {
  private cancel = (): void => {};

  constructor(
    private readonly clock: Timers,
    private readonly report: Report,
    private readonly renew: () => Promise<void>,
  ) {
    this.restart();
  }

  /** Restarts the interval: the credentials are new. */
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

export interface StageParts {
  readonly servers: GatewayServers;
  readonly app: { readonly model: Model };
  readonly bundles: Bundles;
  readonly functions: StageFunctions;
}

/** Starts the parts of a local stage, from top to bottom: each uses only those above it. */
export async function startStage(running: RunningParts, options: LocalStageOptions): Promise<StageParts> {
  const { accessKeys, report, reportsAccessLog, endpoints, inspectPort, clock = systemClock } = options;
  const servers = await running.part("the ports of the APIs", () => new GatewayServers(options), {
    stop: (value) => value.close(),
  });
  const app = await running.part("the app", async () => ({ model: await openModel(options, servers) }), {
    replace: async (value) => {
      value.model = await openModel(options, servers);
    },
  });
  const bundles = await running.part(
    "the bundles",
    () =>
      new Bundles({
        file: options.bundlesFile,
        folder: options.folder,
        report,
        isDebugged: inspectPort !== undefined,
        ...(!options.watch && { watch: false }),
      }),
    { replace: (value) => value.reload(), stop: (value) => value.stop() },
  );
  const functions = await running.part(
    "the functions",
    async () => {
      const settings = await stageSettings(app.model, options);
      const here = createFunctions({
        functions: settings,
        environment: { credentials: "role" },
        bundles,
        report,
        clock,
        inspectPort,
        idleMemoryMb: options.idleMemoryMb,
      });
      return new StageFunctions({ here, functions: settings, isHere: options.isHere, aws: options.aws });
    },
    {
      replace: async (value) => value.replace(await stageSettings(app.model, options)),
      stop: (value) => value.stop(),
    },
  );
  const context = await running.part(
    "the APIs",
    (): GatewayContext => ({
      accessKeys,
      functions,
      report,
      clock,
      endpoints,
      issuers: new RemoteIssuers(clock, globalThis.fetch),
      ...(reportsAccessLog !== undefined && { reportsAccessLog }),
      authorityOf: (host) => servers.authorityOfHost(host),
    }),
  );
  await serveGateways(running, app, context, servers);
  await running.part(
    "the credentials of the functions",
    () =>
      new CredentialsRenewal(clock, report, async () =>
        functions.replace(await stageSettings(app.model, options)),
      ),
    { replace: (value) => value.restart(), stop: (value) => value.stop() },
  );
  await running.part(
    "the address for commands in other terminals",
    () =>
      ControlServer.start(
        options.folder,
        {
          invoke: (request) => invokeOnStage({ app, functions }, request.function, request.event),
          // The pools of the stage publish their documents themselves.
          published: async () => undefined,
        },
        report,
      ),
    { stop: (value) => value.close() },
  );
  return { servers, app, bundles, functions };
}

async function openModel(
  { from, report, state }: LocalStageOptions,
  servers: GatewayServers,
): Promise<Model> {
  const model = readModel(from, { report, deployed: state });
  await servers.open(apiAddresses(model, from));
  servers.acceptHosts(apiHosts(model, servers));
  return model;
}

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
