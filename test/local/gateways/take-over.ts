import type { Gateway } from "../../../lib/local/gateways/gateway";
import type { Model } from "../../../lib/model";

/** Gives a gateway a changed model, as the server does: one that is not in the model is not called. */
export function takeOver(
  gateway: Pick<Gateway, "replace"> & { readonly address: string },
  model: Model,
): void {
  const resource = model.resources.find(({ address }) => address === gateway.address);
  if (resource !== undefined) gateway.replace(model, resource);
}
