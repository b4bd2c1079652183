import { ServiceError } from "../contract/define-service";

/** A statement with the names of its parameters, in the order of the placeholders. */
export interface ParsedStatement {
  /** Texts between the placeholders; one more than there are names. */
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/** Texts in which `:name` is not a parameter, as Postgres and MySQL write them. */
const skipped: readonly RegExp[] = [
  /--[^\n]*/y,
  /\/\*[\s\S]*?(?:\*\/|$)/y,
  /'(?:[^'\\]|''|\\[\s\S])*'?/y,
  /"(?:[^"]|"")*"?/y,
  /`[^`]*`?/y,
  /\$([A-Za-z_]\w*)?\$[\s\S]*?(?:\$\1\$|$)/y,
  // A cast: `::text`.
  /::/y,
];
const parameter = /:(\w+)/y;

/** Finds the named parameters of a statement. */
export function parseSql(sql: string): ParsedStatement {
  const texts: string[] = [];
  const names: string[] = [];
  let from = 0;
  let at = 0;
  const matchAt = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(sql);
  };
  while (at < sql.length) {
    const found = skipped.map(matchAt).find((match) => match !== null);
    const named = found === undefined ? matchAt(parameter) : null;
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

/** Refuses several statements in one request, as the service does. */
export function refuseSeveral(sql: string): void {
  const { texts } = parseSql(sql);
  const bare = skipped
    .slice(0, -1)
    .reduce((text, pattern) => text.replace(new RegExp(pattern.source, "g"), " "), texts.join(" "));
  if (/;\s*\S/.test(bare)) throw new ServiceError("BadRequestException", "Multistatements aren't supported.");
}
