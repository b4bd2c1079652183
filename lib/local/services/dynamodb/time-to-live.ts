import { servicePrincipal } from "../../../facts/aws/principals";
import type { Values } from "../../../model/resources/model";
import { block, flag, text } from "../../../model/resources/values";
import { contained, settled } from "../../invoke";
import type { DynamodbTables } from "./dynamodb-tables";
import type { StoredItem } from "./expressions/attribute-values";
import { compareNumbers } from "./expressions/numbers";
import { ItemError } from "./expressions/problems";
import { attributeOf } from "./store/schema";

/** A service that deletes what has expired. Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-streams.html */
const expiry = { type: "Service", principalId: servicePrincipal("dynamodb") } as const;

/** AWS deletes within days; here it is seen soon. */
const sweepMs = 60_000;
/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-before-you-start.html */
const ignoredAfterSeconds = 5 * 365 * 24 * 60 * 60;

/** Deletes the items of tables whose attribute for the time to live has passed. */
export class TimeToLive {
  /** The attribute, by table. */
  private readonly attributes = new Map<string, string>();
  /** The declarations of the app, so that only their changes are taken over. */
  private readonly declared = new Map<string, string | undefined>();
  private cancel: (() => void) | undefined;
  private sweeping: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(private readonly tables: DynamodbTables) {}

  /** Takes over the declaration of a table in the app. */
  declare(table: string, attribute: string | undefined): void {
    if (this.declared.has(table) && this.declared.get(table) === attribute) return;
    this.declared.set(table, attribute);
    this.set(table, attribute);
  }

  forget(table: string): void {
    this.declared.delete(table);
    this.attributes.delete(table);
  }

  /** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTimeToLive.html */
  update(input: Values): object {
    const { name: table } = this.tables.require(input.TableName);
    const specification = block(input, "TimeToLiveSpecification") ?? {};
    const attribute = text(specification, "AttributeName") ?? "";
    const isEnabled = flag(specification, "Enabled") ?? false;
    const current = this.attributes.get(table);
    if (isEnabled === (current !== undefined)) {
      throw new ItemError(`TimeToLive is already ${isEnabled ? "enabled" : "disabled"}`);
    }
    if (!isEnabled && current !== attribute) {
      throw new ItemError("TimeToLive is active on a different AttributeName");
    }
    this.set(table, isEnabled ? attribute : undefined);
    return { TimeToLiveSpecification: { Enabled: isEnabled, AttributeName: attribute } };
  }

  describe(input: Values): object {
    const AttributeName = this.attributes.get(this.tables.require(input.TableName).name);
    const status = AttributeName === undefined ? "DISABLED" : "ENABLED";
    return { TimeToLiveDescription: { TimeToLiveStatus: status, AttributeName } };
  }

  async settled(): Promise<void> {
    await this.sweeping;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.cancel?.();
    await this.sweeping;
  }

  private set(table: string, attribute: string | undefined): void {
    if (attribute === undefined) this.attributes.delete(table);
    else this.attributes.set(table, attribute);
    if (attribute !== undefined && this.cancel === undefined) this.plan();
  }

  /** The timer runs as long as a table has expiry. */
  private plan(): void {
    if (this.isStopped) return;
    this.cancel = this.tables.context.clock.after(
      sweepMs,
      contained("tables", () => {
        this.cancel = undefined;
        if (this.attributes.size === 0) return;
        this.sweeping = settled("expiry of items", this.sweepAndPlan());
      }),
    );
  }

  /** A table that cannot be swept now is tried again with the next sweep. */
  private async sweepAndPlan(): Promise<void> {
    try {
      await this.sweep();
    } finally {
      this.plan();
    }
  }

  private async sweep(): Promise<void> {
    const now = Math.floor(this.tables.context.clock.now() / 1000);
    for (const [name, attribute] of this.attributes) {
      // The app may not have the table any more.
      const table = this.tables.table(name);
      const gone = [...(table?.items.all ?? [])].filter((item) =>
        isExpired(attributeOf(item, attribute), now),
      );
      const writes = gone.flatMap((item) =>
        table === undefined
          ? []
          : [{ table, place: table.placeOf(item), item, before: item, after: undefined }],
      );
      await this.tables.apply(writes, expiry);
    }
  }
}

function isExpired(value: StoredItem[string] | undefined, now: number): boolean {
  if (typeof value?.N !== "string") return false;
  const isPast = compareNumbers(value.N, String(now)) <= 0;
  return isPast && compareNumbers(value.N, String(now - ignoredAfterSeconds)) >= 0;
}
