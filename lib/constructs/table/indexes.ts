import type { Construct } from "constructs";
import { attempt, mapTogether, together } from "../../facts/errors/problems";
import { checkQuota } from "../../kit/app";
import {
  checkKeys,
  checkKind,
  checkLimit,
  checkLiteral,
  isPlainObject,
  limits,
  memberPath,
  propKeys,
  quotas,
  refuseValue,
} from "../../kit/core";
import { checkIndexCapacity } from "./capacity";
import { fail } from "./errors";
import type { TableFields } from "./fields";
import type {
  TableGlobalIndexProps,
  TableLocalIndexProps,
  TablePrimaryIndex,
  TableProjection,
} from "./props";

const globalKeys = propKeys<TableGlobalIndexProps>()({
  partitionKey: "text",
  sortKey: "text",
  projection: true,
  cdk: "map",
});
const localKeys = propKeys<TableLocalIndexProps>()({ sortKey: "text", projection: true, cdk: "map" });

const indexKinds = {
  globalIndexes: "global indexes",
  localIndexes: "local indexes",
} as const;

type GlobalIndexes = Readonly<Record<string, TableGlobalIndexProps>>;
type LocalIndexes = Readonly<Record<string, TableLocalIndexProps>>;

/** The indexes of a table, including those added later. */
export class TableIndexes {
  private readonly global = new Map<string, TableGlobalIndexProps>();
  private readonly local = new Map<string, TableLocalIndexProps>();

  constructor(
    private readonly table: Construct,
    private readonly fields: TableFields,
    private readonly primary: TablePrimaryIndex,
    private readonly billingMode: string,
  ) {
    attempt(() => fields.requireKeys("primaryIndex", primary, ["partitionKey", "sortKey"]));
    fields.use(primary.partitionKey, primary.sortKey);
  }

  /** Adds global indexes. Checks all of them before it adds the first one. */
  addGlobal(indexes: GlobalIndexes): void {
    const map = "globalIndexes";
    this.checkMap(map, indexes);
    mapTogether(Object.entries(indexes), ([name, index]) => {
      const prop = this.checkName(map, name);
      together(
        () => this.fields.requireKeys(prop, index, globalKeys),
        () => this.checkProjection(prop, index.projection),
        () => checkIndexCapacity(this.table, prop, index.cdk, this.billingMode),
      );
    });
    this.checkQuotas(map, this.global.size, indexes);
    for (const [name, index] of Object.entries(indexes)) {
      this.fields.use(index.partitionKey, index.sortKey);
      this.global.set(name, index);
    }
  }

  /** Adds local indexes. Checks all of them before it adds the first one. */
  addLocal(indexes: LocalIndexes): void {
    const map = "localIndexes";
    this.checkMap(map, indexes);
    mapTogether(Object.entries(indexes), ([name, index]) => {
      const prop = this.checkName(map, name);
      if (!isPlainObject(index)) refuseValue(this.table, prop, index, "{ sortKey }");
      // Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html
      if (this.primary.sortKey === undefined) fail(this.table, "table-local-index-needs-sort-key", prop, {});
      together(
        () => checkKeys(this.table, prop, index, localKeys),
        () => {
          this.fields.requireKey(`${prop}.sortKey`, index.sortKey);
          if (index.sortKey === this.primary.partitionKey) {
            this.fields.refuseEqualKeys(`${prop}.sortKey`, index.sortKey);
          }
        },
        () => this.checkProjection(prop, index.projection),
        () => checkIndexCapacity(this.table, prop, index.cdk, "local"),
      );
    });
    this.checkQuotas(map, this.local.size, indexes);
    for (const [name, index] of Object.entries(indexes)) {
      this.fields.use(index.sortKey);
      this.local.set(name, index);
    }
  }

  /** The provider's config for attributes and indexes, sorted by name: the order has no effect. */
  get config() {
    return {
      attribute: this.fields.attributes,
      globalSecondaryIndex: sorted(this.global).map(([name, { partitionKey, sortKey, projection, cdk }]) => ({
        name,
        hashKey: partitionKey,
        rangeKey: sortKey,
        ...projectionConfig(projection),
        ...cdk?.index,
      })),
      localSecondaryIndex: sorted(this.local).map(([name, { sortKey, projection }]) => ({
        name,
        rangeKey: sortKey,
        ...projectionConfig(projection),
      })),
    };
  }

  private checkMap(map: string, indexes: unknown): void {
    if (isPlainObject(indexes)) return;
    const expected = "an object with names: { byDate: { ... } }";
    refuseValue(this.table, map, indexes, expected);
  }

  private checkName(map: string, name: string): string {
    const prop = memberPath(map, name);
    if (this.global.has(name) || this.local.has(name)) {
      fail(this.table, "table-index-duplicate", prop, { name });
    }
    checkLimit(this.table, prop, name, limits.aws_dynamodb_table["globalSecondaryIndex.name"]);
    return prop;
  }

  private checkProjection(prop: string, projection: unknown): void {
    if (!Array.isArray(projection)) {
      if (projection !== undefined) {
        checkLiteral(this.table, `${prop}.projection`, projection, ["all", "keys_only"]);
      }
      return;
    }
    if (projection.length === 0) {
      const expected = '"all", "keys_only" or an array of attributes';
      refuseValue(this.table, `${prop}.projection`, projection, expected);
    }
    checkKind(this.table, `${prop}.projection`, projection, "texts");
    projection.forEach((name: unknown, index) => {
      const at = `${prop}.projection[${index}]`;
      checkLimit(this.table, at, name, limits.aws_dynamodb_table["attribute.name"]);
    });
  }

  private checkQuotas(
    map: keyof typeof indexKinds,
    before: number,
    added: GlobalIndexes | LocalIndexes,
  ): void {
    const count = before + Object.keys(added).length;
    const what = indexKinds[map];
    if (map === "globalIndexes") checkQuota(this.table, map, "globalIndexesPerTable", what, count);
    else if (count > quotas.localIndexesPerTable) {
      fail(this.table, "quota-exceeded", map, { what, count, limit: quotas.localIndexesPerTable });
    }
    const all = [...this.global.values(), ...this.local.values(), ...Object.values(added)];
    const projected = all.flatMap(({ projection }) => (Array.isArray(projection) ? projection : [])).length;
    const { projectedAttributesPerTable } = quotas;
    if (projected <= projectedAttributesPerTable) return;
    fail(this.table, "quota-exceeded", map, {
      what: "projected attributes in all indexes",
      count: projected,
      limit: projectedAttributesPerTable,
    });
  }
}

function projectionConfig(projection: TableProjection = "all") {
  if (projection === "all") return { projectionType: "ALL" };
  if (projection === "keys_only") return { projectionType: "KEYS_ONLY" };
  return { projectionType: "INCLUDE", nonKeyAttributes: [...new Set(projection)].sort() };
}

function sorted<Value>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
