import type { ErrorText } from "../../errors/error";
import { didYouMean, oneOf, show } from "../../errors/words";

/** Texts of the gateways; part of the catalogue. */
export const apiTexts = {
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
  "route-address-taken": ({ key, other }: { key: string; other: string }) => ({
    problem: `defines ${show(key)}, whose address in Terraform is that of ${show(other)}.`,
    remedy:
      "In an address every / becomes --: change one of the two paths, or add its route below another scope.",
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
  "authorizer-identity-source": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}; a token is read from one place.`,
    remedy: 'Name one: ["$request.header.Authorization"].',
  }),
  "authorizer-cache-identity": (_: object) => ({
    problem: "is given, but identitySource is empty: the gateway would not know whose answer it reuses.",
    remedy: 'Name what identifies the caller: identitySource: ["$request.header.Authorization"].',
  }),
  "user-pool-client-region": ({ value, region }: { value: string; region: string }) => ({
    problem: `is missing, while userPool.region is ${show(value)}: a client can only be created in ${show(region)}.`,
    remedy: "Give the ids of clients of that pool: clientIds: [...].",
  }),
  "stage-name-unknown": (_: object) => ({
    problem: "is known only at deploy time; the address of the stage in the state follows from it.",
    remedy: 'Write the name out: { name: "beta" }.',
  }),
  "route-not-private": (_: object) => ({
    problem: 'is given for a route of the type "url", which leaves through the public network.',
    remedy: 'Leave it out, or reach a load balancer in the private network with type: "alb" or "nlb".',
  }),
  "listener-missing": ({ type }: { type: string }) => ({
    problem: `is missing in a route of the type ${show(type)}.`,
    remedy: `Pass the listener: { type: "${type}", cdk: { ${type}Listener: listener } }.`,
  }),
  "cloud-credentials": (_: object) => ({
    problem: "is given; the library makes a role for what the route does.",
    remedy:
      "Leave it out. The role is allowed the one action of subtype, on the resource that parameterMapping names.",
  }),
  "cors-credentials-star": (_: object) => ({
    problem: 'is true while allowOrigins allows "*" (its default): browsers refuse that.',
    remedy: 'Name the origins: allowOrigins: ["https://app.example.com"].',
  }),
  "cors-origin-scheme": ({ value }: { value: string }) => ({
    problem: `has the origin ${show(value)}, which has no scheme.`,
    remedy: `Write ${show(`https://${value}`)}, or "*" for every origin.`,
  }),
  "throttle-half": ({ given, missing }: { given: string; missing: string }) => ({
    problem: `is missing, while throttle.${given} is given.`,
    remedy: `Give both: throttle: { rate: 100, burst: 50 } (${missing} is missing).`,
  }),
  "needs-default-stage": (_: object) => ({
    problem: "is given, but cdk.httpApi.createDefaultStage is false.",
    remedy: "Leave createDefaultStage out, or set what you need on the stages of cdk.httpStages.",
  }),
  "stage-duplicate": ({ name }: { name: string }) => ({
    problem: `has the name ${show(name)} a second time.`,
    remedy: "Give each stage a name of its own.",
  }),
  "imported-api": (_: object) => ({
    problem: "is given for an imported API, which this stack does not configure.",
    remedy: "Configure it where the API is created, or leave cdk.httpApi to the library.",
  }),
} satisfies Record<string, (facts: never) => ErrorText>;
