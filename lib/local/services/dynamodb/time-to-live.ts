import type { Values } from "../../../model/resources/model";
import { block, blocks, flag, isValues, text } from "../../../model/resources/values";
import type { Timers } from "../../invoke";
import { contained, settled } from "../../invoke";
import type { ServiceResponse } from "../contract/service";
import { atMost, detected } from "./attribute-constraints";
import { bodyOf, okResponse, refusal, tableNotFound } from "./responses";

/** The tables that expiry works with. */
export interface ExpiringTables {
  readonly clock: Timers;
  /** The keys of a table; undefined if it does not exist. */
  keysOf(table: string): readonly string[] | undefined;
  /** Performs an operation of the service itself. */
  perform(operation: string, input: Values): Promise<ServiceResponse>;
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TimeToLiveSpecification.html */
const longestAttribute = 255;
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

  constructor(private readonly tables: ExpiringTables) {}

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
  update(table: string, input: Values): ServiceResponse {
    if (this.tables.keysOf(table) === undefined) return tableNotFound;
    const specification = block(input, "TimeToLiveSpecification") ?? {};
    const { AttributeName: name = "", Enabled: enabled = false } = specification;
    if (typeof name !== "string" || typeof enabled !== "boolean") {
      return refusal("SerializationException", "AttributeName is a String, and Enabled a Boolean.");
    }
    const refused = refusedSpecification(specification);
    if (refused !== undefined) return refusal("ValidationException", refused);
    const attribute = text(specification, "AttributeName") ?? "";
    const isEnabled = flag(specification, "Enabled") ?? false;
    const current = this.attributes.get(table);
    if (isEnabled === (current !== undefined)) {
      const state = isEnabled ? "enabled" : "disabled";
      return refusal("ValidationException", `TimeToLive is already ${state}`);
    }
    if (!isEnabled && current !== attribute) {
      return refusal("ValidationException", "TimeToLive is active on a different AttributeName");
    }
    this.set(table, isEnabled ? attribute : undefined);
    return okResponse({ TimeToLiveSpecification: { Enabled: isEnabled, AttributeName: attribute } });
  }

  describe(table: string): ServiceResponse {
    if (this.tables.keysOf(table) === undefined) return tableNotFound;
    const AttributeName = this.attributes.get(table);
    return okResponse({
      TimeToLiveDescription:
        AttributeName === undefined
          ? { TimeToLiveStatus: "DISABLED" }
          : { TimeToLiveStatus: "ENABLED", AttributeName },
    });
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
    this.cancel = this.tables.clock.after(
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
    for (const [table, attribute] of this.attributes) {
      const keys = this.tables.keysOf(table);
      // Another request may delete the table in between; then there is nothing to expire.
      if (keys !== undefined) await this.expire(table, attribute, keys);
    }
  }

  private async expire(table: string, attribute: string, keys: readonly string[]): Promise<void> {
    const now = Math.floor(this.tables.clock.now() / 1000);
    const condition = {
      ExpressionAttributeNames: { "#ttl": attribute },
      ExpressionAttributeValues: {
        ":now": { N: String(now) },
        ":oldest": { N: String(now - ignoredAfterSeconds) },
      },
    };
    const isExpired = "#ttl BETWEEN :oldest AND :now";
    for (let start: unknown; ; ) {
      const page = await this.tables.perform("Scan", {
        TableName: table,
        FilterExpression: isExpired,
        ...condition,
        ...(isValues(start) && { ExclusiveStartKey: start }),
      });
      const { LastEvaluatedKey, ...found } = bodyOf(page);
      for (const item of blocks(found, "Items")) {
        if (this.isStopped) return;
        const Key = Object.fromEntries(keys.map((name) => [name, item[name]]));
        // It may have been written again since it was read.
        const ConditionExpression = isExpired;
        await this.tables.perform("DeleteItem", { TableName: table, Key, ConditionExpression, ...condition });
      }
      if (!isValues(LastEvaluatedKey) || this.isStopped) return;
      start = LastEvaluatedKey;
    }
  }
}

function refusedSpecification({ AttributeName: name, Enabled: isEnabled }: Values): string | undefined {
  const member = (part: string): string => `timeToLiveSpecification.${part}`;
  if (name === undefined) return detected(" null", member("attributeName"), "Member must not be null");
  if (isEnabled === undefined) return detected(" null", member("enabled"), "Member must not be null");
  const { length } = String(name);
  if (length > longestAttribute) return atMost(String(name), member("attributeName"), longestAttribute);
  if (length > 0) return undefined;
  return detected(" ''", member("attributeName"), "Member must have length greater than or equal to 1");
}
