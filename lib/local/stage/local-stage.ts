import { RunningParts } from "../parts/running-parts";
import type { ServedGateway } from "../servers";
import type { LocalStageOptions } from "./stage-options";
import { invokeOnStage, type StageParts, stageParts } from "./stage-parts";

/**
 * The gateways and functions of an app on this machine, with the ids, services and data of a deployed stage.
 *
 * Nothing is emulated, and nothing is deployed: the SDKs in the functions call AWS. Its parts are in `stage-parts`.
 */
export class LocalStage {
  private constructor(private readonly parts: RunningParts<StageParts, LocalStageOptions>) {}

  static async start(options: LocalStageOptions): Promise<LocalStage> {
    return new LocalStage(await RunningParts.start(stageParts, options));
  }

  get served(): readonly ServedGateway[] {
    return this.parts.get("servers").served;
  }

  /** Takes over the result of a new synthesis. Resources that are not deployed yet have a generated id. */
  async reload(): Promise<void> {
    await this.parts.replace();
  }

  /** Invokes a function by its name, its construct path, or the end of that path. */
  async invoke(name: string, event: unknown) {
    const { parts } = this;
    return invokeOnStage({ app: parts.get("app"), functions: parts.get("functions") }, name, event);
  }

  /** Scripts and migrations run when the stage is deployed, and not here. */
  async deployed(): Promise<void> {}

  /** Whether a file is bundled into functions. */
  isHandlerSource(file: string): boolean {
    return this.parts.get("bundles").isSource(file);
  }

  /** Prepares the first request of a function while nothing else is to do. */
  async prepare(): Promise<void> {
    await this.parts.get("bundles").prepare();
  }

  async stop(): Promise<void> {
    await this.parts.stop();
  }
}
