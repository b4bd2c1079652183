import { regionOfArn } from "../../facts/aws/arns";
import { withCauses } from "../history/causes";
import { factText } from "../history/fact-text";
import type { History } from "../history/history";
import type { Functions } from "../invoke";
import type { AccessControl } from "../permissions/access-control";
import type { Caller } from "../permissions/caller";
import type { Report } from "../report";
import { inRegion } from "./contract/call-region";
import type { Deliver, Delivery, Service } from "./contract/service";

function denialOf(
  access: AccessControl,
  { sender, targetArn }: Pick<Delivery, "sender" | "targetArn">,
  action: string,
): string | undefined {
  if (sender === undefined) return undefined;
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
    // The functions run here even when an emulator serves the API of Lambda.
    const receiver = name === "lambda" ? undefined : services.get(name)?.resources.receiver;
    const action = name === "lambda" ? "lambda:InvokeFunction" : receiver?.action;
    const denied = access && action && denialOf(access, delivery, action);
    if (denied !== undefined) {
      return lost(`${source} cannot send to ${targetArn}: ${denied}`, "NO_PERMISSIONS");
    }
    if (name === "lambda") {
      const outcome = await functions.invoke({ functionArn: targetArn, payload: body, source });
      if (outcome.status === "refused") {
        lost(`${source} cannot invoke ${targetArn}: ${outcome.reason}`, "NO_RESOURCE");
      }
      return;
    }
    if (receiver === undefined) {
      const text = `${source} sends to ${targetArn}, which serverform local does not emulate.`;
      return lost(text, "NO_RESOURCE");
    }
    const isHere = await inRegion(regionOfArn(targetArn), () => receiver.accept(delivery));
    const text = `${source} sends to ${targetArn}, which is not in the app. The message is lost.`;
    if (!isHere) lost(text, "NO_RESOURCE");
  };
  return history === undefined ? send : recordDeliveries(send, history);
}

/** Deliveries between services, each as a fact that causes what its target does. */
function recordDeliveries(deliver: Deliver, history: History): Deliver {
  return async (delivery) => {
    const { source, targetArn: target, body, failed } = delivery;
    const fact = history.begin("delivery", { source, target, body: factText(body) });
    let problem: string | undefined;
    await withCauses([fact.id], () =>
      deliver({
        ...delivery,
        failed: (code, message) => {
          problem = message;
          failed?.(code, message);
        },
      }),
    );
    history.end(fact, problem === undefined ? {} : { problem });
  };
}
