import * as fs from "node:fs";
import * as path from "node:path";
import { Manifest, type TerraformStack } from "cdktf";
import { openNotes } from "../../../../bundle";
import { hashOf, shortHash } from "../../../core/names/hash";
import type { OwningApp } from "../../scope/owner";
import { type CodeFacts, isSameCode, loadedCode } from "./loaded-code";
import { digestStack, type StackDigest } from "./stack-digest";

/*
 * A stack whose content was made of the same things as that of the last synthesis has the same content: its file is taken as it is in
 * the output, in place of resolving and writing all elements again.
 *
 * The content of a stack depends on its own constructs, on the references that other stacks make to it (CDKTF adds outputs
 * for these), and on the backends of stacks that it refers to. A digest is made of all three, after every construct is finished and
 * before anything is resolved. `.serverform/cache` holds the digests, with those of the files; a file that the user
 * has changed is written again. The digests hold as long as this library, CDKTF and the providers are the same files.
 *
 * Nothing else is left out: constructs are declared, finished and checked as in any synthesis, so that the same notices and errors
 * appear. Elements that refer to other stacks are resolved, because this connects the stacks. If there is any doubt about one stack
 * of the app (aspects, validations or stacks of the caller, another synthesizer, HCL), all stacks are written as if nothing was known.
 */

/** The last synthesis to an output folder. */
interface Note {
  readonly code: CodeFacts;
  readonly stacks: Readonly<Record<string, { readonly digest: string; readonly content: string }>>;
}

/** Stacks that are the same as in the last synthesis, and the facts that the next one needs. */
export class UnchangedStacks {
  private constructor(
    private readonly digests: ReadonlyMap<TerraformStack, string>,
    private readonly referring: ReadonlyMap<TerraformStack, StackDigest["referring"]>,
    private readonly contents: ReadonlyMap<TerraformStack, string>,
    private readonly write: (stacks: Note["stacks"]) => void,
  ) {}

  /** Compares stacks that are finished with those of the last synthesis to the output folder of the app. */
  static find(app: OwningApp, stacks: readonly TerraformStack[]): UnchangedStacks | undefined {
    const notes = openNotes(app.appPath);
    const code = notes === undefined ? undefined : loadedCode();
    const digested = code === undefined ? undefined : digestAll(stacks);
    if (notes === undefined || code === undefined || digested === undefined) return undefined;
    const name = `stacks-${shortHash(path.relative(app.appPath, path.resolve(app.outdir)), 16)}.json`;
    const noted = notes.readNote(name) as Note | undefined;
    const before = noted !== undefined && isSameCode(noted.code, code) ? noted : undefined;
    const digests = new Map(stacks.map((stack) => [stack, wholeDigest(stack, digested)]));
    const contents = new Map<TerraformStack, string>();
    for (const [stack, digest] of digests) {
      const known = before?.stacks[stack.node.id];
      const content = known?.digest === digest ? contentOf(app.outdir, stack) : undefined;
      if (content !== undefined && hashOf(content) === known?.content) contents.set(stack, content);
    }
    const referring = new Map([...digested].map(([stack, { referring: elements }]) => [stack, elements]));
    return new UnchangedStacks(digests, referring, contents, (written) =>
      notes.writeNote(name, { code: { ...before?.code, ...code }, stacks: written } satisfies Note),
    );
  }

  /** The JSON of a stack that is unchanged; undefined for any other. */
  contentOf(stack: TerraformStack): string | undefined {
    return this.contents.get(stack);
  }

  /** The elements of a stack with references to other stacks. */
  referringOf(stack: TerraformStack): StackDigest["referring"] {
    return this.referring.get(stack) ?? [];
  }

  /** Notes what was written to a folder. */
  remember(folder: string): void {
    if (this.contents.size === this.digests.size) return;
    const written = [...this.digests].map(([stack, digest]) => {
      const content = contentOf(folder, stack) ?? "";
      return [stack.node.id, { digest, content: hashOf(content) }] as const;
    });
    this.write(Object.fromEntries(written));
  }
}

/** Undefined if there is a doubt about one of the stacks. */
function digestAll(stacks: readonly TerraformStack[]): ReadonlyMap<TerraformStack, StackDigest> | undefined {
  const digests = new Map<TerraformStack, StackDigest>();
  for (const stack of stacks) {
    const digest = tryDigest(stack);
    if (digest === undefined) return undefined;
    digests.set(stack, digest);
  }
  return isClear([...digests.values()]) ? digests : undefined;
}

/** Whether each address in a computed value can only be that of one stack. */
function isClear(digests: readonly StackDigest[]): boolean {
  if (digests.length === 1) return true;
  const known = new Set<string>();
  const ofSeveral = new Set<string>();
  for (const { addresses } of digests) {
    for (const each of addresses) (known.has(each) ? ofSeveral : known).add(each);
  }
  return digests.every(({ computed }) => [...computed].every((each) => !ofSeveral.has(each)));
}

/** A value that cannot be resolved is an error, which the synthesis reports when it resolves the stack. */
function tryDigest(stack: TerraformStack): StackDigest | undefined {
  try {
    return digestStack(stack);
  } catch {
    return undefined;
  }
}

function wholeDigest(stack: TerraformStack, digests: ReadonlyMap<TerraformStack, StackDigest>): string {
  const of = (each: TerraformStack) => digests.get(each);
  const outgoing = [...(of(stack)?.outgoing ?? [])].map(([home, references]) => [
    home.node.path,
    of(home)?.backend,
    [...references].sort(),
  ]);
  const incoming = [...digests.values()].flatMap((each) => [...(each.outgoing.get(stack) ?? [])]);
  return hashOf(JSON.stringify([of(stack)?.own, outgoing, [...new Set(incoming)].sort()]));
}

function contentOf(outdir: string, { node }: TerraformStack): string | undefined {
  try {
    return fs.readFileSync(path.join(outdir, Manifest.stacksFolder, node.id, "cdk.tf.json"), "utf8");
  } catch {
    return undefined;
  }
}
