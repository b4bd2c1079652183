import { coreTexts } from "../core/errors";
import { type ErrorTexts, type Fail, failWith } from "../errors/error";
import { didYouMean, oneOf, show } from "../errors/words";

/** Texts about routes, authorizers, CORS and access logs of any gateway. */
export const gatewayTexts = {
  "route-key-invalid": ({ value }: { value: string }) => ({
    problem: `has the key ${show(value)}, which is no method and path.`,
    remedy:
      'Write "<METHOD> <path>", such as "GET /notes/{id}", or "$default".' +
      (/^\$(dis)?connect$/.test(value.trim()) ? " $connect and $disconnect are routes of WebSocketApi." : ""),
  }),
  "route-method-unknown": ({
    method,
    path,
    methods,
  }: {
    method: string;
    path: string;
    methods: readonly string[];
  }) => ({
    problem: `begins with ${show(method)}, which is no HTTP method.`,
    remedy: `Use ${oneOf(methods)}: "GET ${path}".${didYouMean(method, methods)}`,
  }),
  "route-path-no-slash": ({ method, path }: { method: string; path: string }) => ({
    problem: `has the path ${show(path)}, which does not begin with /.`,
    remedy: `Write "${method} /${path}".`,
  }),
  "route-path-trailing-slash": ({ method, path }: { method: string; path: string }) => ({
    problem: `has the path ${show(path)}, which ends with /; the gateway would never match it.`,
    remedy: `Write "${method} ${path.replace(/\/+$/, "") || "/"}".`,
  }),
  "route-greedy-not-last": ({
    variable,
    end,
    single,
  }: {
    variable: string;
    end: string;
    single: string;
  }) => ({
    problem: `goes on after the greedy variable ${variable}.`,
    remedy: `End the route there: "${end}". To match one part of the path: "${single}".`,
  }),
  "route-part-invalid": ({ part }: { part: string }) => ({
    problem: `has the path part ${show(part)}.`,
    remedy:
      "A part is plain text, a variable {name}, or at the end {name+}; the braces enclose the whole part.",
  }),
  "route-variable-twice": ({ variable }: { variable: string }) => ({
    problem: `has the variable {${variable}} twice.`,
    remedy: "Give each variable of a path a name of its own.",
  }),
  "route-duplicate": ({ key }: { key: string }) => ({
    problem: `defines ${show(key)} a second time.`,
    remedy:
      "Define each route once, over `routes` and all calls of addRoutes; white space and the method's case do not count.",
  }),
  "route-handler-misplaced": ({ handler }: { handler: unknown }) => ({
    problem: `has the handler ${show(handler)} directly.`,
    remedy: `Nest the props of the function under function: { function: { handler: ${show(handler)} } }.`,
  }),
  "route-value-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is no route.`,
    remedy: 'Give a handler ("functions/notes.get"), a Function, or an object with function, or with a type.',
  }),
  "authorizer-unknown": ({ value, names }: { value: unknown; names: readonly string[] }) => ({
    problem: `is ${show(value)}, but there is no authorizer of that name.`,
    remedy: `Use ${names.length === 0 ? "" : `${oneOf(names)} (declared in authorizers), or `}"none" or "iam".${didYouMean(value, names)}`,
  }),
  "authorizer-name-reserved": ({ name }: { name: string }) => ({
    problem: `is called ${show(name)}, which has a meaning of its own.`,
    remedy: 'Choose another name than "none" and "iam".',
  }),
  "authorizer-part-missing": ({ type, example }: { type: string; example: string }) => ({
    problem: `is missing in an authorizer of the type ${show(type)}.`,
    remedy: `Write ${example}, or pass an existing authorizer as cdk.authorizer.`,
  }),
  "cors-credentials-star": (_: object) => ({
    problem: 'is true while allowOrigins allows "*" (its default): browsers refuse that.',
    remedy: 'Name the origins: allowOrigins: ["https://app.example.com"].',
  }),
  "cors-origin-scheme": ({ value }: { value: string }) => ({
    problem: `has the origin ${show(value)}, which has no scheme.`,
    remedy: `Write ${show(`https://${value}`)}, or "*" for every origin.`,
  }),
  "access-log-lines": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which has more than one line.`,
    remedy: "Write it in one line; for JSON: JSON.stringify({ ... }).",
  }),
  "access-log-request-id": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which holds no request id.`,
    remedy: "Add $context.requestId or $context.extendedRequestId: the service asks for one of them.",
  }),
  "access-log-destination": ({
    value,
    expected,
    suggestion,
  }: {
    value: unknown;
    expected: string;
    suggestion: string | undefined;
  }) => ({
    problem: `is ${show(value)}.`,
    remedy: suggestion === undefined ? `Write the ARN of ${expected}.` : `Write ${show(suggestion)}.`,
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...gatewayTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
