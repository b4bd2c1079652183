import { isKeyName, isSecretName } from "./secret-names";
import { looksRandom } from "./secret-shapes";

/** The text before a separator in which its name is looked for. */
const maxNameLength = 90;

/** The longest value that tells by itself whether it is a secret. */
const maxOtherLength = 600;

/** `password: x`, `"password":"x"`, `password=x`, `'password' => 'x'`, `password%3Dx`, `the password is x`, `["password", "x"]`. */
const separators = /=>|[:=]|%3[ad]|,(?=\s{0,9}\\*["'])| (?:is|was) (?!not\b)/gi;

/** A name before a separator. It may be in quotes, and have further words before it. */
const nameBefore = /((?:[A-Za-z]{1,30} ){0,2})([A-Za-z_$][\w.$-]{0,63})(?:\[\]|\])?(\\*["'`])?\s{0,6}$/i;

/** Headers, which stand beside their values in lists. */
const listedHeader = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|x-[a-z-]*(?:token|key|secret))$/i;

/** Values up to the end of the line: cookies and credentials have several parts. */
const ofLine = /(?:authorization|cookies?)$/i;
const ofWords = /(?:pass ?phrase|mnemonic|(?:seed|recovery)[ _-]?phrase)$/i;

const lineEnd = /[\r\n"'`]|\\[rn]/g;
const wordsEnd = /[\r\n,;&"'`<>|)}\]]/g;
/** A sign that may be a part of a password ends it if something else follows. */
const wordEnd = /[\s&"'`<>]|%26|\\["'nrt]|[,;|)}\]](?=[\s"'})\],;]|$|[\w.-]{1,60}\s{0,2}[=:])/gi;

interface Pair {
  /** The word before the separator. */
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
  const text = maskedOptions(given, mask);
  const parts: string[] = [];
  let from = 0;
  /** The end of the name in `{ name: 'password', value: 'x' }`, until its value comes. */
  let namedAt: number | undefined;
  for (const match of text.matchAll(separators)) {
    const pair = match.index < from ? undefined : pairAt(text, match[0], match.index, from);
    if (pair === undefined) continue;
    const isNamed =
      namedAt !== undefined && pair.nameAt - namedAt < 300 && /^(?:string)?val(?:ue)?$/i.test(pair.name);
    const isSecret = isNamed || isSecretName(pair.phrase) || isSecretName(pair.name);
    // Only the value of a secret is read to its end, since what is masked is not read again.
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
  if (!text.includes("-")) return text;
  return text.replace(
    /(?<![\w-])(-u|--user|--[A-Za-z][\w-]{1,60})(\s{1,4})(?![-\s])([^\s"']{1,2000}|"[^"]{1,2000}"|'[^']{1,2000}')/g,
    (all, option: string, space: string, value: string) => {
      const isUser = (option === "-u" || option === "--user") && value.includes(":");
      return isUser || isSecretName(option) ? `${option}${space}${mask}` : all;
    },
  );
}

/** The name before a separator and the place of its value; undefined for a separator that separates something else. */
function pairAt(text: string, sign: string, index: number, from: number): Pair | undefined {
  const start = Math.max(from, index - maxNameLength);
  // The name of a parameter may have signs around it that are encoded: `user%5Bpassword%5D`.
  const before = text.slice(start, index).replace(/%[0-9a-f]{2}/gi, "   ");
  const found = nameBefore.exec(before);
  if (found === null) return undefined;
  const [, words = "", name = "", quote] = found;
  const at = found.index + words.length;
  if (sign === ",") {
    const list = before.slice(0, at).replace(/\\*["'`](?:[\w.-]{1,60}:)?$/, "");
    if (quote === undefined || !(/\[\s*$/.test(list) || listedHeader.test(name))) return undefined;
  }
  if (sign === ":" && /\barn:aws[\w-]*:[\w:-]*$/.test(before)) return undefined;
  const isPhrase = quote === undefined && (sign === ":" || sign.startsWith(" "));
  const space = /^\s{0,8}/.exec(text.slice(index + sign.length, index + sign.length + 8)) ?? [""];
  const hasLineBreak = sign !== "," && sign !== "=>" && /[\r\n]/.test(space[0]);
  return {
    name,
    phrase: isPhrase ? `${words}${name}` : name,
    nameAt: start + at,
    valueAt: index + sign.length + (hasLineBreak ? 0 : space[0].length),
  };
}

function isSecretByValue(text: string, { name, nameAt }: Pair, { text: value, to }: Value): boolean {
  if (name.toLowerCase() === "code") return isInQuery(text, nameAt, to) || isReceivedCode(value);
  return isKeyName(name) && looksRandom(value);
}

/** Whether a code is one that a user or a client has received; one of an error or a status is none: `P2002`, `ERR_1`, `404`. */
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

/** Values that tell nothing: none, a mask, a switch, and a number of tokens. */
function isHarmless(value: string, name: string, mask: string): boolean {
  if (value.trim() === "" || value.startsWith(mask)) return true;
  if (/^(?:true|false|null|undefined|none|nil|\{\}|\[\])$/i.test(value)) return true;
  return /tokens?$/i.test(name) && (/s$/i.test(name) ? /^\d{1,9}(?:\.\d+)?$/ : /^\d{1,3}$/).test(value);
}
