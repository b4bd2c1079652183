import { servicePrincipal } from "../../../facts/aws/principals";
import { block, flag, text, type Values } from "../../../model";
import { contained, settled } from "../../invoke";
import type { DynamodbTables } from "./dynamodb-tables";
import { ItemError } from "./errors";
import { compareNumbers, type StoredItem } from "./expressions/attribute-values";
import { attributeOf } from "./store/schema";

/** The identity in the stream record of an expired item. Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-streams.html */
const expiry = { type: "Service", principalId: servicePrincipal("dynamodb") } as const;
/** AWS deletes within days; here it is seen soon. */
const sweepMs = 60_000;
/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-before-you-start.html */
const ignoredAfterSeconds = 5 * 365 * 24 * 60 * 60;

/** Deletes the items of tables whose attribute for the time to live has passed. */
export class TimeToLive {
  private cancel: (() => void) | undefined;
  private sweeping: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(private readonly tables: DynamodbTables) {}

  /** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTimeToLive.html */
  update(input: Values): object {
    const table = this.tables.require(input.TableName);
    const specification = block(input, "TimeToLiveSpecification") ?? {};
    const attribute = text(specification, "AttributeName") ?? "";
    const isEnabled = flag(specification, "Enabled") ?? false;
    if (isEnabled === (table.timeToLive !== undefined)) {
      throw new ItemError(`TimeToLive is already ${isEnabled ? "enabled" : "disabled"}`);
    }
    if (!isEnabled && table.timeToLive !== attribute) {
      throw new ItemError("TimeToLive is active on a different AttributeName");
    }
    table.timeToLive = isEnabled ? attribute : undefined;
    table.save();
    this.watch();
    return { TimeToLiveSpecification: { Enabled: isEnabled, AttributeName: attribute } };
  }

  describe(input: Values): object {
    const { timeToLive: AttributeName } = this.tables.require(input.TableName);
    const status = AttributeName === undefined ? "DISABLED" : "ENABLED";
    return { TimeToLiveDescription: { TimeToLiveStatus: status, AttributeName } };
  }

  /** Starts the timer, which runs as long as a table has expiry. */
  watch(): void {
    const isNeeded = this.tables.all.some(({ timeToLive }) => timeToLive !== undefined);
    if (this.isStopped || this.cancel !== undefined || !isNeeded) return;
    this.cancel = this.tables.context.clock.after(
      sweepMs,
      contained("tables", () => {
        this.cancel = undefined;
        this.sweeping = settled("expiry of items", this.sweep());
        this.watch();
      }),
    );
  }

  async settled(): Promise<void> {
    await this.sweeping;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.cancel?.();
    await this.sweeping;
  }

  private async sweep(): Promise<void> {
    const now = Math.floor(this.tables.context.clock.now() / 1000);
    for (const table of this.tables.all) {
      const { timeToLive } = table;
      if (timeToLive === undefined) continue;
      const gone = [...table.items.all].filter((item) => isExpired(attributeOf(item, timeToLive), now));
      const after = undefined;
      const writes = gone.map((item) => ({ table, place: table.placeOf(item), item, before: item, after }));
      await this.tables.apply(writes, expiry);
    }
  }
}

function isExpired(value: StoredItem[string] | undefined, now: number): boolean {
  if (typeof value?.N !== "string") return false;
  const isPast = compareNumbers(value.N, String(now)) <= 0;
  return isPast && compareNumbers(value.N, String(now - ignoredAfterSeconds)) >= 0;
}
