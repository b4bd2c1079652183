import { fetchAuthSession } from "aws-amplify/auth";

// #region chat
/** Connects as the user who is signed in. */
export async function openChat(url: string): Promise<WebSocket> {
  const { tokens } = await fetchAuthSession();
  return new WebSocket(`${url}?token=${tokens?.accessToken}`);
}
// #endregion

// #region chat-by-subprotocol
/** The same with `tokenSource: "subprotocol"`: the token is in no address, and so in no log of addresses. */
export async function openQuietChat(url: string): Promise<WebSocket> {
  const { tokens } = await fetchAuthSession();
  return new WebSocket(url, ["chat", `${tokens?.accessToken}`]);
}
// #endregion
