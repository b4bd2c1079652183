import { TerraformBackend, TerraformElement, type TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { hashOf } from "../../../core/names/hash";
import { finishLast } from "../finish";
import { constructsOf, type StackInternals } from "../stack-content";
import { ContentTexts } from "./content-text";
import { ElementTexts, rttiOf } from "./element-text";

/** The parts that make the content of a stack, before anything is resolved. */
export interface StackDigest {
  /** SHA-256 of the content of the stack itself. */
  readonly own: string;
  /** SHA-256 of its backend, which other stacks read. */
  readonly backend: string;
  /** Stacks that it refers to, with the references. */
  readonly outgoing: ReadonlyMap<TerraformStack, ReadonlySet<string>>;
  /** The elements with references to other stacks, in tree order. */
  readonly referring: readonly TerraformElement[];
  /** Addresses of its blocks. */
  readonly addresses: ReadonlySet<string>;
  /** Addresses in values that were computed, which may be those of other stacks. */
  readonly computed: ReadonlySet<string>;
}

const customSynthesis = Symbol.for("cdktf/customSynthesis");

/** Methods of CDKTF that the content of a stack depends on, and of those with which it connects stacks. */
const methodsOfCdktf = [
  "getLogicalId",
  "allocateLogicalId",
  "ensureBackendExists",
  "registerOutgoingCrossStackReference",
  "registerIncomingCrossStackReference",
] as const;

/**
 * Digests a stack. Undefined if code of the caller may still change its content, or if it is not certain that all of it is in the digest.
 */
export function digestStack(stack: TerraformStack): StackDigest | undefined {
  if (!isOrdinary(stack)) return undefined;
  stack.ensureBackendExists();
  const all = constructsOf(stack);
  if (all.some((each) => mayChange(each, stack))) return undefined;
  const texts = new ContentTexts(stack);
  const elementTexts = new ElementTexts(texts);
  const { cdktfVersion, rawOverrides } = stack as unknown as StackInternals;
  // One text, because a hash takes as long for each of thousands of short texts as for a long one.
  let own = texts.any([stack.node.path, cdktfVersion, rawOverrides]);
  let backend = "";
  const addresses = new Set<string>();
  const referring: TerraformElement[] = [];
  for (const each of all) {
    if (!TerraformElement.isTerraformElement(each)) continue;
    const before = texts.outgoingCount;
    const text = elementTexts.of(each);
    own += text;
    if (TerraformBackend.isBackend(each)) backend += text;
    if (texts.outgoingCount > before) referring.push(each);
    addresses.add(addressOf(each));
  }
  const { outgoing, computed } = texts;
  return { own: hashOf(own), backend: hashOf(backend), outgoing, referring, addresses, computed };
}

/** Whether this library and CDKTF make the content of a stack, and no code of the caller does. */
function isOrdinary(stack: TerraformStack): boolean {
  // CDK Terrain finds more than references when it prepares a stack.
  const members: object = stack;
  if (!("isServerformStack" in members) || "_runPreparingResolve" in members) return false;
  const isOfLibrary = ["prepareStack", "toTerraform"].every((name) =>
    Object.hasOwn(ownerOf(stack, name), finishLast),
  );
  const isOfCdktf = methodsOfCdktf.every(
    (name) => rttiOf(ownerOf(stack, name).constructor)?.fqn === "cdktf.TerraformStack",
  );
  const synthesizer: object = stack.synthesizer;
  const isUsual =
    synthesizer.constructor.name === "StackSynthesizer" &&
    !Object.hasOwn(synthesizer, "synthesize") &&
    (synthesizer as { readonly hclOutput?: unknown }).hclOutput !== true;
  return isOfLibrary && isOfCdktf && isUsual;
}

/** The object in the chain of prototypes that has a method. */
function ownerOf(object: object, name: string): object {
  for (let each: object | null = object; each !== null; each = Object.getPrototypeOf(each) as object | null) {
    if (Object.hasOwn(each, name)) return each;
  }
  return object;
}

/** Whether CDKTF runs code of the construct between this and the content, or writes more than the content about it. */
function mayChange(construct: IConstruct, stack: TerraformStack): boolean {
  const { _validations: validations = [] } = construct.node as unknown as {
    readonly _validations?: readonly unknown[] | undefined;
  };
  // CDKTF itself checks that a stack has a provider.
  if (validations.length > (construct === stack ? 1 : 0) || customSynthesis in construct) return true;
  if (construct.node.metadata.some(({ type }) => type.startsWith("@cdktf/"))) return true;
  // A moved resource depends on another one, and makes CDKTF ask for the version of Terraform.
  const { hasResourceMove } = construct as { hasResourceMove?: (() => unknown) | undefined };
  return construct !== stack && Boolean(hasResourceMove?.call(construct));
}

function addressOf(element: TerraformElement): string {
  const { _elementType: type } = element as unknown as { readonly _elementType?: unknown };
  return `${String(type)}.${element.friendlyUniqueId}`;
}
