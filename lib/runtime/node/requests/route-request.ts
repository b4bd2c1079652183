import { type GatewayEvent, type GatewayRequest, isForm } from "./gateway-event";

/** The parts of events that only routes have, in both payload formats. */
interface RouteParts {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | null;
}

export function pathOf(event: GatewayEvent): Readonly<Record<string, string>> {
  const { pathParameters } = event as GatewayEvent & RouteParts;
  return Object.fromEntries(
    Object.entries(pathParameters ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}

/** A repeated parameter is a list. */
export function queryParametersOf(
  request: GatewayRequest,
): Readonly<Record<string, string | readonly string[]>> {
  const query = new URLSearchParams(request.query);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}

/** The body as a value: JSON, or the fields of a form. `curl -d` sends JSON with the type of a form, so the text decides first. */
export function parsedBody(request: GatewayRequest): { value?: unknown; isMalformed: boolean } {
  const { body } = request;
  if (body === "") return { isMalformed: false };
  try {
    return { value: JSON.parse(body), isMalformed: false };
  } catch {
    return isForm(request)
      ? { value: Object.fromEntries(new URLSearchParams(body)), isMalformed: false }
      : { isMalformed: true };
  }
}
