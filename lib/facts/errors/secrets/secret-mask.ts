import { MaskedText } from "./masked-text";
import { isNumericSecretName, isSecretName } from "./secret-names";

export const mask = "•••";

/** Deeper values are masked as a whole. */
const maxDepth = 100;
/** How many levels of JSON in texts in JSON are read. */
const maxTextDepth = 8;

/** Members that name the content of the member next to them, in any case: `{ name: "password", value: "x" }`. */
const nameMembers: ReadonlySet<string> = new Set([
  "name",
  "key",
  "parametername",
  "header",
  "field",
  "attribute",
  "k",
]);
const valueMembers: ReadonlySet<string> = new Set([
  "value",
  "val",
  "v",
  "values",
  "content",
  "contents",
  "text",
]);

/** Objects whose members are all answers of the user. Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_RespondToAuthChallenge.html */
const answers: ReadonlySet<string> = new Set(["challengeresponses", "privatechallengeparameters"]);
const namesInAnswers: ReadonlySet<string> = new Set(["username", "device_key"]);

/** Objects whose member `code` is one that a client exchanges for tokens. */
const ofQueries: ReadonlySet<string> = new Set([
  ...[
    "querystringparameters",
    "multivaluequerystringparameters",
    "querystring",
    "query",
    "params",
    "form",
    "searchparams",
  ],
]);

/** The part of an `Authorization` that may be shown. */
const scheme = /^(?:bearer|basic|digest|negotiate|aws4-hmac-sha256) /i;

interface Place {
  /** Whether a name above it marks it as a secret. */
  readonly isSecret: boolean;
  /** The name of the member that it is, or that it is a part of. */
  readonly name: string;
  /** Whether it is the parameter of a query or a form. */
  readonly isQuery: boolean;
  readonly depth: number;
  readonly textDepth: number;
}

const top: Place = { isSecret: false, name: "", isQuery: false, depth: 0, textDepth: 0 };

/**
 * Replaces secrets in values and texts: by names of members, headers, parameters and variables, by the form of tokens and keys, and by
 * known values, also in JSON within texts, in queries and in base64. Everything else stays readable.
 *
 * The costs are linear in the length of the value or text.
 */
export class SecretMask {
  private readonly texts: MaskedText;

  /** @param known - values that are secrets wherever they occur; those of less than 4 characters occur everywhere, and are left out */
  constructor(known: Iterable<string> = []) {
    this.texts = new MaskedText(known, mask, (value, textDepth) => this.masked(value, { ...top, textDepth }));
  }

  /** The same value, or a copy without secrets. */
  value<Value>(value: Value): Value {
    return this.masked(value, top) as Value;
  }

  /** The same text, or one without secrets. */
  text(text: string): string {
    return this.texts.masked(text, 0);
  }

  private masked(value: unknown, place: Place): unknown {
    if (typeof value === "string") return this.maskedString(value, place);
    if (typeof value === "number" || typeof value === "bigint")
      return place.isSecret && isNumericSecretName(place.name) ? mask : value;
    if (typeof value !== "object" || value === null) return value;
    if (place.depth >= maxDepth) return mask;
    return Array.isArray(value) ? this.maskedList(value, place) : this.maskedObject(value, place);
  }

  private maskedString(text: string, { isSecret, name, isQuery, textDepth }: Place): string {
    if (text === "") return text;
    if (isSecret) return /authorization$/i.test(name) ? `${scheme.exec(text)?.[0] ?? ""}${mask}` : mask;
    if (name.toLowerCase() === "code" && (isQuery || isConfirmationCode(text))) return mask;
    if (name.toLowerCase() === "session" && text.length >= 16) return mask;
    return textDepth >= maxTextDepth ? mask : this.texts.masked(text, textDepth);
  }

  /** Clients choose keys too: those of a form, for example. */
  private maskedKey(key: string, { textDepth }: Place): string {
    return key.length >= 16 || /[^\w-]/.test(key)
      ? this.texts.masked(key, textDepth)
      : this.texts.withoutKnown(key);
  }

  private maskedList(list: readonly unknown[], place: Place): readonly unknown[] {
    const inside = { ...place, depth: place.depth + 1 };
    const isPaired = arePairs(list);
    return sameOr(
      list,
      list.map((each, index) => {
        const name = list[index - 1];
        const isNamed = isPaired && index % 2 === 1 && typeof name === "string" && namesSecret(name);
        return this.masked(each, isNamed ? { ...inside, isSecret: true, name } : inside);
      }),
    );
  }

  private maskedObject(object: object, place: Place): object {
    const entries = Object.entries(object);
    const named = namedSecret(entries);
    const lower = place.name.toLowerCase();
    const isQuery = ofQueries.has(lower);
    let found: string[] | undefined;
    let isChanged = false;
    const isAnswer = answers.has(lower);
    const masked = entries.map(([key, each]) => {
      const isSecret =
        place.isSecret ||
        isSecretName(key) ||
        (named !== undefined && valueMembers.has(key.toLowerCase())) ||
        (isAnswer && !namesInAnswers.has(key.toLowerCase()));
      const own = isSecret || place.isSecret ? (isSecretName(key) ? key : (named ?? place.name)) : key;
      const inside = { ...place, isSecret, name: own, isQuery, depth: place.depth + 1 };
      const value = this.masked(each, inside);
      if (value === mask && typeof each === "string" && each.length >= 4) found = [...(found ?? []), each];
      const shownKey = this.maskedKey(key, place);
      if (value !== each || shownKey !== key) isChanged = true;
      return [shownKey, value] as const;
    });
    if (!isChanged) return object;
    // The text of a mail repeats the code of the member next to it.
    return Object.fromEntries(
      found === undefined
        ? masked
        : masked.map(([key, value]) => [
            key,
            typeof value === "string" && value !== mask ? withoutEach(value, found ?? []) : value,
          ]),
    );
  }
}

/** Whether a text is the name of a secret, and not a sentence or a path that ends with such a word. */
const namesSecret = (text: string): boolean => /^[\w.:[\]-]{1,80}$/.test(text) && isSecretName(text);

/** The list itself if no item differs. */
const sameOr = (list: readonly unknown[], masked: readonly unknown[]): readonly unknown[] =>
  masked.every((each, index) => each === list[index]) ? list : masked;

const withoutEach = (text: string, secrets: readonly string[]): string =>
  secrets.slice(0, 20).reduce((rest, each) => rest.replaceAll(each, mask), text);

/** Whether a list alternates names and values, as raw headers do, or is an entry of an object. */
function arePairs(list: readonly unknown[]): boolean {
  return (
    list.length % 2 === 0 &&
    list.length > 0 &&
    list.every((each, index) => index % 2 === 1 || typeof each === "string")
  );
}

/** The name of the secret that an object names in one member and holds in another; undefined for other objects. */
function namedSecret(entries: readonly (readonly [string, unknown])[]): string | undefined {
  for (const [key, value] of entries) {
    if (typeof value !== "string") continue;
    const lower = key.toLowerCase();
    if (nameMembers.has(lower) && namesSecret(value)) return value;
    // Source: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_Parameter.html
    if (lower === "type" && value === "SecureString") return "secret";
  }
  return undefined;
}

/** Whether the value of `code` was issued to a user or a client; codes of errors and statuses are not. */
function isConfirmationCode(text: string): boolean {
  return (
    /^\d{4,10}$/.test(text) || (/^[\w.~-]{16,}$/.test(text) && /\d/.test(text) && !/^[A-Z_\d]+$/.test(text))
  );
}

const plain = new SecretMask();

export const masked = <Value>(value: Value): Value => plain.value(value);

export const maskedText = (text: string): string => plain.text(text);
