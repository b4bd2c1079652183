// #region local-socket
globalThis.WebSocket = class extends globalThis.WebSocket {
  constructor(url, protocols) {
    super(String(url).replace(/^wss:\/\/(?=127\.0\.0\.1[:/])/, "ws://"), protocols);
  }
};
// #endregion
