/** A reference that an expression of Terraform reads. */
export interface Reference {
  /** `aws_iam_role.Role`, `data.archive_file.Code`, `local.name`, ... */
  readonly address: string;
  /** The output that is read from a remote state. */
  readonly output?: string;
}

/** Words that begin a reference to something that needs no block. */
const builtIn = ["path", "terraform", "each", "count", "self"];

/** Every reference in the expressions of a text: `"${aws_iam_role.Role.arn}:*"`. */
export function referencesIn(text: string): Reference[] {
  return expressionsIn(text).flatMap((expression) => {
    const nested = [...expression.matchAll(/"((?:[^"\\]|\\.)*)"/g)].flatMap(([, quoted = ""]) =>
      referencesIn(quoted),
    );
    const plain = expression.replace(/"(?:[^"\\]|\\.)*"/g, '""');
    return [...nested, ...rootsOf(plain)];
  });
}

function rootsOf(expression: string): Reference[] {
  const found = expression.matchAll(
    /(?<![\w.\-\]"])((?:data\.)?[A-Za-z_][\w-]*\.[A-Za-z_][\w-]*)(?:\.outputs\.([A-Za-z_][\w-]*))?/g,
  );
  return [...found].flatMap(([, address = "", output]) => {
    const [root = ""] = address.split(".");
    // The variable of a `for` has no underscore; types of resources have one.
    const isKnown = root.includes("_") || ["data", "local", "var", "module"].includes(root);
    if (builtIn.includes(root) || !isKnown) return [];
    return [output === undefined ? { address } : { address, output }];
  });
}

/** The insides of `${...}`; `$${` is a text. */
function expressionsIn(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text.startsWith("$${", at)) at += 2;
    else if (text.startsWith("${", at)) {
      const end = endOf(text, at + 2);
      found.push(text.slice(at + 2, end));
      at = end;
    }
  }
  return found;
}

/** Where the brace is that closes the one before `from`. */
function endOf(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** Every circle of a graph, as `a -> b -> a`; each once. */
export function circlesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (node: string, above: readonly string[]): void => {
    if (above.includes(node)) {
      circles.push([...above.slice(above.indexOf(node)), node].join(" -> "));
      return;
    }
    if (done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...above, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}
