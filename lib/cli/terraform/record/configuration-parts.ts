import { createHash } from "node:crypto";
import { addressWordsIn } from "../../../core/terraform/address-words";
import { declarationsOf } from "../../../local/model/read/declarations";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import { type FileDigest, packagesFolder, terraformJson } from "./digests";
import { type ReadOutput, referencesIn, remoteState, textsInValue } from "./inputs";

/**
 * A part of a configuration that a plan depends on.
 *
 * `setting`: no plan of single blocks is sound after it has changed. `read`: an output of another stack.
 */
type PartKind = "resource" | "data" | "local" | "output" | "package" | "provider" | "setting" | "read";

export interface ConfigurationPart {
  /** Its address in Terraform. Of a package `assets/<name>`, of a provider `provider.aws`. */
  readonly id: string;
  readonly kind: PartKind;
  /** Of its id and its content. Undefined for outputs of other stacks, whose values are not in the configuration. */
  readonly digest: string | undefined;
  /** Ids of the parts that it refers to. */
  readonly uses: readonly string[];
}

/** The kinds of blocks of a configuration whose plans can be narrowed. */
const knownKinds = ["//", "terraform", "provider", "resource", "data", "locals", "output"];
const settings = ["terraform", "moved", "removed", "import"] as const;

/** The id of the part that stands for the versions that decide what a plan contains. */
const versionsId = "versions";

/** A digest of 66 bits. Terraform computes the same with `substr(base64sha256(jsonencode([id, content])), 0, 11)`. */
export const partDigest = (id: string, content: unknown): string =>
  createHash("sha256")
    .update(terraformJson([id, content]))
    .digest("base64")
    .slice(0, digestLength);

export const digestLength = 11;

export interface PartSources {
  readonly files: readonly FileDigest[];
  readonly outputs: readonly ReadOutput[];
  /** Versions of this library and of the providers. */
  readonly versions: readonly string[];
}

/** Reads the parts of a configuration. Undefined if it has blocks of a kind whose effect on others is not known, such as `check`. */
export function configurationParts(
  { template }: Pick<SynthesizedStack, "template">,
  { files, outputs, versions }: PartSources,
): readonly ConfigurationPart[] | undefined {
  const isKnown = (kind: string) => knownKinds.includes(kind) || settings.some((each) => each === kind);
  if (!Object.keys(template).every(isKnown)) return undefined;
  const { blocks, locals, outputs: own, providers } = declarationsOf([template]);
  const contents: (readonly [id: string, kind: PartKind, content: unknown])[] = [
    ...blocks
      .filter(({ type }) => type !== `data.${remoteState}`)
      .map(({ type, name, body }) => {
        const kind = type.startsWith("data.") ? "data" : "resource";
        return [`${type}.${name}`, kind, body] as const;
      }),
    ...[...locals].map(([name, value]) => [`local.${name}`, "local", value] as const),
    ...[...own].map(([name, body]) => [`output.${name}`, "output", body] as const),
    ...[...providers].map(([name, configs]) => [`provider.${name}`, "provider", configs] as const),
  ];
  const packages = packagesAmong(files);
  const ids: Ids = {
    all: new Set(contents.map(([id]) => id)),
    locals: [...locals.keys()].map((name) => `local.${name}`),
    packages: [...packages.keys()],
    outputs: new Set(outputs.map(({ reference }) => reference)),
  };
  return [
    ...contents.map(([id, kind, content]) => ({
      id,
      kind,
      digest: partDigest(id, withoutComments(content)),
      uses: usedBy(content, ids),
    })),
    ...[...packages].map(([id, content]) => alone(id, "package", content)),
    ...settings.map((id) => alone(id, "setting", withoutComments(template[id] ?? null))),
    alone(versionsId, "setting", versions),
    ...outputs.map(({ reference: id }) => ({ id, kind: "read" as const, digest: undefined, uses: [] })),
  ];
}

const alone = (id: string, kind: PartKind, content: unknown): ConfigurationPart => ({
  id,
  kind,
  digest: partDigest(id, content),
  uses: [],
});

/** The files of each package, by `assets/<name>`. */
function packagesAmong(files: readonly FileDigest[]): ReadonlyMap<string, readonly FileDigest[]> {
  const found = new Map<string, FileDigest[]>();
  for (const file of files) {
    const id = `${packagesFolder}/${file[0].split("/")[0]}`;
    found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
}

function withoutComments(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutComments);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== "//");
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutComments(each)]));
}

/** The ids that a text may refer to. */
interface Ids {
  readonly all: ReadonlySet<string>;
  readonly locals: readonly string[];
  readonly packages: readonly string[];
  /** References to outputs of other stacks. */
  readonly outputs: ReadonlySet<string>;
}

const packageWord = new RegExp(`(?<![\\w-])${packagesFolder}(?:/([^/"]*)|(?=["']|$))`, "g");

/** Finds too much rather than too little: a word that only looks like a reference makes a plan larger, not wrong. */
function usedBy(content: unknown, { all, locals, packages, outputs }: Ids): readonly string[] {
  const found = new Set<string>();
  for (const text of textsInValue(content)) {
    // `depends_on` and `replace_triggered_by` have addresses without `${}`.
    const words = addressWordsIn(text.replace(/\s*\.\s*/g, "."));
    for (const word of words) if (all.has(word)) found.add(word);
    for (const each of referencesIn(text)) if (outputs.has(each)) found.add(each);
    if (text.includes("${") && /\blocal\b(?!\s*\.)/.test(text)) for (const each of locals) found.add(each);
    for (const [, name = ""] of text.matchAll(packageWord)) {
      const isOne = name !== "" && !name.includes("${");
      const named = isOne ? [`${packagesFolder}/${name}`] : packages;
      for (const each of named) if (packages.includes(each)) found.add(each);
    }
  }
  return [...found];
}
