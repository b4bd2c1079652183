import { useState } from "preact/hooks";
import type { ConsoleApp } from "../../actions";
import { Area, Copy, Field, quoted } from "../form";
import { useCaller } from "./caller";
import { RouteCalling } from "./route-call";

/** A request as the form begins. */
export interface GivenRequest {
  readonly method: string;
  /** Path and query below the base URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface RequestFormProps {
  readonly app: ConsoleApp;
  /** Address of the API. */
  readonly api: string;
  /** Its base URL. */
  readonly url: string;
  readonly given: GivenRequest;
  /** Whether any method may be sent. @default false */
  readonly takesMethods?: boolean;
}

/** A request to a route, all parts of which can be edited, with its answer. */
export function RequestForm({ app, api, url, given, takesMethods = false }: RequestFormProps) {
  const [method, setMethod] = useState(given.method);
  const [path, setPath] = useState(given.path);
  const [body, setBody] = useState(given.body);
  const [headers, setHeaders] = useState(headersText(given.headers));
  const [fields, caller] = useCaller(app);
  const hasBody = method !== "GET" && method !== "HEAD";
  const asked = () => ({
    url,
    method,
    path,
    headers: headersOf(headers),
    body: hasBody ? body : "",
    ...(caller !== undefined && { user: caller }),
  });
  return (
    <>
      {takesMethods && <Field label="Method" value={method} change={setMethod} />}
      <Field label="Path and query" value={path} change={setPath} />
      {fields}
      {hasBody && <Area label="Body" value={body} change={setBody} />}
      <Area
        label="Headers, one in each line (x-api-key, content-type)"
        value={headers}
        change={setHeaders}
        isShort
      />
      <RouteCalling asked={asked} api={api}>
        <Copy name="curl" text={() => curlOf(asked())} />
      </RouteCalling>
    </>
  );
}

const headersText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

/** Throws for a line that is not a header. */
function headersOf(text: string): Readonly<Record<string, string>> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^([^:]+):(.*)$/.exec(line) ?? [];
      if (name === "") throw new Error(`This line is not a header: ${line}. Write "name: value".`);
      return [name.trim().toLowerCase(), value.trim()];
    }),
  );
}

function curlOf({ url, method, path, headers, body }: GivenRequest & { readonly url: string }): string {
  const parts = [`curl -X ${quoted(method)} ${quoted(`${url.replace(/\/$/, "")}/${path}`)}`];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== "") parts.push(`--data-raw ${quoted(body)}`);
  return parts.join(" \\\n  ");
}
