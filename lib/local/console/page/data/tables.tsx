import { useEffect, useState } from "preact/hooks";
import { plainItem } from "../../../../facts/text/dynamodb-json";
import type { ShownTable } from "../../data";
import { itemOf, type TableItem, type Typed, textOf } from "../../item";
import { Area, Choice, Danger, Field, operate, save, useAttempt } from "../form";
import { problemOfJson } from "../json-problem";
import { Heads } from "../rows";
import { clean } from "../trace";

/** The items of a page. */
const pageSize = 50;
/** The maximum number of items of an export. */
const maxExported = 100_000;

interface Found {
  readonly Items?: readonly TableItem[];
  readonly LastEvaluatedKey?: TableItem;
}

interface Search {
  /** Name of an index; empty for the table itself. */
  readonly index: string;
  /** Empty: all items. */
  readonly partition: string;
  readonly operator: string;
  readonly sort: string;
}

const everything: Search = { index: "", partition: "", operator: "=", sort: "" };

/** The items of a table: by key and index, edited, imported and exported. */
export function TableView({ table }: { readonly table: ShownTable }) {
  const [search, setSearch] = useState(everything);
  const [items, setItems] = useState<readonly TableItem[]>([]);
  const [next, setNext] = useState<TableItem>();
  const [edited, setEdited] = useState<string>();
  const [original, setOriginal] = useState<TableItem>();
  const [told, setTold] = useState("");
  const [problem, attempt] = useAttempt();
  const load = async (start?: TableItem) => {
    const found = await find(table, search, start);
    setItems(start === undefined ? (found.Items ?? []) : [...items, ...(found.Items ?? [])]);
    setNext(found.LastEvaluatedKey);
  };
  useEffect(() => attempt(() => load()), [table.arn]);
  const edit = (item: TableItem | undefined) => {
    setOriginal(item);
    setEdited(item === undefined ? newItem(table) : textOf(item));
  };
  const store = async () => {
    const item = itemOf(parse(edited ?? ""));
    await put(table, item);
    // Another key is another item.
    if (original !== undefined && keyText(table, original) !== keyText(table, item))
      await remove(table, original);
    setEdited(undefined);
    await load();
  };
  const take = async (text: string) => {
    const all = recordsIn(text);
    for (const each of all) await put(table, itemOf(each));
    setTold(`${all.length} items were imported.`);
    await load();
  };
  const { key, indexes } = table;
  const chosen = search.index === "" ? key : (indexes[search.index] ?? key);
  const columns = columnsOf(table, items);
  return (
    <>
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
          attempt(() => load());
        }}
      >
        <Choice
          label="Index"
          value={search.index}
          change={(index) => setSearch({ ...everything, index })}
          options={[["", "the table"], ...Object.keys(indexes).map((each) => [each, each] as const)]}
        />
        <Field
          label={`${chosen.partition} =`}
          value={search.partition}
          change={(partition) => setSearch({ ...search, partition })}
        />
        {chosen.sort !== undefined && (
          <>
            <Choice
              label={chosen.sort}
              value={search.operator}
              change={(operator) => setSearch({ ...search, operator })}
              options={["=", "<", "<=", ">", ">=", "begins_with"].map((each) => [each, each] as const)}
            />
            <Field label="Value" value={search.sort} change={(sort) => setSearch({ ...search, sort })} />
          </>
        )}
        <button type="submit" class="main">
          {search.partition === "" ? "Scan" : "Query"}
        </button>
      </form>
      <div class="buttons">
        <button type="button" onClick={() => edit(undefined)}>
          New item
        </button>
        <button
          type="button"
          onClick={() =>
            attempt(async () => {
              const all = (await everyItem(table)).map((each) => JSON.parse(textOf(each)) as unknown);
              save(`${table.name}.json`, `${JSON.stringify(all, undefined, 2)}\n`, "application/json");
            })
          }
        >
          Export
        </button>
        <label class="file">
          Import
          <input
            type="file"
            accept=".json,.jsonl,application/json"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file !== undefined) attempt(async () => take(await file.text()));
            }}
          />
        </label>
        <span class="quiet" role="note">
          {told}
        </span>
      </div>
      {problem}
      {edited !== undefined && (
        <>
          <Area label={original === undefined ? "New item" : "Item"} value={edited} change={setEdited} />
          <div class="buttons">
            <button type="button" class="main" onClick={() => attempt(store)}>
              Save
            </button>
            <button type="button" onClick={() => setEdited(undefined)}>
              Cancel
            </button>
            {original !== undefined && (
              <Danger
                text="Delete"
                run={() =>
                  attempt(async () => {
                    await remove(table, original);
                    setEdited(undefined);
                    await load();
                  })
                }
              />
            )}
          </div>
        </>
      )}
      {items.length === 0 ? (
        <p class="quiet">No items.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
        <section class="wide" tabIndex={0} aria-label="Items">
          <table>
            <Heads names={columns} />
            <tbody>
              {items.map((item) => (
                <tr key={keyText(table, item)}>
                  {columns.map((each, index) => (
                    <td key={each}>
                      {index === 0 ? (
                        <button type="button" class="link" onClick={() => edit(item)}>
                          {cell(item[each])}
                        </button>
                      ) : (
                        cell(item[each])
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {next !== undefined && (
        <button type="button" onClick={() => attempt(() => load(next))}>
          More
        </button>
      )}
    </>
  );
}

function find(table: ShownTable, search: Search, start: TableItem | undefined): Promise<Found> {
  const { index, partition, operator, sort } = search;
  const { key, indexes, types } = table;
  const chosen = index === "" ? key : (indexes[index] ?? key);
  const common = {
    TableName: table.arn,
    Limit: pageSize,
    ...(index !== "" && { IndexName: index }),
    ...(start !== undefined && { ExclusiveStartKey: start }),
  };
  if (partition === "") return operate({ service: "dynamodb", operation: "Scan", input: common });
  const hasSort = chosen.sort !== undefined && sort !== "";
  const onSort = operator === "begins_with" ? "begins_with(#s, :s)" : `#s ${operator} :s`;
  const input = {
    ...common,
    KeyConditionExpression: hasSort ? `#p = :p AND ${onSort}` : "#p = :p",
    ExpressionAttributeNames: { "#p": chosen.partition, ...(hasSort && { "#s": chosen.sort }) },
    ExpressionAttributeValues: {
      ":p": { [types[chosen.partition] ?? "S"]: partition },
      ...(hasSort && { ":s": { [types[chosen.sort ?? ""] ?? "S"]: sort } }),
    },
  };
  return operate({ service: "dynamodb", operation: "Query", input });
}

async function everyItem({ arn }: ShownTable): Promise<readonly TableItem[]> {
  const all: TableItem[] = [];
  let start: TableItem | undefined;
  do {
    const input = { TableName: arn, ...(start !== undefined && { ExclusiveStartKey: start }) };
    const found = await operate<Found>({ service: "dynamodb", operation: "Scan", input });
    all.push(...(found.Items ?? []));
    start = found.LastEvaluatedKey;
  } while (start !== undefined && all.length < maxExported);
  return all;
}

const put = ({ arn }: ShownTable, item: TableItem): Promise<unknown> =>
  operate({ service: "dynamodb", operation: "PutItem", input: { TableName: arn, Item: item } });

const remove = (table: ShownTable, item: TableItem): Promise<unknown> =>
  operate({
    service: "dynamodb",
    operation: "DeleteItem",
    input: { TableName: table.arn, Key: keyIn(table, item) },
  });

const keyNames = ({ key: { partition, sort } }: ShownTable): readonly string[] =>
  sort === undefined ? [partition] : [partition, sort];

const keyIn = (table: ShownTable, item: TableItem) =>
  Object.fromEntries(keyNames(table).map((name) => [name, item[name]]));

const keyText = (table: ShownTable, item: TableItem): string => JSON.stringify(keyIn(table, item));

/** The keys first, then what most items have. */
function columnsOf(table: ShownTable, items: readonly TableItem[]): readonly string[] {
  const names = items.flatMap((each) => Object.keys(each));
  return [...new Set([...keyNames(table), ...names])].slice(0, 8);
}

function cell(value: Typed | undefined): string {
  if (value === undefined) return "";
  const { shown } = plainItem({ shown: value });
  const text = typeof shown === "string" ? shown : JSON.stringify(shown);
  return clean(text.length > 80 ? `${text.slice(0, 79)}…` : text) || "(empty)";
}

function newItem(table: ShownTable): string {
  const values = keyNames(table).map((name) => [name, table.types[name] === "N" ? 1 : ""]);
  return JSON.stringify(Object.fromEntries(values), undefined, 2);
}

function parse(text: string): object {
  const problem = problemOfJson(text);
  if (problem !== undefined) throw new Error(`The item is not JSON: ${problem}`);
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("An item is a JSON object.");
  return value;
}

/** The objects of a JSON array, or of a file with one object in each line. */
function recordsIn(text: string): readonly object[] {
  if (!text.trimStart().startsWith("["))
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(parse);
  const problem = problemOfJson(text);
  if (problem !== undefined) throw new Error(`The file is not JSON: ${problem}`);
  return (JSON.parse(text) as readonly unknown[]).map((each) => parse(JSON.stringify(each)));
}
