import { isKeyName, isSecretName } from "./secret-names";
import { looksRandom } from "./secret-shapes";

/** How many characters before a separator are searched for its name. */
const maxNameLength = 90;

/** The maximum length of a value that is judged without its name. */
const maxOtherLength = 600;

/** `password: x`, `"password":"x"`, `password=x`, `'password' => 'x'`, `password%3Dx`, `the password is x`, `["password", "x"]`. */
const separators = /=>|[:=]|%3[ad]|,(?=\s{0,9}\\*["'])| (?:is|was) (?!not\b)/gi;

/** Headers whose values follow them in lists. */
const listedHeader = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|x-[a-z-]*(?:token|key|secret))$/i;

/** Values up to the end of the line: cookies and credentials have several parts. */
const ofLine = /(?:authorization|cookies?)$/i;
const ofWords = /(?:pass ?phrase|mnemonic|(?:seed|recovery)[ _-]?phrase)$/i;

const lineEnd = /[\r\n"'`]|\\[rn]/g;
const wordsEnd = /[\r\n,;&"'`<>|)}\]]/g;
/** A sign that may be a part of a password ends it if something else follows. */
const wordEnd = /[\s&"'`<>]|%26|\\["'nrt]|[,;|)}\]](?=[\s"'})\],;]|$|[\w.-]{1,60}\s{0,2}[=:])/gi;

interface Pair {
  readonly name: string;
  /** The same with the words before it: `one time code`. */
  readonly phrase: string;
  readonly nameAt: number;
  readonly valueAt: number;
}

interface Value {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Masks the values of names in a text that is not JSON. Each character is read a limited number of times. */
export function maskedPairs(given: string, mask: string): string {
  const text = given.includes(" -") || given.startsWith("-") ? maskedOptions(given, mask) : given;
  const parts: string[] = [];
  let from = 0;
  /** The end of the name in `{ name: 'password', value: 'x' }`, until its value is read. */
  let namedAt: number | undefined;
  for (const match of text.matchAll(separators)) {
    const pair = match.index < from ? undefined : pairAt(text, match[0], match.index, from);
    if (pair === undefined) continue;
    const isNamed =
      namedAt !== undefined && pair.nameAt - namedAt < 300 && /^(?:string)?val(?:ue)?$/i.test(pair.name);
    const isSecret = isNamed || isSecretName(pair.phrase) || isSecretName(pair.name);
    // Only the value of a secret is read to its end: masked text is not read again.
    const value = valueAt(isSecret ? text : text.slice(0, pair.valueAt + maxOtherLength), pair);
    if (isNameMember.test(pair.name) && value.text.length < 80 && isSecretName(value.text))
      namedAt = value.to;
    if (isHarmless(value.text, pair.name, mask) || !(isSecret || isSecretByValue(text, pair, value)))
      continue;
    if (isNamed) namedAt = undefined;
    parts.push(text.slice(from, value.from), mask);
    from = value.to;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(from);
}

const isNameMember = /^(?:parameter)?(?:name|key|header|field|attribute)$/i;

/** `--password x`, and the user of `curl -u`. */
function maskedOptions(text: string, mask: string): string {
  return text.replace(
    /(?<![\w-])(-u|--user|--[A-Za-z][\w-]{1,60})(\s{1,4})(?![-\s])([^\s"']{1,2000}|"[^"]{1,2000}"|'[^']{1,2000}')/g,
    (all, option: string, space: string, value: string) => {
      const isUser = (option === "-u" || option === "--user") && value.includes(":");
      return isUser || isSecretName(option) ? `${option}${space}${mask}` : all;
    },
  );
}

/** The name and the value around a separator; undefined if the sign separates something else. */
function pairAt(text: string, sign: string, index: number, from: number): Pair | undefined {
  const first = Math.max(from, index - maxNameLength);
  let end = index;
  while (end > first && isSpace(text.charCodeAt(end - 1))) end -= 1;
  const closed = end;
  // Quotes and brackets around the name, which may be encoded: `"password"`, `user[password]`, `user%5Bpassword%5D`.
  while (end > first && "\"'`\\[]".includes(text.charAt(end - 1))) end -= 1;
  const isQuoted = end < closed && /["'`]/.test(text.slice(end, closed));
  const encoded = /(?:%[0-9a-f]{2})+$/i.exec(text.slice(Math.max(first, end - 9), end));
  if (encoded !== null) end -= encoded[0].length;
  let start = end;
  while (start > first && isNamePart(text.charCodeAt(start - 1))) start -= 1;
  if (/%$/.test(text.slice(first, start))) start += 2;
  while (start < end && !/[A-Za-z_$]/.test(text.charAt(start))) start += 1;
  if (start >= end) return undefined;
  const name = text.slice(start, end);
  const before = (): string => text.slice(first, start);
  if (
    sign === "," &&
    !(isQuoted && (/\[\s*\\*["'`](?:[\w.-]{1,60}:)?$/.test(before()) || listedHeader.test(name)))
  )
    return undefined;
  if (sign === ":" && /\barn:aws[\w-]*:[\w:-]*$/.test(before())) return undefined;
  const isPhrase = !isQuoted && (sign === ":" || sign.startsWith(" ")) && text[start - 1] === " ";
  const words = isPhrase
    ? (/(?:[A-Za-z]{1,30} ){1,2}$/.exec(text.slice(Math.max(first, start - 40), start))?.[0] ?? "")
    : "";
  let valueStart = index + sign.length;
  const isSameLine = sign === ":" || sign === "=" || sign.startsWith("%");
  while (valueStart < text.length && valueStart - index < 12 && isSpace(text.charCodeAt(valueStart))) {
    // An empty value before a line break.
    if (isSameLine && /[\r\n]/.test(text.charAt(valueStart))) return undefined;
    valueStart += 1;
  }
  return { name, phrase: `${words}${name}`, nameAt: start, valueAt: valueStart };
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Letters, digits and the signs `_`, `.`, `$` and `-`. */
const isNamePart = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 46 ||
  code === 36 ||
  code === 45;

function isSecretByValue(text: string, { name, nameAt }: Pair, { text: value, to }: Value): boolean {
  if (name.toLowerCase() === "code") return isInQuery(text, nameAt, to) || isReceivedCode(value);
  return isKeyName(name) && looksRandom(value);
}

/** Whether a code was issued to a user or a client, unlike codes of errors and statuses: `P2002`, `ERR_1`, `404`. */
function isReceivedCode(value: string): boolean {
  return /^\d{4,10}$/.test(value) || (value.length >= 16 && looksRandom(value) && !/^[A-Z_\d]+$/.test(value));
}

/** Whether a parameter belongs to a query or a form. */
function isInQuery(text: string, nameAt: number, valueEnd: number): boolean {
  if (nameAt > 0 && "?&".includes(text.charAt(nameAt - 1))) return true;
  return text[valueEnd] === "&" || (nameAt === 0 && valueEnd === text.length && text.startsWith("code="));
}

function valueAt(text: string, { valueAt: start, name, phrase }: Pair): Value {
  const value = (from: number, to: number): Value => ({ from, to, text: text.slice(from, to) });
  const [opening = ""] = /^(?:\\{0,9}["'`]|%22)/i.exec(text.slice(start, start + 12)) ?? [];
  if (opening !== "")
    return value(start + opening.length, endOfQuoted(text, start + opening.length, opening));
  if ("{[".includes(text.charAt(start)) && start < text.length)
    return value(start, endOfBrackets(text, start));
  const end = ofLine.test(name) ? lineEnd : ofWords.test(phrase) ? wordsEnd : wordEnd;
  end.lastIndex = start;
  return value(start, end.exec(text)?.index ?? text.length);
}

/** The closing quote has as many backslashes as the opening one; a quote of the value itself has more. */
function endOfQuoted(text: string, from: number, opening: string): number {
  for (let at = text.indexOf(opening, from); at !== -1; at = text.indexOf(opening, at + 1)) {
    let slashes = 0;
    while (slashes < 10 && text[at - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

function endOfBrackets(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === "{" || character === "[") depth += 1;
    if (character === "}" || character === "]") depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

/** Values that reveal nothing: an empty value, a mask, a flag, or a number of tokens. */
function isHarmless(value: string, name: string, mask: string): boolean {
  if (value.trim() === "" || value.startsWith(mask)) return true;
  if (/^(?:true|false|null|undefined|none|nil|\{\}|\[\])$/i.test(value)) return true;
  return /tokens?$/i.test(name) && (/s$/i.test(name) ? /^\d{1,9}(?:\.\d+)?$/ : /^\d{1,3}$/).test(value);
}
