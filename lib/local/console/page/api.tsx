import type { ConsoleActions } from "../actions";

/** Asks the server for something. Throws with the server's reason. */
export async function ask<Name extends keyof ConsoleActions>(
  name: Name,
  ...[body]: Parameters<ConsoleActions[Name]>
): Promise<Awaited<ReturnType<ConsoleActions[Name]>>> {
  const response = await post(`/${name}`, body ?? {});
  return (await response.json()) as Awaited<ReturnType<ConsoleActions[Name]>>;
}

/** Exchanges the secret in the fragment of the address for a cookie, and removes it from the address. */
export async function openSession(): Promise<void> {
  const secret = location.hash.slice(1);
  if (secret.length < 40) return;
  history.replaceState(null, "", "/#timeline");
  await post("/session", { secret });
}

async function post(path: string, body: object): Promise<Response> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.ok) return response;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? `The server answers ${response.status}.`);
}
