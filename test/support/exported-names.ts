import { type Program, sourceReader } from "./parse-source";

/** Which kind of declaration is looked at: interfaces, type aliases, enums and classes, or functions. */
export type NameKind = "type" | "function";

/** The names that several of these files declare and export, each with the files; re-exports do not count. */
export function repeatedNames(
  files: Readonly<Record<string, string>>,
  kind: NameKind,
): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const [file, source] of Object.entries(files)) {
    for (const name of exportedNames(source, file)[kind])
      places.set(name, [...(places.get(name) ?? []), file]);
  }
  return new Map([...places].filter(([, all]) => all.length > 1 && !areSteps(all)).sort());
}

/**
 * Whether these files are the same step of sibling folders, as `http/access/authorize.ts` and `rest/access/authorize.ts`:
 * there the same name says that the parts correspond.
 */
function areSteps(files: readonly string[]): boolean {
  const parts = files.map((file) => file.split("/"));
  const [first = []] = parts;
  if (first.length < 3 || parts.some(({ length }) => length !== first.length)) return false;
  const differing = first.flatMap((name, index) =>
    parts.every((each) => each[index] === name) ? [] : [index],
  );
  return differing.length === 1 && differing[0] !== first.length - 1;
}

const exportedNames = sourceReader((program) => ({
  type: namesIn(program, "type"),
  function: namesIn(program, "function"),
}));

/** A set, because a function may be declared once for each of its overloads. */
function namesIn({ body }: Program, kind: NameKind): ReadonlySet<string> {
  const names = body.flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    const { declaration } = statement;
    switch (declaration?.type) {
      case "TSInterfaceDeclaration":
      case "TSTypeAliasDeclaration":
      case "TSEnumDeclaration":
        return kind === "type" ? [declaration.id.name] : [];
      case "ClassDeclaration":
        return kind === "type" && declaration.id ? [declaration.id.name] : [];
      case "FunctionDeclaration":
      case "TSDeclareFunction":
        return kind === "function" && declaration.id ? [declaration.id.name] : [];
      default:
        return [];
    }
  });
  return new Set(names);
}
