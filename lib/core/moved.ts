import { TerraformElement, type TerraformResource, TerraformStack } from "cdktf";
import { Construct } from "constructs";

/** A `moved` block. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/**
 * The `moved` blocks of a stack.
 *
 * Not CDKTF's `moveFromId`: every synthesis would then start Terraform to ask for its version.
 */
class Moves extends TerraformElement {
  private readonly moves: Move[] = [];

  static of(stack: TerraformStack): Moves {
    return (stack.node.tryFindChild("_moved") as Moves | undefined) ?? new Moves(stack, "_moved");
  }

  add(move: Move): void {
    this.moves.push(move);
  }

  override toTerraform(): { readonly moved: readonly Move[] } {
    return { moved: this.moves };
  }
}

/**
 * Tells Terraform that a resource had other construct ids in an earlier version of the library: it is moved in the state,
 * and nothing is destroyed. In a state without the former address it has no effect.
 *
 * `formerIds` are those of a resource that was below `scope`, outermost first. If they are taken, as they are when the
 * resource has kept its id, nothing is moved.
 */
export function moveFrom(
  resource: TerraformResource,
  scope: Construct,
  [first, ...others]: readonly [string, ...string[]],
): void {
  if (scope.node.tryFindChild(first) !== undefined) return;
  const stack = TerraformStack.of(resource);
  // CDKTF makes an address from a place in the tree only.
  const place = new Construct(scope, first);
  const last = others.reduce((parent, id) => new Construct(parent, id), place);
  const { terraformResourceType: type } = resource;
  const former = stack.getLogicalId(last.node);
  scope.node.tryRemoveChild(place.node.id);
  Moves.of(stack).add({ from: `${type}.${former}`, to: `${type}.${resource.friendlyUniqueId}` });
}
