import type { Block } from "../../support/stack";
import type { Configuration, Operation } from "./stand-ins";

/** A resource in the account. A replaced one and the one that replaces it are two. */
export interface Instance {
  readonly address: string;
  readonly type: string;
  /** Its configuration, as of its last change. */
  readonly block: Block;
  /** The resources that its configuration referred to then, by address. */
  readonly refersTo: ReadonlyMap<string, Instance>;
  /** The versions that these had then, by address. */
  readonly seen: ReadonlyMap<string, number>;
  readonly isThere: boolean;
  /** How often it was created or changed. */
  readonly version: number;
}

type Changeable = { -readonly [Key in keyof Instance]: Instance[Key] };

/** Reports problems after an operation. */
export type Check = (account: AccountModel, operation: Operation, changed: Instance) => Iterable<string>;

/** The resources of the account, and the responses that clients receive from it. */
export class AccountModel {
  readonly problems = new Set<string>();
  private readonly current = new Map<string, Changeable>();
  private readonly replaced = new Map<string, Changeable[]>();

  /** @param check - what is wrong for clients, or refused by AWS, after an operation */
  constructor(private readonly check: Check) {}

  /** Takes over the resources of an earlier deployment. */
  copy(check: Check): AccountModel {
    const copy = new AccountModel(check);
    const copies = new Map<Instance, Changeable>();
    const copied = (each: Instance): Changeable => {
      const known = copies.get(each);
      if (known !== undefined) return known;
      const created: Changeable = { ...each };
      copies.set(each, created);
      created.refersTo = new Map([...each.refersTo].map(([at, other]) => [at, copied(other)]));
      return created;
    };
    for (const [address, each] of this.current) copy.current.set(address, copied(each));
    for (const [address, all] of this.replaced) copy.replaced.set(address, all.map(copied));
    return copy;
  }

  /** The resources of a type, replaced ones too. */
  all(type: string): readonly Instance[] {
    return [...this.current.values(), ...[...this.replaced.values()].flat()].filter(
      (each) => each.type === type,
    );
  }

  /** The resource of an address that the configuration means. */
  at(address: string): Instance | undefined {
    return this.current.get(address);
  }

  /** Replays a deployment. */
  replay(operations: readonly Operation[], after: Configuration): void {
    const destroyed = new Set(operations.filter((each) => each.isDestroyed).map(({ address }) => address));
    for (const operation of operations) {
      const { address, isDestroyed } = operation;
      const changed = isDestroyed ? this.destroy(address) : this.put(address, after, destroyed.has(address));
      for (const problem of this.check(this, operation, changed)) {
        this.problems.add(
          `${isDestroyed ? "destroy" : "put"} ${withoutHash(address)}: ${withoutHash(problem)}`,
        );
      }
    }
  }

  private put(address: string, { resource }: Configuration, isReplaced: boolean): Instance {
    const [type = "", name = ""] = address.split(".");
    const block = resource[type]?.[name] ?? {};
    const named = new Set(
      JSON.stringify({ ...block, depends_on: [] }).match(/[a-z][a-z0-9_]*\.[A-Za-z0-9_-]+/g),
    );
    const refersTo = new Map(
      [...named].flatMap((each) => {
        const found = this.current.get(each);
        return found === undefined ? [] : [[each, found] as const];
      }),
    );
    const seen = new Map([...refersTo].map(([at, { version }]) => [at, version] as const));
    const former = this.current.get(address);
    if (former !== undefined && !isReplaced) {
      return Object.assign(former, { block, refersTo, seen, version: former.version + 1 });
    }
    if (former !== undefined) this.replaced.set(address, [...(this.replaced.get(address) ?? []), former]);
    const created: Changeable = {
      address,
      type,
      block,
      refersTo,
      seen,
      isThere: true,
      version: 1,
    };
    this.current.set(address, created);
    return created;
  }

  private destroy(address: string): Instance {
    const replaced = this.replaced.get(address)?.shift();
    const gone = replaced ?? this.current.get(address);
    if (gone === undefined) throw new Error(`${address} is destroyed, and was not there`);
    if (replaced === undefined) this.current.delete(address);
    return Object.assign(gone, { isThere: false });
  }
}

/** The first of a type to which a resource refers. */
export function referred(from: Instance | undefined, type: string): Instance | undefined {
  return [...(from?.refersTo.values() ?? [])].find((each) => each.type === type);
}

/** Addresses end in a hash of their path. */
const withoutHash = (text: string): string => text.replace(/_[0-9A-F]{8}\b/g, "");
