import { randomUUID } from "node:crypto";
import { isValues, type Values } from "../../../model";
import { escapeXml } from "../../wire/xml";
import type { Protocol } from "./define-service";
import type { ServiceRequest, ServiceResponse } from "./service";
import type { Members, ServiceModel, Shape } from "./service-model";

/** The parts of the names of parameters: `Entry.2.Id` is the `Id` of the second entry. */
interface Part {
  value?: string;
  parts?: Map<string, Part>;
}

/** Reads the members of an input from the parameters of a form. Other parameters are left out. */
function readForm(members: Members, form: Iterable<readonly [string, string]>): Values {
  const root: Part = {};
  for (const [name, value] of form) {
    let part = root;
    for (const key of name.split(".", deepest)) {
      part.parts ??= new Map();
      const next: Part = part.parts.get(key) ?? {};
      part.parts.set(key, next);
      part = next;
    }
    part.value ??= value;
  }
  return membersIn(members, root);
}

/** No parameter has more parts: an attribute of a message in a batch has seven. */
const deepest = 10;

function membersIn(members: Members, { parts = new Map() }: Part): Values {
  const values: Record<string, unknown> = {};
  for (const [name, shape] of members) {
    const given = shape.formNames.find((each) => parts.has(each));
    const value = given === undefined ? undefined : valueIn(shape, parts.get(given));
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function valueIn({ kind, of, members, isFlattened, xmlKey = "key" }: Shape, part: Part | undefined): unknown {
  if (part === undefined) return undefined;
  if (members !== undefined) return membersIn(members, part);
  if (of === undefined) {
    const number = kind === "number" ? Number(part.value) : Number.NaN;
    return Number.isFinite(number) ? number : part.value;
  }
  const items = itemsIn(isFlattened ? part : part.parts?.get(kind === "list" ? "member" : "entry"));
  if (kind === "list") return items.map((item) => valueIn(of, item));
  return Object.fromEntries(
    items.map(({ parts }) => [
      parts?.get(xmlKey)?.value ?? "",
      valueIn(of, parts?.get(of.xmlName ?? "value")),
    ]),
  );
}

/** The items in the order of their numbers, which need not be complete. */
function itemsIn(part: Part | undefined): readonly Part[] {
  return [...(part?.parts ?? [])]
    .filter(([index]) => /^\d{1,4}$/.test(index))
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, item]) => item);
}

interface QuerySettings<Input, Resources> {
  /** The XML namespace of the service. */
  readonly namespace: string;
  /** The input of an operation. Throws `ServiceError` to refuse the request. */
  inputOf(values: Values, request: ServiceRequest, resources: Resources): Input;
}

/** AWS's query protocol: parameters come as a form, and results go out as XML. */
export function queryProtocol<Input, Resources = unknown>(
  model: ServiceModel,
  { namespace, inputOf }: QuerySettings<Input, Resources>,
): Protocol<Resources, Input, object> {
  const none: Members = new Map();
  return {
    inputOf: (request, resources) => {
      const members = model.members("inputs", request.operation ?? "") ?? none;
      return inputOf(readForm(members, parametersOf(request)), request, resources);
    },
    operationOf: ({ operation }) => operation,
    describe: ({ operation = "" }) => operation,
    respond: (result, operation, request) => {
      const members = model.members("outputs", operation) ?? none;
      const metadata = { RequestId: randomUUID() };
      const name = `${operation}Result`;
      if (asksForJson(request)) {
        const plain = plainOf(members, result as Values, withNulls.has(operation));
        return json(200, { [`${operation}Response`]: { [name]: plain, ResponseMetadata: metadata } });
      }
      const content = contentOf(members, result as Values);
      const outcome = content === "" ? `<${name}/>` : element(name, content);
      const told = element("ResponseMetadata", element("RequestId", metadata.RequestId));
      return xml(200, `<${operation}Response xmlns="${namespace}">${outcome}${told}</${operation}Response>`);
    },
    refuse: ({ code, message, status = 400 }, request) => {
      const id = randomUUID();
      if (asksForJson(request))
        return json(status, { Error: { Code: code, Message: message, Type: "Sender" }, RequestId: id });
      const error =
        element("Type", "Sender") + element("Code", code) + element("Message", escapeXml(message));
      const body = element("Error", error) + element("RequestId", id);
      return xml(status, `<ErrorResponse xmlns="${namespace}">${body}</ErrorResponse>`);
    },
  };
}

/** Clients without a body write the parameters into the URL. Those of the body count. */
function parametersOf({ body, url }: ServiceRequest): Iterable<readonly [string, string]> {
  const form = new URLSearchParams(body.toString("utf8"));
  const [, query] = url.split("?", 2);
  return query === undefined ? form : [...form, ...new URLSearchParams(query)];
}

/**
 * Whether a request of the query protocol asks for JSON in place of XML. SDKs do not; the integrations of API Gateway do.
 *
 * Source: https://github.com/localstack/localstack (tests/aws/services/sqs/test_sqs.py: TestSqsQueryApi, and
 * tests/aws/services/apigateway/test_apigateway_sqs.py, recorded from AWS)
 */
export function asksForJson({ headers }: ServiceRequest): boolean {
  return /\bapplication\/json\b/.test(headers.accept ?? "");
}

/**
 * Operations whose JSON includes members even without a value, unlike XML.
 *
 * Sources: https://github.com/pahud/svs327-reinvent2019 (cdk/README.md: the response of an integration with SNS), and the sources of
 * the protocol of SQS
 */
const withNulls: ReadonlySet<string> = new Set(["Publish", "SendMessage", "ReceiveMessage"]);

/** A result as JSON. Maps without an element around them are lists of names and values, as in XML. */
function plainOf(members: Members, result: Values, hasNulls: boolean): object {
  const nulls = hasNulls ? [...members.keys()].map((name) => [name, null] as const) : [];
  const given = Object.entries(result).map(([name, value]) => [
    name,
    plain(members.get(name), value, hasNulls),
  ]);
  return { ...Object.fromEntries(nulls), ...Object.fromEntries(given) };
}

function plain(shape: Shape | undefined, value: unknown, hasNulls: boolean): unknown {
  if (shape?.members !== undefined && isValues(value)) return plainOf(shape.members, value, hasNulls);
  if (Array.isArray(value)) return value.map((each) => plain(shape?.of, each, hasNulls));
  if (!isValues(value)) return value;
  const entries = known(value).map(([key, each]) => [key, plain(shape?.of, each, false)] as const);
  if (shape?.isFlattened !== true) return Object.fromEntries(entries);
  return entries.map(([key, each]) => ({
    [shape.xmlKey ?? "key"]: key,
    [shape.of?.xmlName ?? "value"]: each,
  }));
}

function json(status: number, body: object): ServiceResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

export function xml(status: number, body: string): ServiceResponse {
  return { status, headers: { "content-type": "text/xml" }, body };
}

const contentOf = (members: Members | undefined, values: Values): string =>
  Object.entries(values)
    .map(([name, value]) => elements(name, members?.get(name), value))
    .join("");

/** The element of a member, or those of the items of a list without one around them. */
function elements(name: string, shape: Shape | undefined, value: unknown): string {
  if (value === undefined || value === null) return "";
  const { of, members, isFlattened = false, xmlName = name, xmlKey = "key" } = shape ?? {};
  if (members !== undefined && isValues(value)) return element(xmlName, contentOf(members, value));
  if (Array.isArray(value)) {
    const item = isFlattened ? xmlName : (of?.xmlName ?? "member");
    const items = value.map((each) => elements(item, of && { ...of, xmlName: item }, each)).join("");
    return isFlattened ? items : element(name, items);
  }
  if (!isValues(value)) return element(xmlName, escapeXml(String(value)));
  const entries = known(value).map(([key, each]) =>
    element(
      isFlattened ? xmlName : "entry",
      element(xmlKey, escapeXml(key)) + elements(of?.xmlName ?? "value", of, each),
    ),
  );
  return isFlattened ? entries.join("") : element(name, entries.join(""));
}

/** The entries of a map that have a value. */
const known = (map: Values): readonly (readonly [string, unknown])[] =>
  Object.entries(map).filter(([, value]) => value !== undefined);

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;
