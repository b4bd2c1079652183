import type { Functions } from "../../invoke";
import type { Report } from "../report";
import type { Deliver, Service } from "./contract/service";

/** Sends things from one local service to a resource of another. */
export function deliverTo(
  services: ReadonlyMap<string, Service>,
  functions: Functions,
  report: Report,
): Deliver {
  return async (delivery) => {
    const { targetArn, body, source } = delivery;
    const [, , name = ""] = targetArn.split(":");
    // The functions run here even when an emulator serves the API of Lambda.
    if (name === "lambda") {
      await functions.invoke({ functionArn: targetArn, payload: body, source });
      return;
    }
    const resources = services.get(name)?.resources;
    if (resources?.accept === undefined) {
      report({
        event: "warning",
        text: `${source} sends to ${targetArn}, which serverform local does not emulate.`,
      });
      return;
    }
    await resources.accept(delivery);
  };
}
