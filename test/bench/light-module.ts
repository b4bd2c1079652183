import { closest, distance } from "fastest-levenshtein";

// The module that the light handlers share: what a small application has in such a file.

/** A note, as callers see it. */
export interface Note {
  readonly id: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly createdAt: string;
}

interface Reply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Event {
  readonly body?: string | undefined;
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

/** A request that the caller must correct. */
class BadRequest extends Error {
  constructor(
    readonly field: string,
    problem: string,
  ) {
    super(`${field} ${problem}`);
  }
}

/** The table that the handlers read and write. */
export const table = process.env.TABLE_NAME;

const limits = { text: 2000, tags: 20, tagLength: 40, page: 100 } as const;
const knownTags = ["work", "home", "travel", "ideas", "shopping", "recipes", "reading", "music"] as const;
const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const datePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

function requireText(field: string, value: unknown, least: number, most: number): string {
  if (typeof value !== "string") throw new BadRequest(field, "must be a string");
  const text = value.trim();
  if (text.length < least) throw new BadRequest(field, `needs at least ${least} characters`);
  if (text.length > most) throw new BadRequest(field, `takes at most ${most} characters`);
  return text;
}

function parseTags(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new BadRequest("tags", "must be an array");
  if (value.length > limits.tags) throw new BadRequest("tags", `takes at most ${limits.tags} items`);
  const tags = value.map((each, index) => requireText(`tags[${index}]`, each, 1, limits.tagLength));
  return [...new Set(tags.map(correctTag))].sort();
}

/** Takes the known tag that was probably meant. */
function correctTag(tag: string): string {
  const lower = tag.toLowerCase();
  const known = closest(lower, [...knownTags]);
  return distance(lower, known) <= 1 ? known : lower;
}

function parseJson(body: string | undefined): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body ?? "{}");
  } catch {
    throw new BadRequest("body", "is not JSON");
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new BadRequest("body", "must be an object");
  }
  return parsed as Readonly<Record<string, unknown>>;
}

/** Reads a note from the body of a request. */
export function parseNote({ body, pathParameters }: Event, now: Date = new Date()): Note {
  const given = parseJson(body);
  const id = requireText("id", given.id ?? pathParameters?.id, 1, 36);
  if (!idPattern.test(id)) throw new BadRequest("id", "must be a UUID");
  const createdAt = given.createdAt ?? now.toISOString();
  if (typeof createdAt !== "string" || !datePattern.test(createdAt)) {
    throw new BadRequest("createdAt", "must be a time in UTC");
  }
  return {
    id,
    text: requireText("text", given.text, 1, limits.text),
    tags: parseTags(given.tags),
    createdAt,
  };
}

/** The part of a list that a request asks for. */
export function pageOf<Item>(items: readonly Item[], { queryStringParameters = {} }: Event) {
  const size = Math.min(limits.page, Math.max(1, Number(queryStringParameters.size ?? limits.page) || 1));
  const start = Math.max(0, Number(queryStringParameters.start ?? 0) || 0);
  const page = items.slice(start, start + size);
  const next = start + size < items.length ? start + size : undefined;
  return { page, next };
}

/** The notes that hold all words of a search, the best ones first. */
export function search(notes: readonly Note[], words: string): readonly Note[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = notes.map((note) => {
    const found = note.text.toLowerCase().split(/\W+/).filter(Boolean);
    const distances = wanted.map((word) => Math.min(...found.map((each) => distance(word, each))));
    return { note, score: distances.reduce((sum, each) => sum + each, 0) };
  });
  return scored
    .filter(({ score }) => score <= wanted.length)
    .sort((a, b) => a.score - b.score)
    .map(({ note }) => note);
}

/** Answers with JSON; errors that a caller must correct become status 400. */
export async function answer(work: () => unknown): Promise<Reply> {
  try {
    return reply(200, await work());
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return reply(400, { field: error.field, message: error.message });
  }
}

function reply(statusCode: number, value: unknown): Reply {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { statusCode, headers, body: JSON.stringify(value) };
}
