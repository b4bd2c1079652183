import { type Fact, type FactError, factText } from "../../../local";
import type { Segment } from "./segment";
import { factIdOf } from "./segment";

interface Placed {
  readonly segment: Segment;
  /** The id of the parent segment, in this document or another one. */
  readonly parent: string | undefined;
}

/** The facts of the segments of traces. Earlier segments are kept, because batches refer to them. */
export class SegmentFacts {
  /** Ids of facts, by the id of the segment. */
  private readonly known = new Map<string, string>();

  /** The facts of one trace, each after its causes. */
  factsOf(documents: readonly Segment[]): readonly Fact[] {
    if (this.known.size > maxKnown) this.known.clear();
    const placed = new Map(
      documents
        .flatMap((document) => placesOf(document, document.parent_id))
        .map((each) => [each.segment.id, each]),
    );
    const drafts = [...placed.values()].flatMap(({ segment }) => {
      const draft = draftOf(segment, placed);
      if (draft === undefined) return [];
      this.known.set(segment.id, draft.id);
      return [{ segment, draft }];
    });
    const facts = new Map<string, Fact>();
    for (const { segment, draft } of drafts) {
      const causes = this.causesOf(segment, draft.id, placed);
      facts.set(draft.id, joined(facts.get(draft.id), { ...draft, causes }, segment));
    }
    return [...facts.values()];
  }

  /** The nearest ancestor that is another fact, and the segments that a batch links. */
  private causesOf({ id, links = [] }: Segment, factId: string, placed: Places): readonly string[] {
    const linked = links.flatMap((link) => this.known.get(link.id ?? "") ?? []);
    for (let above = placed.get(id)?.parent; above !== undefined; above = placed.get(above)?.parent) {
      const cause = this.known.get(above);
      if (cause !== undefined && cause !== factId) return [...new Set([cause, ...linked])];
    }
    return [...new Set(linked)];
  }
}

/** An invocation has a segment of the service and a more detailed one of the function. */
function joined(known: Fact | undefined, fact: Fact, { origin }: Segment): Fact {
  if (known?.kind !== "invocation" || fact.kind !== "invocation") return fact;
  return origin === "AWS::Lambda::Function" ? { ...known, ...fact } : { ...fact, ...known };
}

/** Ids of segments are short, and batches only refer to messages of the last days. */
const maxKnown = 100_000;

type Places = ReadonlyMap<string, Placed>;

function placesOf(segment: Segment, parent: string | undefined): readonly Placed[] {
  const below = (segment.subsegments ?? []).flatMap((each) => placesOf(each, segment.id));
  return [{ segment, parent }, ...below];
}

/** The fact of a segment, without its causes; undefined if the segment is part of another fact. */
function draftOf(segment: Segment, placed: Places): Fact | undefined {
  const { id, name, origin = "", namespace, inferred, start_time: start, end_time: end } = segment;
  const head = {
    id,
    at: start * 1000,
    causes: [],
    ...(end === undefined ? { isOpen: true as const } : { durationMs: (end - start) * 1000 }),
  };
  if (inferred === true) return undefined;
  if (origin.startsWith("AWS::Lambda")) {
    const requestId = requestIdOf(segment, placed);
    return requestId === undefined ? undefined : { ...head, ...invocationOf(segment, requestId) };
  }
  if (/^AWS::(?:ApiGateway|AppSync)/.test(origin)) return { ...head, ...requestOf(segment) };
  if (origin !== "")
    return {
      ...head,
      kind: "delivery",
      source: origin.replace("AWS::", ""),
      target: name,
      body: factText(undefined),
    };
  const caller = functionAbove(segment, placed);
  if (namespace === undefined || caller === undefined) return undefined;
  return { ...head, ...callOf(segment, caller) };
}

function requestOf(segment: Segment): Omit<Extract<Fact, { kind: "request" }>, "at" | "causes"> {
  const { id, name, http, aws } = segment;
  // The ids that access logs have, see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-understanding-xray-traces.html
  const { request_id: given } = Object(aws?.api_gateway) as { readonly request_id?: unknown };
  const requestId = typeof given === "string" ? given : id;
  const status = http?.response?.status;
  return {
    id: typeof given === "string" ? factIdOf(given) : id,
    kind: "request",
    api: name.split("/")[0] ?? name,
    method: http?.request?.method ?? "",
    path: pathOf(http?.request?.url),
    requestId,
    ...(status !== undefined && { status }),
  };
}

function pathOf(url = ""): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

function invocationOf(
  segment: Segment,
  requestId: string,
): Omit<Extract<Fact, { kind: "invocation" }>, "at" | "causes"> {
  const { name, aws = {}, fault, error } = segment;
  const arn = aws.function_arn ?? aws.resource_arn;
  const failure = errorOf(segment);
  return {
    id: factIdOf(requestId),
    kind: "invocation",
    function: name,
    functionArn: typeof arn === "string" ? arn : name,
    source: "X-Ray",
    requestId,
    payload: factText(undefined),
    logs: [],
    ...(segment.end_time !== undefined && { status: fault || error ? "error" : "ok" }),
    ...(segment.subsegments?.some((each) => each.name === "Initialization") && { isCold: true }),
    ...(failure !== undefined && { error: failure }),
  };
}

/** Lambda's segment and the function's segment below it are one invocation. */
function requestIdOf({ id, aws }: Segment, placed: Places): string | undefined {
  if (typeof aws?.request_id === "string") return aws.request_id;
  const above = placed.get(placed.get(id)?.parent ?? "")?.segment;
  return above?.origin?.startsWith("AWS::Lambda") ? requestIdOf(above, placed) : undefined;
}

function functionAbove({ id }: Segment, placed: Places): string | undefined {
  for (let above = placed.get(id)?.parent; above !== undefined; above = placed.get(above)?.parent) {
    const { segment } = placed.get(above) ?? {};
    if (segment?.origin !== undefined)
      return segment.origin.startsWith("AWS::Lambda") ? segment.name : undefined;
  }
  return undefined;
}

function callOf(segment: Segment, caller: string): Omit<Extract<Fact, { kind: "call" }>, "at" | "causes"> {
  const { id, name, aws, http, fault, error, namespace } = segment;
  const { operation, ...details } = aws ?? {};
  const { method = "", url } = http?.request ?? {};
  const status = http?.response?.status ?? (fault ? 500 : error ? 400 : undefined);
  return {
    id,
    kind: "call",
    service: namespace === "aws" ? name.toLowerCase() : name,
    operation: typeof operation === "string" ? operation : `${method} ${pathOf(url)}`.trim(),
    caller,
    input: factText(Object.keys(details).length === 0 ? undefined : JSON.stringify(details)),
    ...(status !== undefined && { status }),
  };
}

function errorOf({ cause }: Segment): FactError | undefined {
  const [first] = typeof cause === "object" ? (cause.exceptions ?? []) : [];
  if (first === undefined) return undefined;
  const { type = "Error", message = "", stack = [] } = first;
  return {
    type,
    message,
    stack: stack.map(({ label = "", path = "", line = 0 }) => `at ${label} (${path}:${line})`),
  };
}
