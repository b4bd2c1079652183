import { Fragment } from "preact";
import { useState } from "preact/hooks";
import type { ConsoleApp } from "../../actions";
import { SearchField } from "../form";
import { useConsole } from "../store";
import { clean, countText, shortName } from "../trace";
import { Graphql } from "./graphql";
import { RequestForm } from "./request-form";
import { Socket } from "./socket";

type Api = ConsoleApp["apis"][number];
type Route = Api["routes"][number];

/** The routes of each API, who may call them, and a form that calls them. */
export function Routes() {
  const { app } = useConsole();
  const [chosen, choose] = useState<string>();
  const [search, setSearch] = useState("");
  if (app === undefined) return <p class="empty">The app is being read.</p>;
  const wanted = search.toLowerCase();
  const count = app.apis.flatMap(({ routes }) => routes).length;
  const apis = app.apis
    .map((api) => ({ api, found: api.routes.filter((each) => textOf(api, each, app).includes(wanted)) }))
    .filter(({ found }) => found.length > 0 || wanted === "");
  const shown = apis.flatMap(({ found }) => found).length;
  return (
    <>
      <div class="bar">
        <SearchField value={search} change={setSearch} />
        <span class="quiet">
          {shown < count ? `${shown} of ` : ""}
          {countText(count, "route")}
        </span>
      </div>
      <div class="page">
        {app.stage !== undefined && (
          <p class="quiet">The page of a stage calls no routes, and does not know their addresses.</p>
        )}
        {apis.map(({ api, found }) => (
          <section key={api.address} aria-label={`${api.name} ${api.urls}`}>
            <h2>
              {clean(api.name)} <small class="quiet">{api.urls.join("  ")}</small>
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
                {found.map((route) => {
                  const key = `${api.address} ${route.method} ${route.path}`;
                  return (
                    <Fragment key={key}>
                      <tr>
                        <td>
                          {app.stage === undefined && api.kind !== "GRAPHQL" ? (
                            <button
                              type="button"
                              aria-expanded={chosen === key}
                              onClick={() => choose(chosen === key ? undefined : key)}
                            >
                              {clean(nameOf(route))}
                            </button>
                          ) : (
                            clean(nameOf(route))
                          )}
                        </td>
                        <td>{clean(whoMay(api, route))}</td>
                        <td>{clean(shortName(route.target, app))}</td>
                      </tr>
                      {chosen === key && (
                        <tr>
                          <td colSpan={3}>
                            <CallForm api={api} route={route} app={app} />
                          </td>
                        </tr>
                      )}
                    </Fragment>
                  );
                })}
              </tbody>
            </table>
            {api.kind === "GRAPHQL" && app.stage === undefined && <GraphqlExplorer api={api} app={app} />}
          </section>
        ))}
      </div>
    </>
  );
}

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** The text that the search looks in. */
const textOf = (api: Api, route: Route, app: ConsoleApp): string =>
  [api.name, nameOf(route), whoMay(api, route), shortName(route.target, app)].join(" ").toLowerCase();

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

/** A route that the gateway of a WebSocket API chooses by itself. */
const isOfGateway = ({ path }: Route): boolean => path.startsWith("$");

function whoMay({ kind }: Api, { path, authorizer, callers }: Route): string {
  if (callers !== undefined) return callers;
  if (kind === "WEBSOCKET" && path !== "$connect") return "connected clients";
  if (authorizer === "none") return "everyone";
  if (authorizer === "API_KEY") return "callers with an API key";
  return authorizer === "iam"
    ? "callers who sign requests (iam)"
    : `callers that the authorizer ${authorizer} admits`;
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
  if (url === undefined) {
    const message = isOfGateway(route) ? undefined : `{ "action": "${route.path}" }`;
    return <Socket url={api.urls[0] ?? ""} message={message} />;
  }
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
    <RequestForm app={app} api={api.address} url={url} given={given} takesMethods={route.method === "ANY"} />
  );
}
