type Nested = string | null | readonly Nested[];

/** Parses an array as Postgres writes it: `{1,NULL,"a b"}`, `{{1,2},{3,4}}`, also with bounds: `[2:3]={1,2}`. */
export function parseArray(text: string): readonly Nested[] {
  let at = text.indexOf("{");
  const list = (): readonly Nested[] => {
    const items: Nested[] = [];
    at += 1;
    while (at < text.length && text[at] !== "}") {
      if (text[at] === ",") at += 1;
      items.push(item());
    }
    at += 1;
    return items;
  };
  const item = (): Nested => {
    if (text[at] === "{") return list();
    if (text[at] === '"') {
      const [whole = '""', inner = ""] = /"((?:[^"\\]|\\.)*)"/sy.exec(text.slice(at)) ?? [];
      at += whole.length;
      return inner.replace(/\\(.)/gs, "$1");
    }
    const end = /[,}]/.exec(text.slice(at))?.index ?? text.length - at;
    const plain = text.slice(at, at + end);
    at += end;
    return plain === "NULL" ? null : plain;
  };
  return at < 0 ? [] : list();
}
