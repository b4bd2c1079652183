import { useState } from "preact/hooks";
import type { CallingUser, ConsoleApp } from "../../actions";
import { Choice, Field } from "../form";

const nobody = "Nobody";

/** Fields that choose the caller of a route, and the caller: undefined for none. */
export function useCaller(
  app: ConsoleApp,
): readonly [fields: preact.ComponentChild, caller: CallingUser | undefined] {
  const [user, setUser] = useState(nobody);
  const [name, setName] = useState("");
  const [groups, setGroups] = useState("");
  const [scopes, setScopes] = useState("");
  const pool = app.pools.find(({ id }) => user.startsWith(`${id} `));
  const caller: CallingUser | undefined = pool && {
    pool: pool.id,
    name: user.slice(pool.id.length + 1) || name,
    groups: words(groups),
    scopes: words(scopes),
  };
  const choose = (value: string): void => {
    setUser(value);
    const listed = app.users.find((each) => value === `${each.pool} ${each.username}`);
    setGroups(listed?.groups.join(" ") ?? "");
  };
  const fields = (
    <>
      <Choice
        label="Call as"
        value={user}
        change={choose}
        options={[
          [nobody, "nobody, or whom the headers name"],
          ...app.users.map(
            ({ pool: id, username, attributes }) =>
              [
                `${id} ${username}`,
                `${attributes.email ?? username} of ${app.pools.find((one) => one.id === id)?.name ?? id}`,
              ] as const,
          ),
          ...app.pools.map(({ id, name: title }) => [`${id} `, `another user of ${title}`] as const),
        ]}
      />
      {pool !== undefined && user === `${pool.id} ` && (
        <Field label="Name of the user" value={name} change={setName} />
      )}
      {pool !== undefined && (
        <>
          {pool.hasGroups && <Field label="Groups" value={groups} change={setGroups} />}
          <Field label="Scopes" value={scopes} change={setScopes} />
        </>
      )}
    </>
  );
  return [fields, caller];
}

const words = (text: string): string[] => text.split(/[\s,]+/).filter((each) => each !== "");
