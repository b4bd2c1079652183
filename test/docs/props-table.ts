import { parseSource, type StatementOf, withoutUndefined } from "../support/parse-source";

/** One prop of an interface. */
export interface Prop {
  readonly name: string;
  readonly type: string;
  /** Text of `@default`; undefined for a required prop without one. */
  readonly default?: string;
  readonly required: boolean;
  readonly doc: string;
}

type Member = StatementOf<"TSInterfaceDeclaration">["body"]["body"][number];

/** A type without the `undefined` that each optional member takes, too: `{ a?: string }`. */
export function withoutAllowedUndefined(type: string): string {
  const shorter = type.replace(/(\w\?: (?:[^;{}]|\{[^{}]*\})*?) \| undefined(?=;| ?\})/g, "$1");
  return shorter === type ? type : withoutAllowedUndefined(shorter);
}

/** Reads the members of an interface, in their order; objects written out in place become `outer.inner`. */
export function readProps(source: string, interfaceName: string): readonly Prop[] {
  for (const statement of parseSource(source).body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "TSInterfaceDeclaration" && declared.id.name === interfaceName) {
      const props = declared.body.body.flatMap((member) => readMember(member, source, ""));
      const parameters = declared.typeParameters?.params ?? [];
      return parameters.reduce((all, { name, constraint }) => {
        if (!constraint) return all;
        const type = source.slice(constraint.start ?? 0, constraint.end ?? 0);
        return all.map((prop) => ({
          ...prop,
          type: withoutNames(prop.type.replace(new RegExp(`\\b${name}\\b`, "g"), type)),
        }));
      }, props);
    }
  }
  throw new Error(`no interface ${interfaceName}`);
}

/** Names of authorizers only help editors. */
const withoutNames = (type: string): string =>
  type
    .replace(/Named<(\w+), string>/, "MapOf<$1>")
    .replace(" | Declared<string>", "")
    .replace(/(Defaults|RouteProps)<string>/, "$1");

/** Prop tables as Markdown. */
export function propsTable(props: readonly Prop[]): string {
  const rows = props.map(
    ({ name, type, required, default: given, doc }) =>
      `| \`${name}\` | \`${cell(type)}\` | ${required && given === undefined ? "required" : defaultCell(given)} | ${cell(doc)} |`,
  );
  return ["| Prop | Type | Default | Meaning |", "|---|---|---|---|", ...rows].join("\n");
}

function readMember(member: Member, source: string, prefix: string): readonly Prop[] {
  const written = member.type === "TSPropertySignature" ? member.typeAnnotation?.typeAnnotation : undefined;
  if (member.type !== "TSPropertySignature" || member.key.type !== "Identifier" || !written) {
    throw new Error(`cannot read: ${source.slice(member.start ?? 0, member.end ?? 0)}`);
  }
  const annotation = member.optional === true ? withoutUndefined(written) : written;
  const name = prefix + member.key.name;
  const type = source.slice(annotation.start ?? 0, annotation.end ?? 0);
  // An object type without comments of its own is shown unchanged.
  if (annotation.type === "TSTypeLiteral" && type.includes("/**")) {
    return annotation.members.flatMap((inner) => readMember(inner, source, `${name}.`));
  }
  const { doc, given } = readComment(member.leadingComments?.at(-1)?.value ?? "");
  return [
    {
      name,
      type: withoutAllowedUndefined(
        type
          .replace(/\/\*\*[\s\S]*?\*\//g, "")
          .replace(/\s+/g, " ")
          .replace(/^\| /, ""),
      ),
      required: member.optional !== true,
      doc,
      ...(given === undefined ? {} : { default: given }),
    },
  ];
}

/** The text of a documentation comment, and of its `@default`. */
export function readComment(comment: string): { readonly doc: string; readonly given?: string } {
  const text = comment.replace(/^\s*\*? ?/gm, "").trim();
  const given = /@default\s+([\s\S]*?)(?=\n\s*@|$)/.exec(text)?.[1]?.trim();
  const deprecated = /@deprecated\s+([^\n]*?)(?=\s*@default|\n|$)/.exec(text)?.[1];
  const plain = text.replace(/@(?:default|deprecated|example)[\s\S]*$/, "").trim();
  const doc = [deprecated === undefined ? "" : `Deprecated. ${deprecated}`, plain]
    .filter((part) => part !== "")
    .join(" ");
  return { doc: doc.replace(/\s+/g, " "), ...(given === undefined ? {} : { given }) };
}

function defaultCell(given: string | undefined): string {
  if (given === undefined) return "";
  const text = given.replace(/\s+/g, " ");
  if (text.startsWith("- ")) return cell(text.slice(2));
  const [value = "", ...explained] = text.split(" - ");
  return `\`${cell(value)}\`${explained.length === 0 ? "" : `: ${cell(explained.join(" - "))}`}`;
}

const cell = (text: string) => text.replaceAll("|", "\\|");
