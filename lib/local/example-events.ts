import { generateUuid, type Model, type Resource, text } from "../model";

type Example = (permission: Resource, now: number) => object;

/** Sample events of sources that are not emulated, by the principal that may call the function. */
const examples: Readonly<Record<string, Example>> = {
  // Source: https://developer.amazon.com/en-US/docs/alexa/custom-skills/request-and-response-json-reference.html
  "alexa-appkit.amazon.com": ({ address, values }, now) => {
    const application = { applicationId: text(values, "event_source_token") ?? "amzn1.ask.skill.local" };
    const user = { userId: "amzn1.ask.account.local" };
    return {
      version: "1.0",
      session: {
        new: true,
        sessionId: `amzn1.echo-api.session.${generateUuid(address)}`,
        application,
        attributes: {},
        user,
      },
      context: {
        System: { application, user, device: { deviceId: "local", supportedInterfaces: {} } },
      },
      request: {
        type: "LaunchRequest",
        requestId: `amzn1.echo-api.request.${generateUuid(`${address} ${now}`)}`,
        timestamp: `${new Date(now).toISOString().slice(0, 19)}Z`,
        locale: "en-US",
      },
    };
  },
  // Source: https://developer.amazon.com/en-US/docs/alexa/device-apis/alexa-discovery.html
  "alexa-connectedhome.amazon.com": ({ address }, now) => ({
    directive: {
      header: {
        namespace: "Alexa.Discovery",
        name: "Discover",
        payloadVersion: "3",
        messageId: generateUuid(`${address} ${now}`),
      },
      payload: { scope: { type: "BearerToken", token: "local" } },
    },
  }),
};

/** The sample event of a source that is not emulated; undefined if no such source may call the function. */
export function exampleEvent(model: Model, functionArn: string, now: number): string | undefined {
  const fn = model.find("aws_lambda_function", "arn", functionArn);
  const names = [functionArn, fn && text(fn.values, "function_name")];
  for (const permission of model.ofType("aws_lambda_permission")) {
    if (!names.includes(text(permission.values, "function_name"))) continue;
    const example = examples[text(permission.values, "principal") ?? ""];
    if (example !== undefined) return JSON.stringify(example(permission, now));
  }
  return undefined;
}
