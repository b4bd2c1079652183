import { strongReplicaRegions } from "../../facts/aws/regions";
import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { chooseFrom, didYouMean, listOf, oneOf, show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";

/** Texts about Table. */
export const tableTexts = {
  "table-fields-empty": (_: object) => ({
    problem: "is {}, but a table needs at least the field of its partition key.",
    remedy: 'Declare the fields of the keys: fields: { id: "string" }.',
  }),
  "table-field-unknown": ({
    value,
    fields,
    table,
  }: {
    value: string;
    fields: readonly string[];
    table: string;
  }) => ({
    problem: `is ${show(value)}, which is not a field of the table ${show(table)}.`,
    remedy: `Declare it in fields: { ${value}: "string" }, or use ${oneOf(fields)}.${didYouMean(value, fields)}`,
  }),
  "table-index-duplicate": ({ name }: { name: string }) => ({
    problem: `names the index ${show(name)}, which exists already.`,
    remedy: "Give each index of the table its own name, global or local.",
  }),
  "table-local-index-needs-sort-key": (_: object) => ({
    problem: "is given for a table whose primaryIndex has no sortKey.",
    remedy: "Give primaryIndex a sortKey, or use globalIndexes.",
  }),
  "table-key-of-several": ({ value }: { value: readonly unknown[] }) => ({
    problem: `is ${show(value)}: the library does not create keys of several attributes, which AWS has for global indexes since November 2025.`,
    remedy: 'Write one field that has the values joined, such as "teamAndKind" with "red#open".',
  }),
  "table-keys-equal": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is the partition key, too.`,
    remedy: "Use another field, or leave the sort key out.",
  }),
  "table-replica-own-region": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, the region of the table itself.`,
    remedy: "Name other regions only: the table is the replica of its own region.",
  }),
  "table-replica-region": ({ value, known }: { value: string; known: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not a region that the table can be copied to.`,
    remedy: `${chooseFrom(value, known, (words, more) => `Known regions: ${listOf(words, more)}.`)} For a newer region use cdk.table.replica.`,
  }),
  "table-replica-key": ({ isMissing }: { isMissing: boolean }) => ({
    problem: isMissing
      ? "is missing, but the table is encrypted with its own key."
      : "is given, but the table is encrypted with an AWS managed key.",
    remedy: isMissing
      ? "Write the ARN of a KMS key in the region of the replica."
      : "Leave it out, or give the table a key: cdk.table.serverSideEncryption: { enabled: true, kmsKeyArn }.",
  }),
  "table-strong-regions": ({ regions }: { regions: readonly string[] }) => ({
    problem: `is "strong" for a table in ${regions.map(show).join(", ")}.`,
    remedy:
      'A table with consistency: "strong" is in three regions of one group, its own included: two replicas, or a replica and ' +
      `a witness. Groups: ${strongReplicaRegions.map((group) => group.join(", ")).join("; ")}.`,
  }),
  "table-strong-without": ({ what }: { what: string }) => ({
    problem: `is given, but a table with consistency "strong" has no ${what}.`,
    remedy: 'Leave it out, or write consistency: "eventual".',
  }),
  "table-ttl-type": ({ value, type }: { value: string; type: string }) => ({
    problem: `is ${show(value)}, a field of type ${type}: AWS would never delete a record.`,
    remedy: "Use a number field that contains the time in seconds since 1970.",
  }),
  "table-stream-off": ({ isImported }: { isImported: boolean }) => ({
    problem: isImported
      ? "reads the stream of an imported table, but its stream is off."
      : "reads the stream of the table, but stream is off.",
    remedy: isImported
      ? "Enable the stream where the table is created."
      : 'Enable it: stream: true, or one of "new_image", "old_image", "new_and_old_images" and "keys_only".',
  }),
  "table-replica-stream": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, but replicas need the complete record.`,
    remedy: 'Write stream: "new_and_old_images", or leave it out.',
  }),
  "table-capacity": ({ billing }: { billing: string }) => ({
    problem: `is given for a table whose billing mode is ${billing}.`,
    remedy:
      billing === "PROVISIONED"
        ? "Use readCapacity and writeCapacity, or leave the billing mode out."
        : 'Set cdk.table.billingMode: "PROVISIONED", or use onDemandThroughput for an upper limit.',
  }),
  "table-capacity-missing": (_: object) => ({
    problem: "is missing, but the billing mode of the table is PROVISIONED.",
    remedy: "Set readCapacity and writeCapacity for the table and for each global index.",
  }),
  "table-item-schema-not-found": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, but the project has no such module.`,
    remedy:
      'Name the module and its export, relative to the folder of cdktf.json: "functions/note.note" is the export note of functions/note.ts.',
  }),
  "imported-table": (_: object) => ({
    problem: "is given for an imported table, which this stack does not configure.",
    remedy: "Configure it where the table is created, or leave cdk.table to the library.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...tableTexts };

/** Throws an error about the caller's input. */
export const fail: Fail<typeof texts> = failWith(texts);
