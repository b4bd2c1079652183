import { WebSocket } from "ws";

/** Amplify always asks for an encrypted connection, which the server of this machine does not have. */
class LocalWebSocket extends WebSocket {
  constructor(url: string | URL, protocols?: string[]) {
    super(String(url).replace(/^wss:/, "ws:"), protocols);
  }
}

/** Prepares this process for aws-amplify. The result undoes it. */
export function useAmplifyGlobals(): () => void {
  const { setTimeout: realSetTimeout } = globalThis;
  // Amplify never ends some of its timers, which would keep this process alive.
  const setTimeout = (...given: Parameters<typeof realSetTimeout>) => realSetTimeout(...given).unref();
  // Browsers have WebSocket. Node also has it since version 22.
  Object.assign(globalThis, { WebSocket: LocalWebSocket, setTimeout });
  return () => Object.assign(globalThis, { setTimeout: realSetTimeout });
}
