import type { Values } from "../model";
import { isValues } from "../values";

/** A resource or data source as declared in the JSON, with unresolved references. */
export interface Declaration {
  /** `aws_lambda_function`; of a data source `data.aws_iam_role`. */
  readonly type: string;
  readonly name: string;
  readonly body: Values;
}

export interface Declarations {
  readonly blocks: readonly Declaration[];
  readonly locals: ReadonlyMap<string, unknown>;
  readonly variables: ReadonlyMap<string, Values>;
  readonly outputs: ReadonlyMap<string, Values>;
  /** Configurations by provider name; a provider with aliases has several. */
  readonly providers: ReadonlyMap<string, readonly Values[]>;
  readonly modules: readonly string[];
  /** The new addresses in the state, by the earlier address. */
  readonly moved: ReadonlyMap<string, string>;
  /** Addresses that Terraform forgets without destroying the resource. */
  readonly forgotten: ReadonlySet<string>;
}

/**
 * Reads the Terraform JSON files of a folder.
 *
 * Wherever a block has labels, a list of objects is equivalent to one object.
 *
 * Source: https://developer.hashicorp.com/terraform/language/syntax/json
 */
export function declarationsOf(files: readonly unknown[]): Declarations {
  const root = entries(files);
  const labelled = (kind: string) => entries(root.filter(([key]) => key === kind).map(([, value]) => value));
  const typed = (kind: string, prefix: string) =>
    labelled(kind).flatMap(([type, names]) =>
      entries([names]).flatMap(([name, bodies]) =>
        objects(bodies).map((body): Declaration => ({ type: `${prefix}${type}`, name, body })),
      ),
    );
  const unlabelled = (kind: string) =>
    root.filter(([key]) => key === kind).flatMap(([, value]) => objects(value));
  const bodies = (kind: string) =>
    new Map(labelled(kind).map(([name, body]) => [name, objects(body)[0] ?? {}] as const));
  const providers = new Map<string, readonly Values[]>();
  for (const [name, configs] of labelled("provider")) {
    providers.set(name, [...(providers.get(name) ?? []), ...objects(configs)]);
  }
  return {
    blocks: [...typed("resource", ""), ...typed("data", "data.")],
    locals: new Map(labelled("locals")),
    variables: bodies("variable"),
    outputs: bodies("output"),
    providers,
    modules: labelled("module").map(([name]) => name),
    moved: new Map(
      unlabelled("moved").map(({ from, to }) => [plainAddress(from), plainAddress(to)] as const),
    ),
    forgotten: new Set(
      unlabelled("removed")
        .filter(({ lifecycle }) => objects(lifecycle)[0]?.destroy === false)
        .map(({ from }) => plainAddress(from)),
    ),
  };
}

/** Newer CDKs write an address as a reference. */
export const plainAddress = (address: unknown): string => String(address).replace(/^\$\{(.*)\}$/, "$1");

/** The objects in a value, at any depth of nested lists. */
function objects(value: unknown): readonly Values[] {
  if (Array.isArray(value)) return value.flatMap(objects);
  return isValues(value) ? [value] : [];
}

function entries(values: readonly unknown[]): readonly (readonly [string, unknown])[] {
  return values.flatMap(objects).flatMap((object) => Object.entries(object).filter(([key]) => key !== "//"));
}
