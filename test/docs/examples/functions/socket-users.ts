// #region socket-users
interface SocketEvent {
  readonly requestContext: {
    readonly connectionId: string;
    /** The claims of the token, each as text. */
    readonly authorizer: { readonly sub: string; readonly username: string; readonly subprotocol?: string };
  };
}

export async function connect({ requestContext }: SocketEvent) {
  const { username, subprotocol } = requestContext.authorizer;
  console.log(`${username} is connected`);
  return subprotocol === undefined
    ? { statusCode: 200 }
    : { statusCode: 200, headers: { "Sec-WebSocket-Protocol": subprotocol } };
}

export async function send({ requestContext }: SocketEvent) {
  console.log(`${requestContext.authorizer.username} sends a message`);
  return { statusCode: 200 };
}
// #endregion
