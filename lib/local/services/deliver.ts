import type { Functions } from "../functions/invoke";
import type { Report } from "../report";
import type { Deliver, Service } from "./contract/service";

/** By the service part of an ARN: which of our services takes what is delivered there. */
const signingNames: Readonly<Record<string, string>> = {
  sqs: "sqs",
  sns: "sns",
  events: "events",
  kinesis: "kinesis",
};

/** Hands things over between the services of this machine. */
export function deliverTo(services: () => readonly Service[], functions: Functions, report: Report): Deliver {
  return async (delivery) => {
    const { targetArn, body, source } = delivery;
    const [, , name = ""] = targetArn.split(":");
    if (name === "lambda") {
      await functions.invoke({ functionArn: targetArn, payload: body, source });
      return;
    }
    const service = services().find(({ signingName }) => signingName === signingNames[name]);
    if (service?.accept === undefined) {
      report({
        event: "warning",
        text: `${source} sends to ${targetArn}, which serverform local does not emulate.`,
      });
      return;
    }
    await service.accept(delivery);
  };
}
