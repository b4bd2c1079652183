// #region local-socket
class LocalWebSocket extends WebSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(String(url).replace(/^wss:\/\/(?=127\.0\.0\.1[:/])/, "ws://"), protocols);
  }
}
globalThis.WebSocket = LocalWebSocket;
// #endregion
