import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";
import { gatewayTexts } from "../../kit/gateway/errors";

/** Texts about WebSocketApi. */
export const webSocketTexts = {
  "route-key-http": ({ value }: { value: string }) => ({
    problem: `has the key ${show(value)}, a method and a path. Those are routes of Api and RestV1Api.`,
    remedy: "Use $connect, $disconnect, $default or a name that you choose, such as send.",
  }),
  "route-key-web-socket": ({ value }: { value: string }) => ({
    problem: `has the key ${show(value)}, which is not a route of a WebSocket API.`,
    remedy: "Use $connect, $disconnect, $default or a name that you choose, such as send.",
  }),
  "route-key-taken": ({ id, path }: { id: string; path: string }) => ({
    problem: `needs the id ${show(id)} below ${path}, which is taken.`,
    remedy:
      "Choose another key. A key that differs from another one only in / and -- has the same ids. A key such as " +
      "CustomDomain or Route_send has the id of a part of the API or of another route.",
  }),
  "route-authorizer-web-socket": (_: object) => ({
    problem: "is given, but a WebSocket API is authorized once, when a client connects.",
    remedy:
      "Give the authorizer to the API: new WebSocketApi(stack, id, { authorizer }). It applies to $connect.",
  }),
  "token-source": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is not a place where a client sends a token.`,
    remedy:
      'Use "querystring.<name>", "header.<name>" or "subprotocol". Browsers can send the first and the last.',
  }),
  "token-verifier-replaced": ({ type }: { type: string }) => ({
    problem: `names a function in an authorizer of the type ${show(type)}, whose function the library has.`,
    remedy: 'Leave it out, or let your function decide: { type: "fn", function }.',
  }),
  "authorizer-without-connect": (_: object) => ({
    problem: "is given, but there is no route $connect, which would use it. Every client could connect.",
    remedy: 'Add the route: routes: { $connect: "functions/chat.connect" }.',
  }),
  "stage-without-api": (_: object) => ({
    problem: "is an existing stage, but cdk.webSocketApi is not an existing API.",
    remedy: "Pass the API of the stage as cdk.webSocketApi too.",
  }),
  "imported-stage": (_: object) => ({
    problem: "is given for an imported stage, which this stack does not configure.",
    remedy: "Configure it where the stage is created, or leave cdk.webSocketStage to the library.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...gatewayTexts, ...webSocketTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
