import type { Functions } from "../../invoke";
import type { History } from "../history/history";
import type { AccessControl } from "../permissions/access-control";
import type { Caller } from "../permissions/caller";
import type { Report } from "../report";
import type { Deliver, Delivery, Service } from "./contract/service";
import { recordDeliveries } from "./record-deliveries";

/** The action of a delivery on its target, by the service of the target. */
const actions: Readonly<Record<string, string>> = {
  events: "events:PutEvents",
  kinesis: "kinesis:PutRecord",
  lambda: "lambda:InvokeFunction",
  sns: "SNS:Publish",
  sqs: "sqs:SendMessage",
};

function denialOf(
  access: AccessControl,
  { sender, targetArn }: Pick<Delivery, "sender" | "targetArn">,
  service: string,
): string | undefined {
  const action = Object.hasOwn(actions, service) ? actions[service] : undefined;
  if (sender === undefined || action === undefined) return undefined;
  const caller: Caller =
    "service" in sender ? { type: "service", ...sender } : { type: "session", session: sender };
  return access.check(caller, [{ action, resource: targetArn }]);
}

/** Sends things from one local service to a resource of another. */
export function deliverTo(
  services: ReadonlyMap<string, Service>,
  functions: Pick<Functions, "invoke">,
  report: Report,
  access?: AccessControl,
  history?: History,
): Deliver {
  const send: Deliver = async (delivery) => {
    const lost = (text: string, code: string): void => {
      report({ event: "warning", text });
      delivery.failed?.(code, text);
    };
    const { targetArn, body, source } = delivery;
    const [, , name = ""] = targetArn.split(":");
    const denied = access === undefined ? undefined : denialOf(access, delivery, name);
    if (denied !== undefined) {
      return lost(`${source} cannot send to ${targetArn}: ${denied}`, "NO_PERMISSIONS");
    }
    // The functions run here even when an emulator serves the API of Lambda.
    if (name === "lambda") {
      const outcome = await functions.invoke({ functionArn: targetArn, payload: body, source });
      if (outcome.status === "refused") {
        lost(`${source} cannot invoke ${targetArn}: ${outcome.reason}`, "NO_RESOURCE");
      }
      return;
    }
    const resources = services.get(name)?.resources;
    if (resources?.accept === undefined) {
      const text = `${source} sends to ${targetArn}, which serverform local does not emulate.`;
      return lost(text, "NO_RESOURCE");
    }
    const isHere = await resources.accept(delivery);
    const text = `${source} sends to ${targetArn}, which is not in the app. The message is lost.`;
    if (!isHere) lost(text, "NO_RESOURCE");
  };
  return history === undefined ? send : recordDeliveries(send, history);
}
