import { useEffect, useState } from "preact/hooks";
import type { CallingUser, ConsoleApp, RouteCall } from "../../actions";
import {
  type ExplorerSchema,
  introspection,
  operationFrom,
  type SchemaField,
  schemaFrom,
  signatureOf,
} from "../../graphql-schema";
import { callRoute } from "../api";
import { Area, Field, useAttempt } from "../form";
import { problemOfJson } from "../json-problem";
import { clean } from "../trace";
import { useCaller } from "./caller";
import { RouteCalling } from "./route-call";

type Api = ConsoleApp["apis"][number];

/** An explorer of a GraphQL API: its schema, an operation with variables, and its sender. */
export function Graphql({ api, app }: { readonly api: Api; readonly app: ConsoleApp }) {
  const [schema, setSchema] = useState<ExplorerSchema>();
  const [key, setKey] = useState(api.apiKey ?? "");
  const [query, setQuery] = useState("query {\n  __typename\n}");
  const [variables, setVariables] = useState("{}");
  const [fields, caller] = useCaller(app);
  const [problem, attempt] = useAttempt();
  const url = api.urls.find((each) => each.startsWith("http")) ?? "";
  const wrong = problemOfJson(variables);
  const asked = () =>
    callOf(url, { key, caller }, { query, variables: wrong === undefined ? JSON.parse(variables) : {} });
  const read = () =>
    attempt(async () => setSchema(await schemaOf(callOf(url, { key, caller }, { query: introspection }))));
  useEffect(read, [url]);
  const choose = (of: ExplorerSchema, kind: string, field: SchemaField) => {
    const chosen = operationFrom(kind, field, of);
    setQuery(chosen.query);
    setVariables(JSON.stringify(chosen.variables, undefined, 2));
  };
  return (
    <>
      {problem}
      <details open>
        <summary>Schema</summary>
        {schema === undefined ? (
          <p class="quiet">The explorer reads the schema as the chosen caller.</p>
        ) : (
          schema.operations.map(({ kind, fields: all }) => (
            <section key={kind} aria-label={kind}>
              <h3>{kind}</h3>
              {all.map((field) => (
                <div key={field.name}>
                  <button type="button" class="link" onClick={() => choose(schema, kind, field)}>
                    {clean(field.name)}
                  </button>{" "}
                  <span class="quiet">{clean(signatureOf(field))}</span>
                </div>
              ))}
            </section>
          ))
        )}
        <div class="buttons">
          <button type="button" onClick={read}>
            Read the schema again
          </button>
        </div>
      </details>
      {fields}
      {caller === undefined && <Field label="API key" value={key} change={setKey} />}
      <Area label="Operation" value={query} change={setQuery} />
      <Area label="Variables" value={variables} change={setVariables} />
      {wrong !== undefined && <p role="alert">{clean(wrong)}</p>}
      <RouteCalling asked={asked} api={api.address} />
    </>
  );
}

function callOf(
  url: string,
  { key, caller }: { readonly key: string; readonly caller: CallingUser | undefined },
  body: object,
): RouteCall {
  return {
    url,
    method: "POST",
    path: "",
    headers: {
      "content-type": "application/json",
      ...(caller === undefined && key !== "" && { "x-api-key": key }),
    },
    body: JSON.stringify(body),
    ...(caller !== undefined && { user: caller }),
  };
}

async function schemaOf(asked: RouteCall): Promise<ExplorerSchema> {
  const answer = await callRoute(asked);
  if ("problem" in answer) throw new Error(answer.problem);
  const { data, errors } = JSON.parse(answer.body) as {
    readonly data?: { readonly __schema?: ExplorerSchema["source"] };
    readonly errors?: readonly { readonly message: string }[];
  };
  if (data?.__schema == null)
    throw new Error(`The schema cannot be read: ${errors?.[0]?.message ?? `status ${answer.status}`}`);
  return schemaFrom(data.__schema);
}
