import type { Model } from "../../../model";
import type { ServiceContext, ServiceResources } from "./service";

/** The resources of a service, as the model declares them. */
export abstract class ModelResources implements ServiceResources {
  /** The model that is served now. */
  model: Model;

  constructor(readonly context: ServiceContext) {
    this.model = context.model;
  }

  get now(): number {
    return this.context.clock.now();
  }

  async replace(model: Model): Promise<void> {
    this.model = model;
    this.take();
  }

  /** Takes over the declarations of a changed model. @default - each request reads the model */
  protected take(): void {}
}
