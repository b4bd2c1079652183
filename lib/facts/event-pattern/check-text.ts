import { checkCidr } from "./cidr";
import { type JsonToken, JsonTokens } from "./json-tokens";
import { PatternRefusal } from "./refusal";
import { checkWildcard, isTooComplex, tooComplex } from "./wildcard";

/**
 * Refuses the text of a pattern that EventBridge refuses, with its reason.
 *
 * Sources: answers of TestEventPattern that LocalStack has recorded (test/local/recorded/events), and for other texts the
 * order of checks in https://github.com/aws/event-ruler (JsonRuleCompiler), which is the matcher of EventBridge.
 *
 * @throws PatternRefusal
 */
function checkPatternText(text: string): void {
  const tokens = new Tokens(text);
  if (tokens.next().kind !== "{") tokens.refuse("Filter is not an object");
  checkObject(tokens, false);
}

export function patternRefusal(text: string): PatternRefusal | undefined {
  try {
    checkPatternText(text);
    return undefined;
  } catch (error) {
    if (error instanceof PatternRefusal) return error;
    throw error;
  }
}

class Tokens {
  readonly #tokens: JsonTokens;
  #place = 0;

  constructor(text: string) {
    this.#tokens = new JsonTokens(text);
  }

  next(): JsonToken {
    const token = this.#tokens.next();
    this.#place = token.seenAt;
    return token;
  }

  /** The text of a token, which is consumed. */
  textOf(token: JsonToken): string {
    this.#place = token.end;
    return token.text;
  }

  /** @param times - how often EventBridge names the place */
  refuse(reason: string, times = 1): never {
    throw new PatternRefusal(reason, Array<number>(times).fill(this.#place));
  }
}

function checkObject(tokens: Tokens, isInOr: boolean): void {
  let isEmpty = true;
  for (let token = tokens.next(); token.kind !== "}"; token = tokens.next()) {
    isEmpty = false;
    const name = token.text;
    if (name === "$or") {
      checkAlternatives(tokens);
      continue;
    }
    if (isInOr && reserved.has(name)) {
      tokens.refuse(`${name} is Ruler reserved fieldName which cannot be used inside $or.`);
    }
    const { kind } = tokens.next();
    if (kind === "{") checkObject(tokens, isInOr);
    else if (kind === "[") checkValues(tokens);
    else tokens.refuse(`"${name}" must be an object or an array`);
  }
  if (isEmpty) tokens.refuse("Empty objects are not allowed");
}

function checkAlternatives(tokens: Tokens): void {
  if (tokens.next().kind !== "[") tokens.refuse("It must be an Array followed with $or.");
  let count = 0;
  for (let token = tokens.next(); token.kind !== "]"; token = tokens.next()) {
    if (token.kind !== "{") tokens.refuse("Only JSON object is allowed in array of $or relationship.");
    checkObject(tokens, true);
    count += 1;
  }
  if (count < 2) tokens.refuse("There must have at least 2 Objects in $or relationship.");
}

function checkValues(tokens: Tokens): void {
  let isEmpty = true;
  for (let token = tokens.next(); token.kind !== "]"; token = tokens.next()) {
    isEmpty = false;
    if (token.kind === "{") checkComparison(tokens);
    else if (token.kind === "[") tokens.refuse("Match value must be String, number, true, false, or null");
  }
  if (isEmpty) tokens.refuse("Empty arrays are not allowed");
}

function checkComparison(tokens: Tokens): void {
  const token = tokens.next();
  if (token.kind !== "name") tokens.refuse("Match expression name not found");
  const check = Object.hasOwn(comparisons, token.text) ? comparisons[token.text] : undefined;
  if (check === undefined) tokens.refuse(`Unrecognized match type ${token.text}`);
  check(tokens);
}

const onlyOneKey = "Only one key allowed in match expression";

/** Each reads the operand and the end of its object. */
const comparisons: Readonly<Record<string, (tokens: Tokens) => void>> = {
  exactly: (tokens) => {
    if (tokens.next().kind !== "string") tokens.refuse("exact match pattern must be a string");
    end(tokens, onlyOneKey);
  },
  prefix: (tokens) => checkAffix(tokens, "prefix"),
  suffix: (tokens) => checkAffix(tokens, "suffix"),
  numeric: checkNumeric,
  "anything-but": checkAnythingBut,
  exists: (tokens) => {
    const { kind } = tokens.next();
    if (kind !== "true" && kind !== "false") {
      tokens.refuse("exists match pattern must be either true or false.");
    }
    end(tokens, onlyOneKey);
  },
  cidr: (tokens) => {
    const token = tokens.next();
    // EventBridge says "prefix" here.
    if (token.kind !== "string") tokens.refuse("prefix match pattern must be a string");
    checkCidr(tokens.textOf(token));
    end(tokens, onlyOneKey);
  },
  "equals-ignore-case": (tokens) => {
    if (tokens.next().kind !== "string") tokens.refuse("equals-ignore-case match pattern must be a string");
    end(tokens, onlyOneKey);
  },
  wildcard: (tokens) => {
    const token = tokens.next();
    if (token.kind !== "string") tokens.refuse("wildcard match pattern must be a string");
    checkWildcardText(tokens, tokens.textOf(token), 1);
    end(tokens, onlyOneKey);
  },
};

/** Names that mean a comparison, and therefore cannot be fields of the patterns of `$or`. */
const reserved = new Set([
  ...Object.keys(comparisons),
  "regex",
  "not-wildcard",
  "not-equals-ignore-case",
  "date-after",
  "date-on-or-after",
  "date-before",
  "date-on-or-before",
  "in-date-range",
  "ip-address-in-range",
  "ip-address-not-in-range",
]);

function end(tokens: Tokens, otherwise: string): void {
  if (tokens.next().kind !== "}") tokens.refuse(otherwise);
}

function checkAffix(tokens: Tokens, name: "prefix" | "suffix"): void {
  const token = tokens.next();
  if (token.kind === "{") {
    const inner = tokens.next();
    const title = name === "prefix" ? "Prefix" : "Suffix";
    if (inner.kind !== "name") tokens.refuse(`${title} expression name not found`);
    if (inner.text !== "equals-ignore-case") tokens.refuse(`Unsupported ${name} pattern: ${inner.text}`);
    if (tokens.next().kind !== "string") tokens.refuse("equals-ignore-case match pattern must be a string");
    end(tokens, onlyOneKey);
  } else if (token.kind !== "string") {
    tokens.refuse(`${name} match pattern must be a string`);
  }
  end(tokens, onlyOneKey);
}

function checkWildcardText(tokens: Tokens, text: string, times: number): void {
  const problem = checkWildcard(text);
  if (problem !== undefined) tokens.refuse(problem, times);
  // The service compiles the rule to find this, after it has read all of it.
  if (isTooComplex(text)) throw new PatternRefusal(tooComplex);
}

function checkAnythingBut(tokens: Tokens): void {
  let token = tokens.next();
  let comparison: string | undefined;
  if (token.kind === "{") {
    const inner = tokens.next();
    if (inner.kind !== "name") tokens.refuse("Anything-But expression name not found");
    comparison = inner.text;
    if (!["equals-ignore-case", "prefix", "suffix", "wildcard"].includes(comparison)) {
      tokens.refuse(`Unsupported anything-but pattern: ${comparison}`);
    }
    token = tokens.next();
  }
  if (token.kind === "[") {
    if (comparison === undefined) checkExcludedValues(tokens);
    else checkExcludedTexts(tokens, comparison);
  } else if (token.kind !== "string" && token.kind !== "number") {
    tokens.refuse("Value of anything-but must be an array or single string/number value.");
  } else if (comparison !== undefined) {
    checkExcludedText(tokens, comparison, token, 1);
  }
  if (comparison !== undefined) end(tokens, tooMany);
  end(tokens, tooMany);
}

function checkExcludedValues(tokens: Tokens): void {
  const kinds = new Set<string>();
  for (let token = tokens.next(); token.kind !== "]"; token = tokens.next()) {
    if (token.kind !== "string" && token.kind !== "number") {
      tokens.refuse("Inside anything but list, start|null|boolean is not supported.", 2);
    }
    kinds.add(token.kind);
  }
  if (kinds.size !== 1) {
    tokens.refuse(
      "Inside anything but list, either all values are number or string, mixed type is not supported",
    );
  }
}

function checkExcludedTexts(tokens: Tokens, comparison: string): void {
  for (let token = tokens.next(); token.kind !== "]"; token = tokens.next()) {
    checkExcludedText(tokens, comparison, token, 2);
  }
}

function checkExcludedText(tokens: Tokens, comparison: string, token: JsonToken, times: number): void {
  if (token.kind !== "string") {
    const problems: Readonly<Record<string, string>> = {
      "equals-ignore-case":
        "Inside anything-but/equals-ignore-case list, number|start|null|boolean is not supported.",
      wildcard: "wildcard match pattern must be a string",
    };
    tokens.refuse(problems[comparison] ?? "prefix/suffix match pattern must be a string", times);
  }
  const text = tokens.textOf(token);
  if (text === "" && (comparison === "prefix" || comparison === "suffix")) {
    tokens.refuse("Null prefix/suffix not allowed", times);
  }
  if (comparison === "wildcard") checkWildcardText(tokens, text, 1);
}

const tooMany = "Too many elements in numeric expression";

function checkNumeric(tokens: Tokens): void {
  if (tokens.next().kind !== "[") tokens.refuse("Value of numeric must be an array.");
  const first = tokens.next();
  if (first.kind !== "string") tokens.refuse(`Invalid member in numeric match: ${first.text}`);
  const operator = tokens.textOf(first);
  if (!["=", "<", "<=", ">", ">="].includes(operator)) {
    tokens.next();
    tokens.refuse(`Unrecognized numeric range operator: ${operator}`);
  }
  const bottom = tokens.next();
  if (bottom.kind !== "number") {
    tokens.refuse(`Value of ${operator === "=" ? "equals" : operator} must be numeric`);
  }
  const after = tokens.next();
  if (after.kind !== "]") {
    if (!operator.startsWith(">")) tokens.refuse(tooMany);
    checkRange(tokens, bottom.text, after);
  }
  end(tokens, tooMany);
}

function checkRange(tokens: Tokens, bottom: string, token: JsonToken): void {
  if (token.kind !== "string") tokens.refuse(`Bad value in numeric range: ${token.text}`);
  const upper = tokens.textOf(token);
  if (upper !== "<" && upper !== "<=") tokens.refuse(`Bad numeric range operator: ${upper}`);
  const top = tokens.next();
  if (top.kind !== "number") tokens.refuse(`Value of ${upper} must be numeric`);
  if (tokens.next().kind !== "]") tokens.refuse("Too many terms in numeric range expression");
  if (Number(bottom) >= Number(top.text)) tokens.refuse("Bottom must be less than top");
}
