/** A text that a client, a handler or a service has sent, cut at 64 kB. */
export interface FactText {
  /** Empty for bytes that are not text. */
  readonly text: string;
  /** Length of the whole, in characters of a text and in bytes of anything else. */
  readonly length: number;
}

/** One decision of the policies about a call. */
export interface Verdict {
  /** `dynamodb:PutItem` */
  readonly action: string;
  /** ARN of the resource. */
  readonly resource: string;
  readonly allowed: boolean;
  /** Whether a denied call was refused; else AWS would refuse it. */
  readonly enforced?: boolean;
  /** The kind of policy that decides: `identity-based policy`. */
  readonly policy?: string;
  /** The statement that allows or denies it; absent if no statement does. */
  readonly statement?: VerdictStatement;
  /** The permission to add to the function, in the words of the library; absent if a statement denies explicitly. */
  readonly add?: string;
  /** The denial as a sentence. */
  readonly text?: string;
}

/** A statement of a policy. */
export interface VerdictStatement {
  readonly effect: "Allow" | "Deny";
  /** In lower case, since the names of actions are not case-sensitive. */
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly condition?: unknown;
}

/** A line that a function has written. */
export interface FactLog {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly stream: "stdout" | "stderr";
  readonly line: string;
}

/** An error of a function, with positions in its sources. */
export interface FactError {
  readonly type: string;
  readonly message: string;
  readonly stack: readonly string[];
}

/** Details of a fact, by its kind. Those that are known only at the end are optional. */
export interface FactDetails {
  /** A request to an API, or an event of a socket. */
  readonly request: {
    readonly api: string;
    /** Address of its resource: APIs of two stacks may have one name. @default - only the name is known */
    readonly apiAddress?: string;
    readonly method: string;
    readonly path: string;
    /** Path and query as the client has sent them, where they differ from `path`. */
    readonly url?: string;
    /** `GET /notes/{id}`; absent where the gateway finds none. */
    readonly route?: string;
    readonly requestId: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: FactText;
    readonly status?: number;
    readonly answerHeaders?: Readonly<Record<string, string>>;
    readonly answer?: FactText;
    /** Name of the function that answers. */
    readonly function?: string;
    /** Why the request was refused or has failed. */
    readonly reason?: string;
    /** Whether a site answers it: a page loads many files, which are kept apart from the requests to APIs. */
    readonly isOfSite?: true;
  };
  /** An authorizer of a route decides about a request. */
  readonly authorizer: {
    readonly name: string;
    readonly type: string;
    readonly allowed?: boolean;
    readonly reason?: string;
    /** Claims of the token, or the context that the authorizer's function returns. */
    readonly identity?: unknown;
  };
  /** A function runs. */
  readonly invocation: {
    readonly function: string;
    readonly functionArn: string;
    /** The caller: `GET /notes`, `queue dev-orders-Mails`. */
    readonly source: string;
    readonly requestId: string;
    readonly payload: FactText;
    readonly status?: "ok" | "error" | "refused";
    /** Whether a process had to be started for it. */
    readonly isCold?: boolean;
    readonly answer?: FactText;
    readonly error?: FactError;
    readonly logs: readonly FactLog[];
    /** Number of lines that are not in `logs`. */
    readonly omittedLogs?: number;
  };
  /** A request to an emulated service. */
  readonly call: {
    readonly service: string;
    readonly operation: string;
    /** Name of the function, or who else makes the call. */
    readonly caller: string;
    readonly input: FactText;
    readonly status?: number;
    readonly answer?: FactText;
  };
  /** A service sends something to a resource of another. */
  readonly delivery: {
    readonly source: string;
    /** ARN of the receiver. */
    readonly target: string;
    readonly body: FactText;
    /** Why the target does not take it. */
    readonly problem?: string;
  };
  /** A failed event waits for another attempt. */
  readonly retry: Passage;
  /** A message or event that has failed too often is given up. */
  readonly "dead-letter": Passage;
  /** A schedule begins. */
  readonly schedule: Passage;
  /** A mail or a text message that would have left this machine. */
  readonly mail: {
    readonly medium: string;
    readonly to: string;
    readonly subject?: string;
    readonly text: string;
    readonly code?: string;
  };
  /** A request that the server refuses for its own safety. */
  readonly refusal: { readonly place: string; readonly status: number; readonly reason: string };
  /** A warning of the server. */
  readonly warning: { readonly text: string };
}

interface Passage {
  readonly source: string;
  readonly target: string;
  readonly text: string;
}

export type FactKind = keyof FactDetails;

/** The part that all facts have. */
export interface FactHead<Kind extends FactKind = FactKind> {
  /** 16 hexadecimal digits, as the id of a segment of X-Ray has them. */
  readonly id: string;
  readonly kind: Kind;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  /** Ids of the facts that caused it. A batch has several, a request of a client has none. */
  readonly causes: readonly string[];
  /** How long it took; absent while it runs, and for facts without a duration. */
  readonly durationMs?: number;
  /** Whether it still runs. */
  readonly isOpen?: true | undefined;
  /** Decisions of policies that it needed. */
  readonly verdicts?: readonly Verdict[];
}

export type FactOf<Kind extends FactKind> = FactHead<Kind> & FactDetails[Kind];

/** Something that has happened, with its causes. */
export type Fact = { readonly [Kind in FactKind]: FactOf<Kind> }[FactKind];

export const isOfSite = (fact: Fact): boolean => fact.kind === "request" && fact.isOfSite === true;

/** The request id in a response. Most gateways return it. */
export const requestIdIn = (headers: Readonly<Record<string, string>>): string | undefined =>
  headers["apigw-requestid"] ?? headers["x-amzn-requestid"];

/** Whether a consumer reports failed records of its batch. */
function hasFailedItems(answer = ""): boolean {
  return /^\s*\{\s*"batchItemFailures"\s*:\s*\[\s*\{/.test(answer);
}

/** The end of something: well, with an answer of 4xx, or with a failure. */
export type Outcome = "fine" | "rejected" | "failed";

const outcomes = ["failed", "rejected", "fine"] as const satisfies readonly Outcome[];

export const worstOf = (all: readonly Outcome[]): Outcome =>
  outcomes.find((each) => all.includes(each)) ?? "fine";

/** The outcome of a request, or of an event of a socket. If a client cannot connect, no API has answered, so any refusal is a failure. */
export function outcomeOfRequest({
  method,
  status = 200,
}: {
  readonly method?: string;
  readonly status?: number;
}): Outcome {
  if (status < 400) return "fine";
  return status < 500 && method !== "CONNECT" ? "rejected" : "failed";
}

/** The outcome of a fact. The page and the terminal use one colour for each. */
export function outcomeOf(fact: Fact): Outcome {
  if (fact.verdicts?.some(({ allowed, enforced }) => !allowed && enforced === true) === true) return "failed";
  switch (fact.kind) {
    case "request":
      return outcomeOfRequest(fact);
    case "authorizer":
      return fact.allowed === false ? "rejected" : "fine";
    case "invocation":
      return fact.status === "error" || fact.status === "refused" || hasFailedItems(fact.answer?.text)
        ? "failed"
        : "fine";
    case "call":
      return outcomeOfRequest({ status: fact.status ?? 0 });
    case "delivery":
      return fact.problem === undefined ? "fine" : "failed";
    case "retry":
    case "dead-letter":
    case "refusal":
    case "warning":
      return "failed";
    case "schedule":
    case "mail":
      return "fine";
  }
}

/** Whether the app has a failure. A 4xx response is one only if a function receives it, not a client. */
export function hasFailed(fact: Fact): boolean {
  const outcome = outcomeOf(fact);
  return outcome === "failed" || (outcome === "rejected" && fact.kind !== "request");
}
