import { TerraformElement, type TerraformResource, TerraformStack } from "cdktf";
import { Construct, type IConstruct } from "constructs";

/** A `moved` block. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/** An address that a resource had, and the construct ids below the stack of which it is made. */
interface FormerPlace {
  readonly ids: readonly string[];
  readonly address: string;
}

/**
 * The `moved` blocks of a stack.
 *
 * Not CDKTF's `moveFromId`: every synthesis would then start Terraform to ask for its version.
 */
class Moves extends TerraformElement {
  private readonly formerPlaces = new Map<TerraformResource, readonly FormerPlace[]>();
  private readonly addresses = new Set<string>();

  static of(stack: TerraformStack): Moves {
    return (stack.node.tryFindChild("_moved") as Moves | undefined) ?? new Moves(stack, "_moved");
  }

  /** The former places of a resource, the oldest one first. */
  of(resource: TerraformResource): readonly FormerPlace[] {
    return this.formerPlaces.get(resource) ?? [];
  }

  /** Adds places that are older than the known ones, or newer than them. */
  add(resource: TerraformResource, places: readonly FormerPlace[], age: "older" | "newer"): void {
    const added = places.filter(({ address }) => !this.addresses.has(address));
    if (added.length === 0) return;
    for (const { address } of added) this.addresses.add(address);
    const known = this.of(resource);
    this.formerPlaces.set(resource, age === "older" ? [...added, ...known] : [...known, ...added]);
  }

  /** Terraform accepts one origin for each address: former addresses form a chain that ends at the present one. */
  override toTerraform(): { readonly moved: readonly Move[] } {
    const presentOf = (resource: TerraformResource): string =>
      `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;
    // By address: the order of declarations does not matter.
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
 * Tells Terraform that a resource had other construct ids in an earlier version of the library or of the app: it is moved in
 * the state, and nothing is destroyed. In a state without the former address it has no effect.
 *
 * `formerIds` are those of a resource that was below `scope`, outermost first. If they are taken, as they are when the
 * resource has kept its id, nothing is moved. Of several calls for one resource, the first names the oldest ids.
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
 * Tells Terraform that a construct had another path in an earlier version of the app, for a resource that is part of it: the
 * places that the resource had there are moved, too.
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

/** The ids of a construct below its stack. */
function idsBelow(stack: TerraformStack, construct: IConstruct): readonly string[] {
  return construct.node.scopes.slice(stack.node.scopes.length).map(({ node }) => node.id);
}

/** The address that ids stand for; undefined if they are taken. */
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
  // CDKTF makes an address from a place in the tree only.
  const [first = "", ...others] = missing;
  const place = new Construct(scope, first);
  const last = others.reduce((parent, id) => new Construct(parent, id), place);
  const address = `${resource.terraformResourceType}.${stack.getLogicalId(last.node)}`;
  scope.node.tryRemoveChild(place.node.id);
  return { ids: ids.map((id) => id.replaceAll("/", "--")), address };
}
