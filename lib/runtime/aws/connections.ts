import { type AwsOptions, callAws, jsonError } from "./call";

/** Returns whether the connection is open. */
export async function postToConnection(
  callbackUrl: string,
  connection: string,
  message: string,
  options: AwsOptions,
): Promise<boolean> {
  const url = new URL(`${callbackUrl}/@connections/${encodeURIComponent(connection)}`);
  const answer = await callAws({ service: "execute-api", method: "POST", url, body: message }, options);
  if (answer.status === 410) return false;
  if (answer.status !== 200) throw jsonError(answer, "execute-api");
  return true;
}
