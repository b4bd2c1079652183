import type { ConsoleApp } from "../../actions";
import type { AppData } from "../../data";
import { sourceLink } from "../position";
import { clean, countText, shortName, shortPath } from "../trace";

interface ResourcesProps {
  readonly data: AppData;
  readonly app: ConsoleApp | undefined;
  /** @default - no resource has a view of its own */
  readonly choose?: (kind: string, name: string) => void;
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
        <thead>
          <tr>
            <th scope="col">Kind</th>
            <th scope="col">Name</th>
            <th scope="col">State</th>
            <th scope="col">Address</th>
          </tr>
        </thead>
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
              <td>{clean(state)}</td>
              <td>{link === undefined ? clean(address) : <a href={link}>{clean(address)}</a>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function rowsOf({ tables, queues, pools, listed }: AppData, app: ConsoleApp | undefined): readonly Row[] {
  const { apis = [], functions = [], users = [], folder } = app ?? {};
  const isHere = app?.stage === undefined;
  return [
    ...apis.map(({ name, kind, urls, routes }) => ({
      kind: kind === "SITE" ? "site" : "api",
      name,
      state: `${kind}, ${countText(routes.length, "route")}`,
      address: urls.join(" "),
      isListed: false,
    })),
    ...tables.map(({ path, name, items }) => ({
      kind: "table",
      name: shortPath(path),
      state: items,
      address: name,
    })),
    ...queues.map(({ path, url, messages }) => ({
      kind: "queue",
      name: shortPath(path),
      state: messages === undefined ? "" : countText(messages, "message"),
      address: url,
    })),
    ...pools.map(({ path, id, name }) => ({
      kind: "users",
      name: shortPath(path),
      state: isHere ? countText(users.filter(({ pool }) => pool === name || pool === id).length, "user") : "",
      address: id,
    })),
    ...listed.map(({ kind, path, arn, name, state = "", note = "" }) => ({
      kind: singular(kind),
      name: shortPath(path),
      state: state || note,
      address: arn || name,
    })),
    ...functions.map(({ name, arn, source }) => ({
      kind: "function",
      name: shortName(name, app),
      state: "",
      address: source ?? arn,
      link: sourceLink(source, folder),
    })),
  ];
}

/** `buckets` is the kind of a list, `bucket` that of its entries. */
export const singular = (kind: string): string => (kind === "buses" ? "bus" : kind.replace(/s$/, ""));
