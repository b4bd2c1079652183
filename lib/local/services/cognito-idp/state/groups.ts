import { type Model, number, requireText, text } from "../../../../model";
import { ServiceError } from "../../contract/define-service";
import { refusals } from "../errors";
import type { Group, User } from "./user";

/** The changes of the API to the groups of a pool. Kept as JSON. */
export interface GroupChanges {
  readonly changed: readonly Group[];
  readonly deleted: readonly string[];
}

/** The groups of a pool: those of the app, and those that the API created. */
export class UserGroups {
  private declared = new Map<string, Group>();
  private readonly changed: Map<string, Group>;
  private readonly deleted: Set<string>;

  constructor({ changed, deleted }: GroupChanges = { changed: [], deleted: [] }) {
    this.changed = new Map(changed.map((each) => [each.name, each]));
    this.deleted = new Set(deleted);
  }

  /** Reads the groups of the app. */
  declare(model: Model, poolId: string): void {
    const found = model
      .ofType("aws_cognito_user_group")
      .filter(({ values }) => text(values, "user_pool_id") === poolId);
    this.declared = new Map(
      found.map(({ values }) => {
        const name = requireText(values, "name");
        return [
          name,
          {
            name,
            description: text(values, "description"),
            roleArn: text(values, "role_arn"),
            precedence: number(values, "precedence"),
            createdAt: 0,
            modifiedAt: 0,
          },
        ];
      }),
    );
  }

  get changes(): GroupChanges {
    return { changed: [...this.changed.values()], deleted: [...this.deleted] };
  }

  get all(): readonly Group[] {
    const declared = [...this.declared.values()].filter(({ name }) => !this.deleted.has(name));
    const all = new Map([...declared, ...this.changed.values()].map((each) => [each.name, each]));
    return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  require(name: string): Group {
    const group = this.all.find((each) => each.name === name);
    if (group === undefined) throw refusals.noResource("Group not found.");
    return group;
  }

  create(group: Group): Group {
    if (this.all.some(({ name }) => name === group.name))
      throw new ServiceError("GroupExistsException", "A group with the name already exists.");
    return this.update(group);
  }

  update(group: Group): Group {
    this.changed.set(group.name, group);
    return group;
  }

  delete(name: string): void {
    this.require(name);
    this.changed.delete(name);
    this.deleted.add(name);
  }

  /** The groups of a user, that with the lowest precedence first. */
  of(user: User): readonly Group[] {
    return this.all
      .filter(({ name }) => user.groups.includes(name))
      .sort((a, b) => (a.precedence ?? Infinity) - (b.precedence ?? Infinity));
  }
}
