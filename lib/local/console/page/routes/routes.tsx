import { useState } from "preact/hooks";
import type { ConsoleApp } from "../../actions";
import { useConsole } from "../store";
import { shortName } from "../trace";
import { Graphql } from "./graphql";
import { RequestForm } from "./request-form";
import { Socket } from "./socket";

type Api = ConsoleApp["apis"][number];
type Route = Api["routes"][number];

/** The routes of each API, who may call them, and a form that calls them. */
export function Routes() {
  const { app } = useConsole();
  const [chosen, choose] = useState<string>();
  if (app === undefined) return <p class="empty">The app is being read.</p>;
  return (
    <div class="page">
      {app.stage !== undefined && (
        <p class="quiet">The page of a stage calls no routes, and does not know their addresses.</p>
      )}
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
                        {app.stage === undefined && api.kind !== "GRAPHQL" ? (
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
          {api.kind === "GRAPHQL" && app.stage === undefined && <GraphqlExplorer api={api} app={app} />}
        </section>
      ))}
    </div>
  );
}

/** Reads the schema when it is opened. */
function GraphqlExplorer({ api, app }: { readonly api: Api; readonly app: ConsoleApp }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div class="buttons">
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Explore {api.name}
        </button>
      </div>
      {isOpen && <Graphql api={api} app={app} />}
    </>
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
  const url = api.urls.find((each) => each.startsWith("http"));
  if (url === undefined) return <Socket url={api.urls[0] ?? ""} />;
  const method = route.method === "ANY" ? "GET" : route.method;
  const given = {
    method,
    path: route.path.replace(/^\//, "").replace("$default", ""),
    headers: {
      ...(method !== "GET" && { "content-type": "application/json" }),
      ...(api.apiKey !== undefined && { "x-api-key": api.apiKey }),
    },
    body: "",
  };
  return (
    <RequestForm app={app} api={api.name} url={url} given={given} takesMethods={route.method === "ANY"} />
  );
}
