import { WebSocketApi, type WebSocketApiProps } from "../../../lib/constructs/web-socket-api";
import { type App, Stack } from "../../../lib/kit/app";
import { checkOutput } from "../../support/reference-check";
import { testApp, testStack } from "../../support/stack";

export const handler = "functions/notes.get";

/** A WebSocket API called Chat in a separate stack. */
export function chat(props: WebSocketApiProps = {}, stack = testStack()) {
  return { stack, api: new WebSocketApi(stack, "Chat", props) };
}

export function apps() {
  const app = testApp({ account: "123456789012" });
  const [main, other, third] = [new Stack(app, "Main"), new Stack(app, "Other"), new Stack(app, "Third")];
  return { app, main, other, third };
}

/** The problems in the output of the whole app. */
export function problemsOf(app: App): string[] {
  app.synth();
  return checkOutput(app.outdir);
}
