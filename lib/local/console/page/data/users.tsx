import { useEffect, useState } from "preact/hooks";
import type { ConsoleApp } from "../../actions";
import type { ShownPool } from "../../data";
import { Choice, Danger, Field, operate, useAttempt } from "../form";
import { Heads } from "../rows";
import { load, useConsole } from "../store";
import { clean } from "../trace";

type User = ConsoleApp["users"][number];

/** The users of a pool, with their groups, attributes and devices. */
export function UsersView({ pool }: { readonly pool: ShownPool }) {
  const { app } = useConsole();
  const [chosen, choose] = useState<string>();
  const [name, setName] = useState("");
  const [problem, attempt] = useAttempt();
  useEffect(() => attempt(load), [pool.id]);
  const users = (app?.users ?? []).filter((each) => each.pool === pool.id);
  const user = users.find(({ username }) => username === chosen);
  const create = () =>
    attempt(async () => {
      const attributes = name.includes("@")
        ? [
            { Name: "email", Value: name },
            { Name: "email_verified", Value: "true" },
          ]
        : [];
      // Without it, Cognito sends the password as a text message only.
      const DesiredDeliveryMediums = ["EMAIL", "SMS"];
      const input = {
        UserPoolId: pool.id,
        Username: name,
        UserAttributes: attributes,
        DesiredDeliveryMediums,
      };
      await operate({ service: "cognito-idp", operation: "AdminCreateUser", input });
      setName("");
      await load();
    });
  return (
    <>
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        <Field label="Name or email address of a new user" value={name} change={setName} />
        <button type="submit">Create</button>
      </form>
      {problem}
      {users.length === 0 && <p class="quiet">No users.</p>}
      <table>
        <Heads names={["User", "Status", "Groups"]} />
        <tbody>
          {users.map((each) => (
            <tr key={each.username}>
              <td>
                <button type="button" class="link" onClick={() => choose(each.username)}>
                  {clean(each.attributes.email ?? each.attributes.phone_number ?? each.username)}
                </button>
              </td>
              <td>{each.status}</td>
              <td>{clean(each.groups.join(", "))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {user !== undefined && <UserDetail key={user.username} pool={pool} user={user} />}
    </>
  );
}

interface Device {
  readonly DeviceKey?: string;
  readonly DeviceAttributes?: readonly { readonly Name?: string; readonly Value?: string }[];
}

type UserOperation =
  | "AdminAddUserToGroup"
  | "AdminRemoveUserFromGroup"
  | "AdminUpdateUserAttributes"
  | "AdminConfirmSignUp"
  | "AdminSetUserPassword"
  | "AdminForgetDevice"
  | "AdminDeleteUser";

function UserDetail({ pool, user }: { readonly pool: ShownPool; readonly user: User }) {
  const [group, setGroup] = useState(pool.groups[0] ?? "");
  const [attribute, setAttribute] = useState("");
  const [value, setValue] = useState("");
  const [password, setPassword] = useState("");
  const [devices, setDevices] = useState<readonly Device[]>([]);
  const [problem, attempt] = useAttempt();
  const of = { UserPoolId: pool.id, Username: user.username };
  const readDevices = async () => {
    const found = await operate<{ readonly Devices?: readonly Device[] }>({
      service: "cognito-idp",
      operation: "AdminListDevices",
      input: of,
    });
    setDevices(found.Devices ?? []);
  };
  useEffect(() => attempt(readDevices), [user.username]);
  const change = (operation: UserOperation, input: object = {}) =>
    attempt(async () => {
      await operate({ service: "cognito-idp", operation, input: { ...of, ...input } });
      await load();
      if (operation === "AdminForgetDevice") await readDevices();
    });
  return (
    <article class="entry">
      <h3>{clean(user.username)}</h3>
      {problem}
      <table>
        <tbody>
          {Object.entries(user.attributes).map(([each, text]) => (
            <tr key={each}>
              <th scope="row">{clean(each)}</th>
              <td>{clean(text)}</td>
            </tr>
          ))}
          {user.groups.map((each) => (
            <tr key={`group ${each}`}>
              <th scope="row">group</th>
              <td>
                {clean(each)}{" "}
                <button type="button" onClick={() => change("AdminRemoveUserFromGroup", { GroupName: each })}>
                  Remove from {clean(each)}
                </button>
              </td>
            </tr>
          ))}
          {devices.map(({ DeviceKey = "", DeviceAttributes = [] }) => (
            <tr key={DeviceKey}>
              <th scope="row">device</th>
              <td>
                {clean(DeviceAttributes.find(({ Name }) => Name === "device_name")?.Value ?? DeviceKey)}{" "}
                <button type="button" onClick={() => change("AdminForgetDevice", { DeviceKey })}>
                  Forget {clean(DeviceKey)}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pool.groups.length > 0 && (
        <div class="bar">
          <Choice
            label="Group"
            value={group}
            change={setGroup}
            options={pool.groups.map((each) => [each, each] as const)}
          />
          <button type="button" onClick={() => change("AdminAddUserToGroup", { GroupName: group })}>
            Add to group
          </button>
        </div>
      )}
      <div class="bar">
        <Field label="Attribute" value={attribute} change={setAttribute} />
        <Field label="Value" value={value} change={setValue} />
        <button
          type="button"
          onClick={() =>
            change("AdminUpdateUserAttributes", { UserAttributes: [{ Name: attribute, Value: value }] })
          }
        >
          Set attribute
        </button>
      </div>
      <div class="bar">
        <Field label="New password" value={password} change={setPassword} />
        <button
          type="button"
          onClick={() => change("AdminSetUserPassword", { Password: password, Permanent: true })}
        >
          Set password
        </button>
      </div>
      <div class="buttons">
        {user.status === "UNCONFIRMED" && (
          <button type="button" onClick={() => change("AdminConfirmSignUp")}>
            Confirm
          </button>
        )}
        <Danger text="Delete user" run={() => change("AdminDeleteUser")} />
      </div>
    </article>
  );
}
