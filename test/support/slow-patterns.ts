import { type AST, RegExpParser } from "@eslint-community/regexpp";

/**
 * Why a regular expression may take more than linear time, or undefined.
 *
 * The engine of Node backtracks: where a match fails, it tries every other way in which the expression reads the text. The number of ways
 * grows with the text if two loops of the expression read the same characters one after the other (polynomial), or if one loop reads the
 * same characters in two ways (exponential). An expression without `^` has one more loop: the engine tries it from every position.
 *
 * Each character of the expression is a state of an automaton (Glushkov's), and the criteria are those of Weber and Seidl, On the degree of
 * ambiguity of finite automata (1991): polynomial if a text w leads from state p to p, from p to q, and from q to q; exponential
 * if a text leads from p to p in two ways. Bounded repetitions count as loops from 257 on, lookaheads as branches, and back references as
 * copies of their group.
 */
export function slownessOf(source: string, flags: string): string | undefined {
  return new Automaton(source, flags).slowness();
}

/** A state: the position of a character of the expression. */
interface State {
  /** The characters that lead to it: one bit for each of the alphabet. */
  readonly chars: bigint;
  readonly raw: string;
}

/** Where a state can come first in a part of the expression. */
interface First {
  readonly state: number;
  /** The characters that may come before it; none for the start of the text alone. */
  readonly after: bigint;
}

/** Where a state can come last. */
interface Last {
  readonly state: number;
  readonly asks: Asked;
}

/** The requirement for the text that follows: none, the end, or another one. */
type Asked = 0 | 1 | 2;

interface Part {
  readonly firsts: readonly First[];
  readonly lasts: readonly Last[];
  readonly isNullable: boolean;
  /** If the part reads nothing: the characters that may come before it, by those that follow. */
  readonly after: (chars: bigint) => bigint;
  /** If the part reads nothing: its requirement for the text that follows. */
  readonly asks: Asked;
}

const anything = ~0n;
const nothing: Part = { firsts: [], lasts: [], isNullable: true, after: () => anything, asks: 0 };

/** A repetition of more is a loop. */
const mostCopies = 256;
const mostSteps = 3_000_000;

class Automaton {
  private readonly states: State[] = [];
  /** The states that can follow each state, once for each way that leads there. */
  private readonly follow: number[][] = [];
  private readonly alphabet: readonly string[];
  private readonly charsByRaw = new Map<string, bigint>();
  private readonly flags: string;
  private readonly whole: Part;
  private steps = 0;
  private problem: string | undefined;

  constructor(source: string, flags: string) {
    const isUnicode = /[uv]/.test(flags);
    const mode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
    const pattern = new RegExpParser().parsePattern(source, 0, source.length, mode);
    this.flags = flags.replace(/[gyd]/g, "");
    this.alphabet = alphabetOf(source, isUnicode);
    this.whole = this.alternatives(pattern.alternatives);
    if (!flags.includes("y")) this.addStarts();
  }

  slowness(): string | undefined {
    return this.problem ?? this.exponential() ?? this.polynomial();
  }

  /** The engine tries the expression from every position: a loop before its first characters, with a state for each kind of character. */
  private addStarts(): void {
    const all = (1n << BigInt(this.alphabet.length)) - 1n;
    const kinds = this.whole.firsts.reduce<readonly bigint[]>(
      (found, { after }) =>
        found.flatMap((each) => [each & after, each & ~after]).filter((each) => each !== 0n),
      [all],
    );
    const distinct = [...new Set(kinds)];
    const starts = distinct.map((chars) => this.addState(chars, "(any start)"));
    for (const from of starts) {
      this.follow[from]?.push(...starts);
      for (const { state, after } of this.whole.firsts) {
        if ((this.charsAt(from) & after) !== 0n) this.follow[from]?.push(state);
      }
    }
  }

  private alternatives(nodes: readonly AST.Alternative[]): Part {
    const parts = nodes.map(({ elements }) =>
      elements.reduce<Part>((before, each) => this.concat(before, this.element(each)), nothing),
    );
    const empty = parts.filter(({ isNullable }) => isNullable);
    return {
      firsts: parts.flatMap(({ firsts }) => firsts),
      lasts: parts.flatMap(({ lasts }) => lasts),
      isNullable: empty.length > 0,
      after: (chars) => empty.reduce((before, { after }) => before | after(chars), 0n),
      asks: Math.max(0, ...empty.map(({ asks }) => asks)) as Asked,
    };
  }

  private element(node: AST.Element): Part {
    if (node.type === "Group" || node.type === "CapturingGroup") return this.alternatives(node.alternatives);
    if (node.type === "Quantifier") return this.quantifier(node);
    if (node.type === "Assertion") return this.assertion(node);
    if (node.type === "Backreference") return this.group(node);
    const state = this.addState(this.charsOf(node.raw), node.raw);
    return {
      ...nothing,
      firsts: [{ state, after: anything }],
      lasts: [{ state, asks: 0 }],
      isNullable: false,
    };
  }

  private group({ resolved }: AST.Backreference): Part {
    const groups = Array.isArray(resolved) ? resolved : [resolved];
    return this.alternatives(groups.flatMap(({ alternatives }) => alternatives));
  }

  private assertion(node: AST.Assertion): Part {
    const isMultiline = this.flags.includes("m");
    const newline = this.charsOf("[\\n\\r\\u2028\\u2029]");
    if (node.kind === "start") return { ...nothing, after: () => (isMultiline ? newline : 0n) };
    if (node.kind === "end") return { ...nothing, asks: 1 };
    if (node.kind === "word") {
      const word = this.charsOf("\\w");
      const after = (chars: bigint) => {
        if ((chars & ~word) === 0n) return ~word;
        return (chars & word) === 0n ? word : anything;
      };
      return { ...nothing, after: node.negate ? () => anything : after, asks: 2 };
    }
    if (node.kind === "lookbehind") {
      if (hasLoop(node)) this.problem = `${node.raw} reads backwards from every position`;
      const chars = this.charsBefore(node);
      return { ...nothing, ...(chars !== undefined && { after: () => chars }), asks: 2 };
    }
    // The engine reads the text of a lookahead, and goes back.
    const alternatives = node.kind === "lookahead" ? node.alternatives : [];
    return { ...nothing, firsts: this.alternatives(alternatives).firsts, asks: 2 };
  }

  /** The characters that a lookbehind allows before, if it is about one character. */
  private charsBefore({ alternatives, negate }: AST.LookbehindAssertion): bigint | undefined {
    const elements = alternatives.map(({ elements: [first, ...more] }) =>
      more.length > 0 ? undefined : first,
    );
    const isChar = (each: AST.Element | undefined): each is AST.Character | AST.CharacterClass =>
      each !== undefined && /^Character/.test(each.type);
    if (!elements.every(isChar)) return undefined;
    const chars = elements.reduce((before, { raw }) => before | this.charsOf(raw), 0n);
    return negate ? ~chars : chars;
  }

  private quantifier({ element, min, max }: AST.Quantifier): Part {
    if (max === 0) return nothing;
    const isLoop = max > mostCopies || (max > 8 && hasQuantifier(element));
    if (isLoop) {
      const copies = Array.from({ length: Math.min(Math.max(min, 1), 3) }, () => this.element(element));
      const last = copies.at(-1) ?? nothing;
      this.join(last.lasts, last.firsts);
      const part = copies.reduce((before, each) => this.concat(before, each), nothing);
      return min === 0 ? { ...part, isNullable: true, after: nothing.after, asks: 0 } : part;
    }
    const copies = Math.min(max, 4);
    return this.repeated(element, Math.min(min, copies), copies);
  }

  /** `x(x(x)?)?`: a number of copies reads each text in one way only. */
  private repeated(element: AST.Element, min: number, max: number): Part {
    if (max === 0) return nothing;
    const part = this.concat(this.element(element), this.repeated(element, Math.max(min - 1, 0), max - 1));
    return min === 0 ? { ...part, isNullable: true, after: nothing.after, asks: 0 } : part;
  }

  private concat(left: Part, right: Part): Part {
    const firsts = right.firsts.map(({ state, after }) => ({
      state,
      after: after & left.after(this.charsAt(state)),
    }));
    this.join(left.lasts, right.firsts);
    const lasts = left.lasts.map(({ state, asks }) => ({ state, asks: Math.max(asks, right.asks) as Asked }));
    return {
      firsts: left.isNullable ? [...left.firsts, ...firsts] : left.firsts,
      lasts: right.isNullable ? [...lasts, ...right.lasts] : right.lasts,
      isNullable: left.isNullable && right.isNullable,
      after: (chars) => left.after(chars) & right.after(chars),
      asks: Math.max(left.asks, right.asks) as Asked,
    };
  }

  private join(lasts: readonly Last[], firsts: readonly First[]): void {
    for (const { state } of lasts) {
      for (const first of firsts) {
        if ((this.charsAt(state) & first.after) !== 0n) this.follow[state]?.push(first.state);
      }
    }
  }

  private addState(chars: bigint, raw: string): number {
    this.follow.push([]);
    return this.states.push({ chars, raw }) - 1;
  }

  private charsOf(raw: string): bigint {
    const known = this.charsByRaw.get(raw);
    if (known !== undefined) return known;
    const expression = new RegExp(`^(?:${raw})$`, this.flags);
    let chars = 0n;
    this.alphabet.forEach((char, at) => {
      if (expression.test(char)) chars |= 1n << BigInt(at);
    });
    this.charsByRaw.set(raw, chars);
    return chars;
  }

  /** The states that each state leads to, in any number of steps. */
  private reached(): readonly ReadonlySet<number>[] {
    return this.states.map((_, from) => {
      const found = new Set<number>();
      const open = [from];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        for (const next of this.follow[at] ?? []) {
          if (found.has(next)) continue;
          found.add(next);
          open.push(next);
        }
      }
      return found;
    });
  }

  /** A text leads from a state to itself in two ways. */
  private exponential(): string | undefined {
    const reached = this.reached();
    for (const [at, state] of this.states.entries()) {
      if (reached[at]?.has(at) !== true) continue;
      const isIn = (other: number) => reached[at]?.has(other) === true && reached[other]?.has(at) === true;
      const next = (from: number) => this.follow[from]?.filter(isIn) ?? [];
      const doubled = next(at).find((each, index, all) => all.indexOf(each) !== index);
      if (doubled !== undefined)
        return `${state.raw} and ${this.rawOf(doubled)} follow each other in two ways: exponential`;
      const found = this.search(
        [at, at, 0],
        ([left, right, split]) =>
          next(left).flatMap((toLeft) =>
            next(right).map((toRight) => [toLeft, toRight, split === 1 || toLeft !== toRight ? 1 : 0]),
          ),
        ([left, right]) => this.charsAt(left) & this.charsAt(right),
        [at, at, 1],
      );
      if (found !== undefined) return `${state.raw} reads ${found} in two ways: exponential`;
    }
    return undefined;
  }

  /** A text leads from a state to itself, from there to another state, and from that one to itself. */
  private polynomial(): string | undefined {
    const reached = this.reached();
    const loops = this.states.map((_, at) => at).filter((at) => reached[at]?.has(at) === true);
    const free = new Set(this.whole.lasts.filter((each) => this.isFree(each)).map(({ state }) => state));
    for (const first of loops) {
      for (const second of loops) {
        if (first === second || reached[first]?.has(second) !== true) continue;
        const within = (center: number) => (other: number) =>
          reached[center]?.has(other) === true && reached[other]?.has(center) === true;
        const [inFirst, inSecond] = [within(first), within(second)];
        // Two states of one loop are judged above. A loop that may end the expression at any time lets nothing fail.
        if (inFirst(second) || loops.filter(inSecond).every((each) => free.has(each))) continue;
        const between = (other: number) =>
          reached[first]?.has(other) === true && (other === second || reached[other]?.has(second) === true);
        const next = (from: number, isAllowed: (other: number) => boolean) =>
          this.follow[from]?.filter(isAllowed) ?? [];
        const found = this.search(
          [first, first, second],
          ([one, two, three]) =>
            next(one, inFirst).flatMap((a) =>
              next(two, between).flatMap((b) => next(three, inSecond).map((c) => [a, b, c])),
            ),
          ([one, two, three]) => this.charsAt(one) & this.charsAt(two) & this.charsAt(three),
          [first, second, second],
        );
        if (found !== undefined)
          return `${this.rawOf(first)} and ${this.rawOf(second)} both read ${found}: polynomial`;
      }
    }
    return undefined;
  }

  /** Whether the expression has matched whenever it reaches a state: it reads everything up to the end. */
  private isFree({ state, asks }: Last): boolean {
    if (asks !== 1) return asks === 0;
    const rest = ((1n << BigInt(this.alphabet.length)) - 1n) & ~this.charsAt(state);
    const ends = this.flags.includes("m") ? this.charsOf("[\\n\\r\\u2028\\u2029]") : 0n;
    return (rest & ~ends) === 0n && this.follow[state]?.includes(state) === true;
  }

  /** The text that leads from one tuple of states to another, or undefined. */
  private search(
    from: Tuple,
    next: (tuple: Tuple) => readonly (readonly number[])[],
    charsOf: (tuple: Tuple) => bigint,
    to: Tuple,
  ): string | undefined {
    const seen = new Set<string>();
    let open: { readonly tuple: Tuple; readonly text: string }[] = [{ tuple: from, text: "" }];
    while (open.length > 0) {
      const found: typeof open = [];
      for (const { tuple, text } of open) {
        for (const [a = 0, b = 0, c = 0] of next(tuple)) {
          this.steps += 1;
          if (this.steps > mostSteps) return "more than can be checked";
          const reached: Tuple = [a, b, c];
          const key = reached.join();
          if (seen.has(key)) continue;
          const chars = charsOf(reached);
          if (chars === 0n) continue;
          const longer = text + this.charIn(chars);
          if (key === to.join()) return JSON.stringify(longer);
          seen.add(key);
          found.push({ tuple: reached, text: longer });
        }
      }
      open = found;
    }
    return undefined;
  }

  private charsAt(state: number): bigint {
    return this.states[state]?.chars ?? 0n;
  }

  private rawOf(state: number): string {
    return this.states[state]?.raw ?? "";
  }

  private charIn(chars: bigint): string {
    return this.alphabet.find((_, at) => ((chars >> BigInt(at)) & 1n) === 1n) ?? "";
  }
}

type Tuple = readonly [number, number, number];

/**
 * Characters that distinguish the sets of an expression: ASCII, those that it names with their neighbours, and some of each other
 * kind.
 */
function alphabetOf(source: string, isUnicode: boolean): readonly string[] {
  const ascii = Array.from({ length: 128 }, (_, code) => code);
  const named = [...source].flatMap((char) => char.codePointAt(0) ?? []);
  const escaped = [...source.matchAll(/\\(?:x|u\{?)([0-9a-fA-F]{2,6})/g)].map(([, digits = ""]) =>
    Number.parseInt(digits, 16),
  );
  const others = [0x85, 0xa0, 0xe9, 0x3b1, 0x130, 0x660, 0x2028, 0x2029, 0x4e00, 0xd800, 0xfeff, 0x1f600];
  const codes = [...named, ...escaped].flatMap((code) => [code - 1, code, code + 1]);
  const most = isUnicode ? 0x10ffff : 0xffff;
  return [...new Set([...ascii, ...codes, ...others])]
    .filter((code) => code >= 0 && code <= most)
    .map((code) => String.fromCodePoint(code));
}

function hasQuantifier(node: AST.Element): boolean {
  return anyBelow(node, ({ type }) => type === "Quantifier");
}

function hasLoop(node: AST.LookbehindAssertion): boolean {
  return anyBelow(node, (each) => each.type === "Quantifier" && each.max > mostCopies);
}

function anyBelow(node: AST.Element, test: (node: AST.Element) => boolean): boolean {
  if (test(node)) return true;
  if (node.type === "Quantifier") return anyBelow(node.element, test);
  if (!("alternatives" in node)) return false;
  return (node.alternatives as readonly AST.Alternative[]).some(({ elements = [] }) =>
    elements.some((each) => anyBelow(each, test)),
  );
}
