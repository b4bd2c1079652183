/** Directives that need an end. Source: https://velocity.apache.org/engine/1.7/vtl-reference.html */
const blocks: readonly string[] = ["if", "foreach", "macro", "define"];
const withArgument: readonly string[] = [...blocks, "elseif", "set", "evaluate"];
const known: readonly string[] = [...withArgument, "else", "end", "stop", "break", "return"];
/** They read files, which a gateway does not have. */
const reading: readonly string[] = ["include", "parse"];

/** The next part of a template. */
const parts =
  /\\[#$]|##[^\n]*|#\*|#\[\[|#(?:\{(?<inBraces>[A-Za-z]\w*)\}|(?<name>[A-Za-z]\w*))(?<space>[ \t]*)(?<opens>\()?|\$!?\{?[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*\(/g;

interface OpenBlock {
  readonly name: string;
  readonly line: number;
  hasElse: boolean;
}

/**
 * The syntax error of a VTL template, which services report at deployment or at the first request; undefined if none was found.
 * Checks only directives and parentheses.
 */
export function velocityFault(text: string): string | undefined {
  const open: OpenBlock[] = [];
  const macros = new Set([...text.matchAll(/#macro\s*\(\s*([A-Za-z]\w*)/g)].map(([, name]) => name));
  const lineOf = (at: number) => text.slice(0, at).split("\n").length;
  let at = 0;
  for (;;) {
    parts.lastIndex = at;
    const found = parts.exec(text);
    if (found === null) break;
    const line = lineOf(found.index);
    const [part] = found;
    at = found.index + part.length;
    if (part.startsWith("\\") || part.startsWith("##")) continue;
    if (part === "#*" || part === "#[[") {
      const end = part === "#*" ? "*#" : "]]#";
      const closed = text.indexOf(end, at);
      if (closed === -1) return `line ${line}: ${part} has no ${end}`;
      at = closed + end.length;
      continue;
    }
    if (part.startsWith("$")) {
      const closed = closingOf(text, at);
      if (closed === undefined) return `line ${line}: ${part} has no )`;
      at = closed;
      continue;
    }
    const { inBraces, name = inBraces ?? "", opens, space = "" } = found.groups ?? {};
    const isCall = opens !== undefined && (known.includes(name) || space === "");
    if (!known.includes(name)) {
      if (reading.includes(name) && isCall) return `line ${line}: #${name} reads a file, and there are none`;
      if (isCall && !macros.has(name)) return `line ${line}: #${name} is not a directive`;
      // Text with a #, such as a color.
      if (!isCall) at = found.index + 1;
    }
    if (withArgument.includes(name) && !isCall) return `line ${line}: #${name} has no (`;
    // Text in parentheses may follow these.
    if (isCall && !["else", "end", "stop", "break"].includes(name)) {
      const closed = closingOf(text, at);
      if (closed === undefined) return `line ${line}: #${name}( has no )`;
      const fault = argumentFault(name, text.slice(at, closed - 1));
      if (fault !== undefined) return `line ${line}: ${fault}`;
      at = closed;
    }
    const fault = blockFault(name, line, open);
    if (fault !== undefined) return `line ${line}: ${fault}`;
  }
  const last = open.at(-1);
  return last && `line ${last.line}: #${last.name} has no #end`;
}

function blockFault(name: string, line: number, open: OpenBlock[]): string | undefined {
  if (blocks.includes(name)) open.push({ name, line, hasElse: false });
  if (name === "end" && open.pop() === undefined) return "#end ends nothing";
  if (name !== "else" && name !== "elseif") return undefined;
  const last = open.at(-1);
  if (last?.name !== "if" || last.hasElse) return `#${name} follows no #if`;
  last.hasElse = name === "else";
  return undefined;
}

const argumentForms: Readonly<Record<string, readonly [form: RegExp, example: string]>> = {
  if: [/\S/, "#if($a)"],
  elseif: [/\S/, "#elseif($a)"],
  foreach: [/^\s*\$!?\{?[A-Za-z_][\w-]*\}?\s+in\s+\S/, "#foreach($a in $list)"],
  set: [/^\s*\$!?\{?[A-Za-z_][^=]*=\s*\S/, "#set($a = 1)"],
};

function argumentFault(name: string, argument: string): string | undefined {
  const [form, example] = argumentForms[name] ?? [];
  if (form === undefined || form.test(argument)) return undefined;
  return `#${name}(${argument.trim()}) is not of the form ${example}`;
}

const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** The position after the closing parenthesis of an argument; undefined without one, or if another bracket does not match. */
function closingOf(text: string, start: number): number | undefined {
  const expected = [")"];
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") {
      at = endOfString(text, at);
      continue;
    }
    const closing = pairs[character];
    if (closing !== undefined) expected.push(closing);
    else if (")]}".includes(character) && expected.pop() !== character) return undefined;
    if (expected.length === 0) return at + 1;
  }
  return undefined;
}

function endOfString(text: string, start: number): number {
  const quote = text.charAt(start);
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === "\\" ? 2 : 1;
  return at;
}
