import { ServiceError } from "../contract/define-service";

/** A statement with the names of its parameters, in the order of the placeholders. */
export interface ParsedStatement {
  /** Texts between the placeholders; one more than there are names. */
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

const comments = [/--[^\n]*/y, /\/\*[\s\S]*?(?:\*\/|$)/y, /#[^\n]*/y] as const;
const [line, block, hash] = comments;

/** Parts in which `:name` is not a parameter. A backslash is an escape in MySQL, and in Postgres only in texts with an `E`. */
const skipped = {
  postgres: [
    line,
    block,
    /(?<!\w)e'(?:[^'\\]|''|\\[\s\S])*'?/iy,
    /'(?:[^']|'')*'?/y,
    /"(?:[^"]|"")*"?/y,
    /\$([A-Za-z_]\w*)?\$[\s\S]*?(?:\$\1\$|$)/y,
    // A cast: `::text`.
    /::/y,
  ],
  mysql: [line, block, hash, /'(?:[^'\\]|''|\\[\s\S])*'?/y, /"(?:[^"\\]|""|\\[\s\S])*"?/y, /`[^`]*`?/y],
} as const;
const parameter = /:(\w+)/y;

/** Finds the named parameters of a statement. Refuses several statements, as the service does. */
export function parseSql(sql: string, isMysql: boolean): ParsedStatement {
  const patterns = skipped[isMysql ? "mysql" : "postgres"];
  const texts: string[] = [];
  const names: string[] = [];
  let from = 0;
  let at = 0;
  let hasEnded = false;
  const matchAt = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(sql);
  };
  while (at < sql.length) {
    const pattern = patterns.find((each) => matchAt(each) !== null);
    const found = pattern && matchAt(pattern);
    if (hasEnded && /\S/.test(sql[at] ?? "") && !comments.some((each) => each === pattern)) {
      throw new ServiceError("BadRequestException", "Multistatements aren't supported.");
    }
    hasEnded ||= pattern === undefined && sql[at] === ";";
    const named = pattern === undefined ? matchAt(parameter) : null;
    // `items[1:2]` is a slice of an array.
    const isSlice = named !== null && /[\w)\]]/.test(sql[at - 1] ?? "") && /^\d/.test(named[1] ?? "");
    if (named !== null && !isSlice) {
      texts.push(sql.slice(from, at));
      names.push(named[1] ?? "");
      from = at + named[0].length;
    }
    at += Math.max((found ?? named)?.[0].length ?? 0, 1);
  }
  return { texts: [...texts, sql.slice(from)], names };
}
