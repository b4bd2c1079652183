import type { Construct } from "constructs";
import { checkKeys, checkLiteral, isPlainObject, propKeys } from "../../core/check";
import { memberPath } from "../../core/prop-path";
import { quotas } from "../../core/quotas";
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
  partitionKey: true,
  sortKey: true,
  projection: true,
  cdk: true,
});
const localKeys = propKeys<TableLocalIndexProps>()({ sortKey: true, projection: true, cdk: true });

type GlobalIndexes = Readonly<Record<string, TableGlobalIndexProps>>;
type LocalIndexes = Readonly<Record<string, TableLocalIndexProps>>;

/** The indexes of a table, those added later too. */
export class TableIndexes {
  private readonly global = new Map<string, TableGlobalIndexProps>();
  private readonly local = new Map<string, TableLocalIndexProps>();

  constructor(
    private readonly table: Construct,
    private readonly fields: TableFields,
    private readonly primary: TablePrimaryIndex,
    private readonly billingMode: string,
  ) {
    fields.requireKeys("primaryIndex", primary, ["partitionKey", "sortKey"]);
    fields.use(primary.partitionKey, primary.sortKey);
  }

  addGlobal(indexes: GlobalIndexes): void {
    this.checkMap("globalIndexes", indexes);
    for (const [name, index] of Object.entries(indexes)) {
      const prop = this.checkIndex("globalIndexes", name);
      this.fields.requireKeys(prop, index, globalKeys);
      this.checkProjection(prop, index.projection);
      checkIndexCapacity(this.table, prop, index.cdk, this.billingMode);
      this.fields.use(index.partitionKey, index.sortKey);
      this.global.set(name, index);
    }
    this.checkQuotas("globalIndexes");
  }

  addLocal(indexes: LocalIndexes): void {
    this.checkMap("localIndexes", indexes);
    for (const [name, index] of Object.entries(indexes)) {
      const prop = this.checkIndex("localIndexes", name);
      // Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html
      if (this.primary.sortKey === undefined) fail(this.table, "table-local-index-needs-sort-key", prop, {});
      if (!isPlainObject(index)) {
        fail(this.table, "prop-invalid", prop, { value: index, expected: "{ sortKey }" });
      }
      checkKeys(this.table, prop, index, localKeys);
      this.fields.requireKey(`${prop}.sortKey`, index.sortKey);
      this.checkProjection(prop, index.projection);
      checkIndexCapacity(this.table, prop, index.cdk, "local");
      this.fields.use(index.sortKey);
      this.local.set(name, index);
    }
    this.checkQuotas("localIndexes");
  }

  /** Attributes and indexes as the provider takes them, sorted by name: their order means nothing. */
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
    fail(this.table, "prop-invalid", map, { value: indexes, expected });
  }

  private checkIndex(map: string, name: string): string {
    const prop = memberPath(map, name);
    if (this.global.has(name) || this.local.has(name)) {
      fail(this.table, "table-index-duplicate", prop, { name });
    }
    // Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html
    if (!/^[A-Za-z0-9_.-]{3,255}$/.test(name)) {
      const expected = "a name of 3 to 255 letters, digits, -, _ and .";
      fail(this.table, "prop-invalid", prop, { value: name, expected });
    }
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
      const expected = '"all", "keys_only" or a list of attributes';
      fail(this.table, "prop-invalid", `${prop}.projection`, { value: projection, expected });
    }
  }

  private checkQuotas(prop: "globalIndexes" | "localIndexes"): void {
    const { globalIndexesPerTable, localIndexesPerTable, projectedAttributesPerTable: limit } = quotas;
    const counts = {
      globalIndexes: [this.global.size, globalIndexesPerTable, "global indexes"],
      localIndexes: [this.local.size, localIndexesPerTable, "local indexes"],
    } as const;
    const [count, most, what] = counts[prop];
    if (count > most) fail(this.table, "quota-exceeded", prop, { what, count, limit: most });
    const lists = [...this.global.values(), ...this.local.values()].map(({ projection }) => projection);
    const projected = lists.filter((each) => Array.isArray(each)).flat().length;
    if (projected > limit) {
      const facts = { what: "projected attributes in all indexes", count: projected, limit };
      fail(this.table, "quota-exceeded", prop, facts);
    }
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
