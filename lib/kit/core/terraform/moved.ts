import { TerraformElement, type TerraformResource, TerraformStack } from "cdktf";
import { Construct, type IConstruct } from "constructs";

interface Move {
  readonly from: string;
  readonly to: string;
}

/** A former address of a resource, and the construct ids below the stack that it consists of. */
interface FormerPlace {
  readonly ids: readonly string[];
  readonly address: string;
}

/**
 * The `moved` blocks of a stack.
 *
 * Not CDKTF's `moveFromId`: every synthesis would then start Terraform to get its version.
 */
class Moves extends TerraformElement {
  private readonly formerPlaces = new Map<TerraformResource, readonly FormerPlace[]>();
  private readonly addresses = new Set<string>();

  static of(stack: TerraformStack): Moves {
    return (stack.node.tryFindChild("_moved") as Moves | undefined) ?? new Moves(stack, "_moved");
  }

  /** The oldest place comes first. */
  of(resource: TerraformResource): readonly FormerPlace[] {
    return this.formerPlaces.get(resource) ?? [];
  }

  /** Adds places that are older or newer than the known ones. */
  add(resource: TerraformResource, places: readonly FormerPlace[], age: "older" | "newer"): void {
    const added = places.filter(({ address }) => !this.addresses.has(address));
    if (added.length === 0) return;
    for (const { address } of added) this.addresses.add(address);
    const known = this.of(resource);
    this.formerPlaces.set(resource, age === "older" ? [...added, ...known] : [...known, ...added]);
  }

  /** Terraform accepts one origin for each address: former addresses form a chain to the current one. */
  override toTerraform(): { readonly moved: readonly Move[] } {
    const presentOf = (resource: TerraformResource): string =>
      `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;
    // Sorted by address: the order of declarations does not matter.
    const sorted = [...this.formerPlaces].sort(([one], [other]) =>
      presentOf(one) < presentOf(other) ? -1 : 1,
    );
    const moved = sorted.flatMap(([resource, places]) => {
      const present = presentOf(resource);
      return places.map(({ address }, index) => ({
        from: address,
        to: places[index + 1]?.address ?? present,
      }));
    });
    return { moved };
  }
}

/**
 * Declares that a resource had other construct ids in an earlier version of the library or of the app, so that Terraform moves it
 * in the state instead of replacing it. It has no effect without the former address in the state.
 *
 * `formerIds` are those of a resource below `scope`, outermost first. If they are taken, because the resource has kept its id,
 * nothing is moved. Of several calls for one resource, the first has the oldest ids.
 */
export function moveFrom(
  resource: TerraformResource,
  scope: Construct,
  formerIds: readonly [string, ...string[]],
): void {
  const stack = TerraformStack.of(resource);
  const place = formerPlace(resource, [...idsBelow(stack, scope), ...formerIds]);
  if (place !== undefined) Moves.of(stack).add(resource, [place], "newer");
}

/**
 * Declares that a construct had another path in an earlier version of the app, for a resource in it: its former places in the
 * construct are moved, too.
 *
 * @param from - ids below the stack
 * @param to - ids below the stack, of the construct or of its parent
 */
export function moveWith(resource: TerraformResource, from: readonly string[], to: readonly string[]): void {
  const stack = TerraformStack.of(resource);
  const moves = Moves.of(stack);
  const places = [...moves.of(resource).map(({ ids }) => ids), idsBelow(stack, resource)]
    .filter((ids) => to.every((id, index) => ids[index] === id))
    .map((ids) => formerPlace(resource, [...from, ...ids.slice(to.length)]));
  moves.add(
    resource,
    places.filter((place) => place !== undefined),
    "older",
  );
}

function idsBelow(stack: TerraformStack, construct: IConstruct): readonly string[] {
  return construct.node.scopes.slice(stack.node.scopes.length).map(({ node }) => node.id);
}

/** The address of ids; undefined if they are taken. */
function formerPlace(resource: TerraformResource, ids: readonly string[]): FormerPlace | undefined {
  const stack = TerraformStack.of(resource);
  let scope: Construct = stack;
  let missing = ids.map((id) => id.replaceAll("/", "--"));
  for (;;) {
    const [first, ...rest] = missing;
    if (first === undefined) return undefined;
    const child = scope.node.tryFindChild(first) as Construct | undefined;
    if (child === undefined) break;
    [scope, missing] = [child, rest];
  }
  // CDKTF derives addresses only from places in the tree.
  const [first = "", ...others] = missing;
  const place = new Construct(scope, first);
  const last = others.reduce((parent, id) => new Construct(parent, id), place);
  const address = `${resource.terraformResourceType}.${stack.getLogicalId(last.node)}`;
  scope.node.tryRemoveChild(place.node.id);
  return { ids: ids.map((id) => id.replaceAll("/", "--")), address };
}
