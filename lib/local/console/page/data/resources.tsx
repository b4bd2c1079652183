import type { ConsoleApp } from "../../actions";
import type { AppData } from "../../data";
import { sourceLink } from "../position";
import { Heads } from "../rows";
import { clean, countText, distinctTitles, shortName, shortPath } from "../trace";

interface ResourcesProps {
  readonly data: AppData;
  readonly app: ConsoleApp | undefined;
  /** @default - no resource has a view of its own */
  readonly choose: ((kind: string, name: string) => void) | undefined;
}

interface Row {
  readonly kind: string;
  readonly name: string;
  readonly state: string;
  readonly address: string;
  /** @default - the address is a text */
  readonly link?: string | undefined;
  /** Whether the list has a view of it. @default true */
  readonly isListed?: boolean;
}

/** All parts of the app, with their state and their addresses. */
export function Resources({ data, app, choose }: ResourcesProps) {
  const { stage } = app ?? {};
  return (
    <>
      {stage !== undefined && (
        <p class="quiet">
          The page does not read what is in the resources of the stage, so their state is not known.
        </p>
      )}
      <table class="stacked">
        <Heads names={["Kind", "Name", "State", "Address"]} />
        <tbody>
          {rowsOf(data, app).map(({ kind, name, state, address, link, isListed = true }) => (
            <tr key={`${kind} ${name} ${address}`}>
              <td class="quiet">{kind}</td>
              <td>
                {isListed && choose !== undefined ? (
                  <button type="button" class="link" onClick={() => choose(kind, name)}>
                    {clean(name)}
                  </button>
                ) : (
                  clean(name)
                )}
              </td>
              <td class="short">{clean(state)}</td>
              <td>{link === undefined ? clean(address) : <a href={link}>{clean(address)}</a>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export type Named = { readonly path: string };

/** The names of resources: their paths in the stack, with the stack where several stacks have one. */
export function resourceNames({ tables, queues, pools, listed }: AppData): ReadonlyMap<Named, string> {
  const ofKind = (kind: string) => listed.filter((each) => each.kind === kind);
  const kinds: readonly (readonly Named[])[] = [
    tables,
    queues,
    pools,
    ...new Set(listed.map(({ kind }) => kind)),
  ].map((each) => (typeof each === "string" ? ofKind(each) : each));
  const [short, whole] = [({ path }: Named) => shortPath(path), ({ path }: Named) => path];
  return new Map(kinds.flatMap((all) => [...distinctTitles(all, short, whole)]));
}

function rowsOf(data: AppData, app: ConsoleApp | undefined): readonly Row[] {
  const { tables, queues, pools, listed } = data;
  const names = resourceNames(data);
  const { apis = [], functions = [], users = [], folder } = app ?? {};
  const row = (kind: string, of: Named, state: string, address: string): Row => ({
    kind,
    name: names.get(of) ?? of.path,
    state,
    address,
  });
  const counted = (count: number | undefined, noun: string): string =>
    count === undefined ? "" : countText(count, noun);
  const usersOf = (id: string): number | undefined =>
    app?.stage === undefined ? users.filter(({ pool }) => pool === id).length : undefined;
  return [
    ...apis.map(({ name, kind, urls, routes }) => ({
      kind: kind === "SITE" ? "site" : "api",
      name,
      state: `${kind}, ${countText(routes.length, "route")}`,
      address: urls.join(" "),
      isListed: false,
    })),
    ...tables.map((each) => row("table", each, each.items, each.name)),
    ...queues.map((each) => row("queue", each, counted(each.messages, "message"), each.url)),
    ...pools.map((each) => row("users", each, counted(usersOf(each.id), "user"), each.id)),
    ...listed.map((each) =>
      row(singular(each.kind), each, each.state || each.note || "", each.arn || each.name),
    ),
    ...functions.map(({ arn, source }) => ({
      kind: "function",
      name: shortName(arn, app),
      state: "",
      address: source ?? arn,
      link: sourceLink(source, folder),
    })),
  ];
}

/** `buckets` is the kind of a list, `bucket` that of its entries. */
export const singular = (kind: string): string => (kind === "buses" ? "bus" : kind.replace(/s$/, ""));
