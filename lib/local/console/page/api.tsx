import type { ConsoleActions, RouteAnswer, RouteAnswerPart, RouteCall } from "../actions";

/** Asks the server for something. Throws with the server's reason. */
export async function ask<Name extends Exclude<keyof ConsoleActions, "call">>(
  name: Name,
  ...[body]: Parameters<ConsoleActions[Name]>
): Promise<Awaited<ReturnType<ConsoleActions[Name]>>> {
  const response = await post(`/${name}`, body ?? {});
  return (await response.json()) as Awaited<ReturnType<ConsoleActions[Name]>>;
}

/** The maximum number of characters of an answer that the page keeps. */
const maxLength = 1024 * 1024;

/**
 * Calls a route. Throws with the server's reason.
 *
 * @param changed - receives the answer again and again while it grows
 */
export async function callRoute(
  asked: RouteCall,
  changed: (answer: RouteAnswer) => void = () => {},
  signal?: AbortSignal,
): Promise<RouteAnswer> {
  const response = await post("/call", asked, signal);
  let answer: RouteAnswer = { problem: "There is no answer." };
  for await (const part of partsOf(response)) {
    answer = joined(answer, part);
    changed(answer);
  }
  return answer;
}

function joined(answer: RouteAnswer, part: RouteAnswerPart): RouteAnswer {
  if ("status" in part) return { ...part, body: "" };
  if ("problem" in answer) return "problem" in part ? part : answer;
  const body = "problem" in part ? `${answer.body}\n${part.problem}` : answer.body + part.text;
  return { ...answer, body: body.slice(0, maxLength) };
}

async function* partsOf(response: Response): AsyncGenerator<RouteAnswerPart> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    const lines = (rest + read.value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as RouteAnswerPart;
  }
}

/** The secret in the fragment of the address; undefined for the name of a view. */
export function secretInAddress(): string | undefined {
  const fragment = location.hash.slice(1);
  return fragment.length < 40 ? undefined : fragment;
}

/** Exchanges the secret in the fragment of the address for a cookie, and removes it from the address. */
export async function openSession(): Promise<void> {
  const secret = secretInAddress();
  if (secret === undefined) return;
  history.replaceState(null, "", "/#timeline");
  await post("/session", { secret });
}

async function post(path: string, body: object, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...(signal !== undefined && { signal }),
  });
  if (response.ok) return response;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? `The server answers ${response.status}.`);
}
