import { useState } from "preact/hooks";
import type { CallingUser, ConsoleApp, RouteAnswer } from "../actions";
import { ask } from "./api";
import { Problem, Text } from "./detail";
import { Field } from "./form";
import { Socket } from "./socket";
import { useConsole } from "./store";
import { pretty, shortName } from "./trace";

type Api = ConsoleApp["apis"][number];
type Route = Api["routes"][number];

const nobody = "Nobody";

/** The routes of each API, who may call them, and a form that calls them. */
export function Routes() {
  const { app } = useConsole();
  const [chosen, choose] = useState<string>();
  if (app === undefined) return <p class="empty">The app is being read.</p>;
  return (
    <div class="page">
      {app.apis.map((api) => (
        <section key={api.name} aria-label={api.name}>
          <h2>
            {api.name} <small class="quiet">{api.urls.join("  ")}</small>
          </h2>
          <table>
            <thead>
              <tr>
                <th scope="col">Route</th>
                <th scope="col">Who may call it</th>
                <th scope="col">Answered by</th>
              </tr>
            </thead>
            <tbody>
              {api.routes.map((route) => {
                const key = `${api.name} ${route.method} ${route.path}`;
                return (
                  <>
                    <tr key={key}>
                      <td>
                        {app.stage === undefined ? (
                          <button
                            type="button"
                            aria-expanded={chosen === key}
                            onClick={() => choose(chosen === key ? undefined : key)}
                          >
                            {route.method} {route.path}
                          </button>
                        ) : (
                          `${route.method} ${route.path}`
                        )}
                      </td>
                      <td>{whoMay(route)}</td>
                      <td>{shortName(route.target, app)}</td>
                    </tr>
                    {chosen === key && (
                      <tr>
                        <td colSpan={3}>
                          <CallForm api={api} route={route} app={app} />
                        </td>
                      </tr>
                    )}
                  </>
                );
              })}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}

function whoMay({ authorizer, callers }: Route): string {
  if (callers !== undefined) return callers;
  if (authorizer === "none") return "everyone";
  return authorizer === "iam" ? "callers who sign requests (iam)" : `callers whom ${authorizer} admits`;
}

function CallForm({
  api,
  route,
  app,
}: {
  readonly api: Api;
  readonly route: Route;
  readonly app: ConsoleApp;
}) {
  const [method, setMethod] = useState(route.method === "ANY" ? "GET" : route.method);
  const [path, setPath] = useState(route.path.replace(/^\//, "").replace("$default", ""));
  const [body, setBody] = useState("");
  const [user, setUser] = useState(nobody);
  const [name, setName] = useState("");
  const [groups, setGroups] = useState("");
  const [scopes, setScopes] = useState("");
  const [answer, setAnswer] = useState<RouteAnswer>();
  const url = api.urls.find((each) => each.startsWith("http"));
  if (url === undefined) return <Socket url={api.urls[0] ?? ""} />;
  const pool = app.pools.find(({ id }) => user.startsWith(`${id} `));
  const caller: CallingUser | undefined = pool && {
    pool: pool.id,
    name: user.slice(pool.id.length + 1) || name,
    groups: words(groups),
    scopes: words(scopes),
  };
  const send = () => {
    const type: Record<string, string> = /^\s*[[{"]/.test(body) ? { "content-type": "application/json" } : {};
    ask("call", { url, method, path, headers: type, body, ...(caller !== undefined && { user: caller }) })
      .catch((error: unknown): RouteAnswer => ({ problem: String(error) }))
      .then(setAnswer);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {route.method === "ANY" && <Field label="Method" value={method} change={setMethod} />}
      <Field label="Path and query" value={path} change={setPath} />
      <label class="field">
        Call as
        <select value={user} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value={nobody}>nobody (anonymous)</option>
          {app.users.map((each) => {
            const id =
              app.pools.find((one) => one.id === each.pool || one.name === each.pool)?.id ?? each.pool;
            return (
              <option key={`${id} ${each.username}`} value={`${id} ${each.username}`}>
                {each.attributes.email ?? each.username} of {each.pool}
              </option>
            );
          })}
          {app.pools.map(({ id, name: title }) => (
            <option key={id} value={`${id} `}>
              another user of {title}
            </option>
          ))}
        </select>
      </label>
      {pool !== undefined && user === `${pool.id} ` && (
        <Field label="Name of the user" value={name} change={setName} />
      )}
      {pool !== undefined && (
        <>
          <Field label="Groups" value={groups} change={setGroups} />
          <Field label="Scopes" value={scopes} change={setScopes} />
        </>
      )}
      {method !== "GET" && method !== "HEAD" && (
        <label class="field">
          Body
          <textarea
            value={body}
            spellcheck={false}
            onInput={({ currentTarget }) => setBody(currentTarget.value)}
          />
        </label>
      )}
      <div class="buttons">
        <button type="submit" class="main">
          Send
        </button>
      </div>
      {answer !== undefined &&
        ("problem" in answer ? (
          <Problem text={answer.problem} />
        ) : (
          <Text title={`Answer ${answer.status}`} text={pretty(answer.body)} />
        ))}
    </form>
  );

  function choose(value: string): void {
    setUser(value);
    const listed = app.users.find(({ username }) => value.endsWith(` ${username}`));
    setGroups(listed?.groups.join(" ") ?? "");
  }
}

const words = (text: string): string[] => text.split(/[\s,]+/).filter((each) => each !== "");
