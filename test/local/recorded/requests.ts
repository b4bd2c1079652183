import type { Values } from "../../../lib/model";
import { expected } from "./placeholders";
import { type RecordedFact, readSuite, type Suite, testFacts } from "./suite";

/** A fact that is a conversation with a service. */
export interface ConversationFact extends RecordedFact {
  /** Resources of the app by type and name, as Terraform writes them. */
  readonly resources?: Readonly<Record<string, Readonly<Record<string, Values>>>>;
  readonly steps: readonly Step[];
}

/** A request and its answer. `{{name}}` stands for a value that an earlier step has saved. */
export interface Step {
  readonly operation: string;
  /** `{ "$bytes": "..." }` is Base64 of bytes. */
  readonly input: object;
  /** Values of the answer by the name for later steps: `{ "first": "VersionId" }`. */
  readonly save?: Readonly<Record<string, string>>;
  /** The whole answer, or members of it. Bytes are Base64, times are texts. */
  readonly result?: object;
  readonly partial?: object;
  /** Members that the answer does not have. */
  readonly absent?: readonly string[];
  /** The error: `ResourceNotFoundException: the message`. */
  readonly refused?: string;
}

/** A client of a service that a fact talks to. */
export interface Conversation {
  send(operation: string, input: object): Promise<object>;
  close(): Promise<void>;
}

/** Tests the conversations of a suite, each with a client of its own. */
export function testConversations<Fact extends ConversationFact>(
  name: string,
  open: (fact: Fact, suite: Suite<Fact>) => Promise<Conversation>,
): void {
  const suite = readSuite<Fact>(name);
  testFacts(suite, async (fact) => {
    const conversation = await open(fact, suite);
    const saved = new Map<string, string>();
    try {
      for (const step of fact.steps) await take(conversation, filled(step, saved), saved);
    } finally {
      await conversation.close();
    }
  });
}

async function take(conversation: Conversation, step: Step, saved: Map<string, string>): Promise<void> {
  const { operation, input, save = {}, result, partial, absent = [], refused } = step;
  const answer = await conversation.send(operation, withBytes(input) as object).then(
    (found) => plain(found) as object,
    // The SDK's word for an empty message.
    ({ name, message }: Error) => ({ refused: `${name}: ${message === "UnknownError" ? "" : message}` }),
  );
  if (refused !== undefined) return expect(answer).toEqual({ refused: expected(refused) });
  if ("refused" in answer) throw new Error(`${operation} is refused: ${String(answer.refused)}`);
  for (const [name, path] of Object.entries(save)) saved.set(name, String(valueAt(answer, path)));
  if (result !== undefined) expect(sorted(answer)).toEqual(sorted(expected(result)));
  if (partial !== undefined) expect(sorted(answer)).toMatchObject(sorted(expected(partial)) as object);
  for (const member of absent) expect(answer).not.toHaveProperty(member);
}

function filled(step: Step, saved: ReadonlyMap<string, string>): Step {
  const text = JSON.stringify(step).replaceAll(/\{\{([^{}]+)\}\}/g, (whole, name: string) => {
    const value = saved.get(name);
    return value === undefined ? whole : JSON.stringify(value).slice(1, -1);
  });
  return JSON.parse(text);
}

function valueAt(answer: unknown, path: string): unknown {
  return path.split(".").reduce((at, name) => (Object(at) as Record<string, unknown>)[name], answer);
}

function withBytes(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withBytes);
  if ("$bytes" in value) return Buffer.from(String(value.$bytes), "base64");
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withBytes(each)]));
}

/** An answer of an SDK as JSON: without its metadata, bytes as Base64. */
function plain(answer: unknown): unknown {
  if (answer instanceof Uint8Array) return Buffer.from(answer).toString("base64");
  if (answer instanceof Date) return answer.toISOString();
  if (Array.isArray(answer)) return answer.map(plain);
  if (typeof answer !== "object" || answer === null) return answer;
  const members = Object.entries(answer).filter(
    ([name, value]) => name !== "$metadata" && value !== undefined,
  );
  return Object.fromEntries(members.map(([name, value]) => [name, plain(value)]));
}

/** Sorts what the records have sorted: texts, and members with a version. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const all = value.map(sorted);
    if (all.every((each) => typeof each === "string")) return all.toSorted();
    const keyOf = (each: unknown): string => String(Object(each).VersionId ?? "");
    return all.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
  }
  if (typeof value !== "object" || value === null || "asymmetricMatch" in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, sorted(each)]));
}
