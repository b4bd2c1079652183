import { createBundles, createFunctions, systemClock, type Timers } from "../../invoke";
import type { AwsOptions } from "../../runtime/aws/call";
import type { Credentials } from "../../runtime/aws/credentials";
import { apiAddresses, apiHosts } from "../api-hosts";
import { CleanUps } from "../clean-ups";
import { ControlServer } from "../control";
import { createGateways } from "../create-gateways";
import { findFunction, functionNames } from "../find-function";
import { functionsOf } from "../functions/read-settings";
import { credentialVariables } from "../functions/role-credentials";
import type { Gateway, GatewayContext } from "../gateways/gateway";
import { RemoteIssuers } from "../identities/remote-issuers";
import type { DeployedState } from "../model/deployed-state";
import type { Model } from "../model/model";
import { readModel } from "../model/read/read-model";
import { text } from "../model/values";
import { partFailure } from "../part-failure";
import type { Report } from "../report";
import { GatewayServers, type ServedGateway } from "../servers";
import type { AccessKeys } from "../wire/local-credentials";
import { type StageFunctionSettings, StageFunctions } from "./stage-functions";

export interface LocalStageOptions {
  /** Terraform JSON of the app, for the stage. */
  readonly from: string;
  readonly bundlesFile: string | undefined;
  /** Where the server keeps code. No other running server has it. */
  readonly folder: string;
  /** The access keys with which `iam` routes are called. */
  readonly accessKeys: AccessKeys;
  readonly host: string;
  readonly port: number;
  readonly inspectPort: number | undefined;
  readonly idleMemoryMb?: number | undefined;
  /** Other addresses for integrations, by their URIs. */
  readonly endpoints: ReadonlyMap<string, string>;
  readonly watch: boolean;
  readonly report: Report;
  readonly reportsAccessLog?: boolean;
  readonly clock?: Timers;
  /** The deployed state. */
  readonly state: DeployedState;
  /** Whether a function runs on this machine, by its construct path. The others run in AWS. */
  readonly isHere: (functionId: string) => boolean;
  /** Settings for calls of AWS, for functions that run there. */
  readonly aws: Omit<AwsOptions, "region">;
  /** Credentials of a deployed role. A text says why there are none: functions with this role do not run here. */
  readonly credentialsOf: (roleArn: string) => Promise<Credentials | string>;
}

/** Temporary credentials are valid for an hour. */
const credentialsRenewalMs = 45 * 60_000;

/**
 * The gateways and functions of an app on this machine, with the ids, services and data of a deployed stage.
 *
 * Nothing is emulated, and nothing is deployed: the SDKs in the functions call AWS.
 */
export class LocalStage {
  private gateways: readonly Gateway[] = [];
  private cancelRenewal = (): void => {};

  private constructor(
    private readonly options: LocalStageOptions,
    private model: Model,
    private readonly servers: GatewayServers,
    private readonly bundles: ReturnType<typeof createBundles>,
    private readonly functions: StageFunctions,
    private readonly context: GatewayContext,
    private readonly cleanUps: CleanUps,
  ) {}

  static async start(options: LocalStageOptions): Promise<LocalStage> {
    const cleanUps = new CleanUps();
    try {
      const stage = await LocalStage.open(options, cleanUps);
      await stage.serve();
      const actions = {
        invoke: (request: { readonly function: string; readonly event: unknown }) =>
          stage.invoke(request.function, request.event),
        // The pools of the stage publish their documents themselves.
        published: async () => undefined,
      };
      cleanUps.add(await ControlServer.start(options.folder, actions, options.report), (each) =>
        each.close(),
      );
      return stage;
    } catch (error) {
      await cleanUps.run().catch(() => {});
      throw partFailure(error, "serverform local --state", "the server");
    }
  }

  private static async open(options: LocalStageOptions, cleanUps: CleanUps): Promise<LocalStage> {
    const {
      report,
      folder,
      bundlesFile,
      inspectPort,
      idleMemoryMb,
      clock = systemClock,
      endpoints,
    } = options;
    const servers = cleanUps.add(new GatewayServers(options), (each) => each.close());
    const model = await openModel(options, servers);
    const bundles = cleanUps.add(
      createBundles({
        file: bundlesFile,
        folder,
        report,
        isDebugged: inspectPort !== undefined,
        ...(!options.watch && { watch: false }),
      }),
      (each) => each.stop(),
    );
    const settings = await settingsOf(model, options);
    const here = createFunctions({
      functions: settings,
      environment: { credentials: "role" },
      bundles,
      report,
      clock,
      inspectPort,
      idleMemoryMb,
    });
    const functions = cleanUps.add(
      new StageFunctions({
        here,
        functions: settings,
        isHere: options.isHere,
        aws: { ...options.aws, region: model.region },
      }),
      (each) => each.stop(),
    );
    const context: GatewayContext = {
      accessKeys: options.accessKeys,
      functions,
      report,
      clock,
      endpoints,
      issuers: new RemoteIssuers(clock, globalThis.fetch),
      ...(options.reportsAccessLog !== undefined && { reportsAccessLog: options.reportsAccessLog }),
      authorityOf: (host) => servers.authorityOfHost(host),
    };
    return new LocalStage(options, model, servers, bundles, functions, context, cleanUps);
  }

  get served(): readonly ServedGateway[] {
    return this.servers.served;
  }

  /** Takes over the result of a new synthesis. Resources that are not deployed yet have a generated id. */
  async reload(): Promise<void> {
    this.model = await openModel(this.options, this.servers);
    this.bundles.reload();
    await this.functions.replace(await settingsOf(this.model, this.options));
    await this.serve();
  }

  /** Invokes a function by its name, its construct path, or the end of that path. */
  async invoke(name: string, event: unknown) {
    const functionArn = findFunction(this.model, name);
    if (functionArn === undefined) return { unknown: functionNames(this.model) };
    return this.functions.invoke({ functionArn, payload: JSON.stringify(event ?? {}), source: "invoke" });
  }

  /** Scripts and migrations run when the stage is deployed, and not here. */
  async deployed(): Promise<void> {}

  /** Whether a file is bundled into functions. */
  isHandlerSource(file: string): boolean {
    return this.bundles.isSource(file);
  }

  /** Prepares the first request of a function while nothing else is to do. */
  async prepare(): Promise<void> {
    await this.bundles.prepare();
  }

  async stop(): Promise<void> {
    this.cancelRenewal();
    await this.cleanUps.run();
  }

  private async serve(): Promise<void> {
    this.gateways = createGateways(this.model, this.context, this.gateways);
    await this.servers.serve(this.gateways);
    this.renewLater();
  }

  /** Processes get new credentials before theirs expire. */
  private renewLater(): void {
    const { clock = systemClock, report } = this.options;
    this.cancelRenewal();
    this.cancelRenewal = clock.after(credentialsRenewalMs, () => {
      this.renew().catch((error: unknown) =>
        report({
          event: "warning",
          text: `The credentials of the functions could not be renewed: ${String(error)}`,
        }),
      );
    });
  }

  private async renew(): Promise<void> {
    await this.functions.replace(await settingsOf(this.model, this.options));
    this.renewLater();
  }
}

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

/** The settings of the functions, with the credentials of their roles for those that run here. */
async function settingsOf(
  model: Model,
  { credentialsOf, isHere }: LocalStageOptions,
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
