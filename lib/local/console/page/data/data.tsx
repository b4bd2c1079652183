import { useEffect, useMemo, useState } from "preact/hooks";
import type { ConsoleApp } from "../../actions";
import type { AppData } from "../../data";
import { ask } from "../api";
import { useAttempt } from "../form";
import { InvokeForm } from "../replay";
import { moveFocus, Name } from "../rows";
import { useConsole, useRefresh } from "../store";
import { clean, shortName } from "../trace";
import { ListedView } from "./listed";
import { MailsView } from "./mails";
import { QueueView } from "./queues";
import { type Named, Resources, resourceNames, singular } from "./resources";
import { TableView } from "./tables";
import { UsersView } from "./users";

interface Entry {
  readonly kind: string;
  readonly name: string;
  view(): preact.ComponentChild;
}

/** The data of the app: tables, queues, users and mails with their editors, and lists of the rest. */
export function Data() {
  const [data, setData] = useState<AppData>();
  const [chosen, choose] = useState("all Resources");
  const [problem, attempt] = useAttempt();
  const refresh = useRefresh();
  useEffect(() => attempt(async () => setData(await ask("data"))), [refresh]);
  const { app } = useConsole();
  const entries = useMemo(
    () => (data === undefined ? [] : entriesOf(data, app, (kind, name) => choose(`${kind} ${name}`))),
    [data, app],
  );
  const keyOf = ({ kind, name }: Entry): string => `${kind} ${name}`;
  const current = entries.find((each) => keyOf(each) === chosen);
  return (
    <div class="columns narrow">
      <section aria-label="Resources">
        {problem}
        <ol class="rows" onKeyDown={moveFocus}>
          {entries.map((each) => (
            <li key={keyOf(each)}>
              <button type="button" aria-pressed={each === current} onClick={() => choose(keyOf(each))}>
                <span class="kind">{each.kind}</span>
                <Name text={each.name} />
              </button>
            </li>
          ))}
        </ol>
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls */}
      <section aria-label="Content" class="content" tabIndex={0}>
        {current !== undefined && (
          <>
            <h2>{clean(current.name)}</h2>
            <div key={keyOf(current)}>{current.view()}</div>
          </>
        )}
      </section>
    </div>
  );
}

function entriesOf(
  data: AppData,
  app: ConsoleApp | undefined,
  choose: (kind: string, name: string) => void,
): readonly Entry[] {
  const { tables, queues, pools, listed } = data;
  const names = resourceNames(data);
  const nameOf = (each: Named): string => names.get(each) ?? each.path;
  const functions = app?.functions ?? [];
  const { stage } = app ?? {};
  const entry = (kind: string, name: string, view: Entry["view"]): Entry => ({ kind, name, view });
  const invocable = functions.map((each) =>
    entry("function", shortName(each.arn, app), () => (
      <InvokeForm function={each} payload="{}" title="Invoke" />
    )),
  );
  const all = (chosen?: typeof choose) =>
    entry("all", "Resources", () => <Resources data={data} app={app} choose={chosen} />);
  if (stage !== undefined) return stage.invokes === true ? [all(), ...invocable] : [all()];
  return [
    all(choose),
    entry("mails", "Mails and messages", () => <MailsView />),
    ...tables.map((each) => entry("table", nameOf(each), () => <TableView table={each} />)),
    ...queues.map((each) => entry("queue", nameOf(each), () => <QueueView queue={each} />)),
    ...pools.map((each) => entry("users", nameOf(each), () => <UsersView pool={each} />)),
    ...listed.map((each) => entry(singular(each.kind), nameOf(each), () => <ListedView resource={each} />)),
    ...invocable,
  ];
}
