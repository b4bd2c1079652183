import { RunningParts } from "../parts/running-parts";
import type { ServedGateway } from "../servers";
import type { LocalStageOptions } from "./stage-options";
import { invokeOnStage, type StageParts, startStage } from "./stage-parts";

/**
 * The gateways and functions of an app on this machine, with the ids, services and data of a deployed stage.
 *
 * Nothing is emulated or deployed: the SDKs in the functions call AWS. Its parts are in `stage-parts`.
 */
export class LocalStage {
  private constructor(
    private readonly running: RunningParts,
    private readonly parts: StageParts,
  ) {}

  static async start(options: LocalStageOptions): Promise<LocalStage> {
    const { running, parts } = await RunningParts.start(options.report, (each) => startStage(each, options));
    return new LocalStage(running, parts);
  }

  get served(): readonly ServedGateway[] {
    return this.parts.servers.served;
  }

  /** Uses the result of a new synthesis. Resources that are not deployed yet have a generated id. */
  async reload(): Promise<void> {
    await this.running.replace();
  }

  /** Invokes a function by its name, its construct path, or the end of that path. */
  async invoke(name: string, event: unknown) {
    return invokeOnStage(this.parts, name, event);
  }

  /** Scripts and migrations run when the stage is deployed, not here. */
  async deployed(): Promise<void> {}

  isHandlerSource(file: string): boolean {
    return this.parts.bundles.isSource(file);
  }

  /** Prepares the first request of a function when the server is idle. */
  async prepare(): Promise<void> {
    await this.parts.bundles.prepare();
  }

  async stop(): Promise<void> {
    await this.running.stop();
  }
}
