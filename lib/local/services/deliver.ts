import type { Functions } from "../../invoke";
import type { Report } from "../report";
import type { Deliver, Service } from "./contract/service";

/** Sends things from one local service to a resource of another. */
export function deliverTo(
  services: ReadonlyMap<string, Service>,
  functions: Functions,
  report: Report,
): Deliver {
  const lost = (text: string): void => report({ event: "warning", text });
  return async (delivery) => {
    const { targetArn, body, source } = delivery;
    const [, , name = ""] = targetArn.split(":");
    // The functions run here even when an emulator serves the API of Lambda.
    if (name === "lambda") {
      const outcome = await functions.invoke({ functionArn: targetArn, payload: body, source });
      if (outcome.status === "refused") lost(`${source} cannot invoke ${targetArn}: ${outcome.reason}`);
      return;
    }
    const resources = services.get(name)?.resources;
    if (resources?.accept === undefined) {
      return lost(`${source} sends to ${targetArn}, which serverform local does not emulate.`);
    }
    const isHere = await resources.accept(delivery);
    if (!isHere) lost(`${source} sends to ${targetArn}, which is not in the app. The message is lost.`);
  };
}
