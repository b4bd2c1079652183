import { block, blocks, isValues, number, text, type Values } from "../../../../model";
import { invalid } from "../expressions/attribute-values";
import { ItemError } from "../expressions/problems";
import { noUnitsOnDemand } from "../requests/table-rules";
import { TableError } from "../responses";
import { billing, newThroughput } from "../store/descriptions";

/**
 * The description of a table after a change of its throughput, and while it is changed; undefined if the request changes none.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateTable.html
 */
export function changedThroughput(
  input: Values,
  table: Values,
  now: number,
): { readonly after: Values; readonly during: Values } | undefined {
  const before = text(block(table, "BillingModeSummary") ?? {}, "BillingMode") ?? "PROVISIONED";
  const mode = text(input, "BillingMode") ?? before;
  const units = block(input, "ProvisionedThroughput");
  if (units !== undefined && mode === "PAY_PER_REQUEST") throw new ItemError(noUnitsOnDemand);
  const updates = new Map(
    blocks(input, "GlobalSecondaryIndexUpdates").flatMap(({ Update }) =>
      isValues(Update) ? [[Update.IndexName, block(Update, "ProvisionedThroughput") ?? {}] as const] : [],
    ),
  );
  const indexes = blocks(table, "GlobalSecondaryIndexes");
  for (const name of updates.keys()) {
    if (indexes.every(({ IndexName }) => IndexName !== name)) {
      throw new TableError("ResourceNotFoundException", "Requested resource not found");
    }
  }
  const isOther = mode !== before;
  if (units === undefined && updates.size === 0 && !isOther) return undefined;
  const left = indexes.filter(({ IndexName }) => !updates.has(IndexName)).map(({ IndexName }) => IndexName);
  if (isOther && mode === "PROVISIONED" && left.length > 0) {
    throw new ItemError(invalid(`ProvisionedThroughput must be specified for index: ${left.join(",")}`));
  }
  const isOnDemand = isOther && mode === "PAY_PER_REQUEST";
  const changed = (part: Values, wanted: Values | undefined): Values => {
    if (isOnDemand) return { ...part, ProvisionedThroughput: newThroughput({}) };
    return wanted === undefined ? part : { ...part, ProvisionedThroughput: changedUnits(part, wanted, now) };
  };
  const isIndex = ({ IndexName }: Values): boolean => isOnDemand || updates.has(IndexName);
  const modeAfter = isOther ? billing(mode, now) : {};
  return {
    after: {
      ...changed(table, units),
      ...modeAfter,
      ...withIndexes(indexes.map((index) => changed(index, updates.get(index.IndexName)))),
    },
    during: {
      ...(isOther ? changed(table, units) : table),
      ...modeAfter,
      ...((units !== undefined || isOther) && { TableStatus: "UPDATING" }),
      ...withIndexes(
        indexes.map((index) => (isIndex(index) ? { ...index, IndexStatus: "UPDATING" } : index)),
      ),
    },
  };
}

const withIndexes = (indexes: readonly Values[]): Values =>
  indexes.length === 0 ? {} : { GlobalSecondaryIndexes: indexes };

function changedUnits(part: Values, wanted: Values, now: number): Values {
  const current = block(part, "ProvisionedThroughput") ?? {};
  const names = ["ReadCapacityUnits", "WriteCapacityUnits"] as const;
  const [read = 0, write = 0] = names.map(
    (name) => (number(wanted, name) ?? 0) - (number(current, name) ?? 0),
  );
  if (read === 0 && write === 0) {
    const units = names.map(
      (name) =>
        `Current ${name} provisioned for the table: ${current[name]}. Requested ${name}: ${wanted[name]}.`,
    );
    throw new ItemError(
      "The provisioned throughput for the table will not change. The requested value equals the current value. " +
        `${units.join(" ")} Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher limits.`,
    );
  }
  const isLess = read < 0 || write < 0;
  return {
    ...current,
    ...(read > 0 || write > 0 ? { LastIncreaseDateTime: now } : {}),
    ...(isLess && { LastDecreaseDateTime: now }),
    NumberOfDecreasesToday: (number(current, "NumberOfDecreasesToday") ?? 0) + (isLess ? 1 : 0),
    ReadCapacityUnits: wanted.ReadCapacityUnits,
    WriteCapacityUnits: wanted.WriteCapacityUnits,
  };
}
