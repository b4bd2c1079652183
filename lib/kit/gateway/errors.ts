import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { didYouMean, oneOf, show } from "../../facts/errors/words";
import { coreTexts } from "../core/errors";
import { functionTexts } from "../function/errors";
import { meantRoutes } from "./meant-route";

const meant = (routes: readonly string[]): string =>
  routes.length === 0 ? "" : `Did you mean ${routes.map(show).join(" and ")}? `;

function remedyOfMethod(method: string, path: string, methods: readonly string[]): string {
  const routes = meantRoutes(`${method} ${path}`);
  const [first] = routes;
  if (routes.length > 1) return `Write a route for each method: ${routes.map(show).join(" and ")}.`;
  if (first !== undefined) return `Write ${show(first)}.`;
  return `Use ${oneOf(methods)}: "GET ${path}".${didYouMean(method, methods)}`;
}

/** Texts about routes, authorizers, CORS, access logs and custom domains of any gateway. */
export const gatewayTexts = {
  "route-key-invalid": ({ value }: { value: string }) => ({
    problem: `has the key ${show(value)}, which is not a method and a path.`,
    remedy:
      meant(meantRoutes(value)) +
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
    problem: `begins with ${show(method)}, which is not an HTTP method.`,
    remedy: remedyOfMethod(method, path, methods),
  }),
  "route-path-no-slash": ({ method, path }: { method: string; path: string }) => ({
    problem: `has the path ${show(path)}, which does not begin with /.`,
    remedy: `Write ${show(meantRoutes(`${method} ${path}`)[0] ?? `${method} /${path}`)}.`,
  }),
  "route-path-trailing-slash": ({ method, path }: { method: string; path: string }) => ({
    problem: `has the path ${show(path)}, which ends with /. The gateway would never match it.`,
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
    problem: `continues after the greedy variable ${variable}.`,
    remedy: `End the route there: "${end}". To match one part of the path: "${single}".`,
  }),
  "route-part-invalid": ({ part, key }: { part: string; key: string }) => ({
    problem: `has the path part ${show(part)}.`,
    remedy:
      `${part.includes("?") ? "Routes have no query strings and no optional parts. " : ""}${meant(meantRoutes(key))}` +
      "A part is a variable {name}, {name+} at the end, or text as requests have it: letters, digits and . _ ~ ! $ & ' ( ) * + , ; = : @ - or %20 for others. Braces must enclose the whole part.",
  }),
  "route-part-colon": ({ part, suggestion }: { part: string; suggestion: string }) => ({
    problem: `has the path part ${show(part)}, which the gateway treats as plain text, not as a variable.`,
    remedy: `Write variables in braces: ${show(suggestion)}.`,
  }),
  "contract-entry": ({ value }: { value: unknown }) => ({
    problem: `is ${value === undefined ? "not there, or loaded later" : show(value)}: neither a procedure nor a part of a contract.`,
    remedy: "Pass a contract of oRPC or ts-rest: an object whose members are procedures, or such objects.",
  }),
  "contract-empty": () => ({
    problem: "has no procedure.",
    remedy: "Pass the object whose members are the procedures, not its type or one of its schemas.",
  }),
  "contract-path": ({ value, part }: { value: string; part: string }) => ({
    problem: `has the path ${show(value)}, whose part ${show(part)} API Gateway cannot match.`,
    remedy:
      "Write a variable as a whole part, /notes/:id, and declare a procedure for each form of the path.",
  }),
  "route-variable-twice": ({ variable }: { variable: string }) => ({
    problem: `has the variable {${variable}} twice.`,
    remedy: "Give each variable of a path its own name.",
  }),
  "route-duplicate": ({ key }: { key: string }) => ({
    problem: `defines ${show(key)} a second time.`,
    remedy:
      "Define each route once, in `routes` or in one call of addRoutes. White space and the case of the method are ignored.",
  }),
  "route-moved-alike": ({ from }: { from: string }) => ({
    problem: `is ${show(from)}, which is the route itself.`,
    remedy: "Write the key that the route had, or leave out `moved`.",
  }),
  "route-moved-declared": ({ from, other }: { from: string; other: string }) => ({
    problem: `is ${show(from)}, and the route ${show(other)} is still declared: both would be the same resources.`,
    remedy: `Remove the route ${show(other)}, or leave out \`moved\`: the route is then a new one.`,
  }),
  "route-moved-twice": ({ from, other }: { from: string; other: string }) => ({
    problem: `is ${show(from)}, from which ${show(other)} is moved already.`,
    remedy: "Write `moved` at one of the two routes. The other one is then a new route.",
  }),
  "route-handler-misplaced": ({ handler }: { handler: unknown }) => ({
    problem: `has the handler ${show(handler)} at the top level.`,
    remedy: `Nest the props of the function under function: { function: { handler: ${show(handler)} } }.`,
  }),
  "route-value-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is not a route.`,
    remedy:
      typeof value === "function"
        ? 'The code runs in AWS, not where the app is declared. Export it from a file, and name both: "functions/notes.get".'
        : 'Give a handler ("functions/notes.get"), a Function, or an object with function, or with a type.',
  }),
  "arn-region": ({ value, found, region }: { value: unknown; found: string; region: string }) => ({
    problem: `is ${show(value)}, which is in ${found}, but the API is in ${region}.`,
    remedy: `Name one in ${region}.`,
  }),
  "authorizer-name-taken": ({ name, other }: { name: string; other: string }) => ({
    problem: `is ${show(name)}, which is also the name of ${other} in AWS.`,
    remedy: "Give each authorizer of the API its own name.",
  }),
  "url-variable-unknown": ({ variable, path }: { variable: string; path: string }) => ({
    problem: `has the variable {${variable}}, which the path ${show(path)} does not have.`,
    remedy: "Use variables of the path of the route. {name+} in the path is {name} in the address.",
  }),
  "listener-missing": ({ type }: { type: string }) => ({
    problem: `is missing in a route of the type ${show(type)}.`,
    remedy: `Pass the listener: { type: "${type}", cdk: { ${type}Listener: listener } }.`,
  }),
  "listener-tls": ({ protocol }: { protocol: string }) => ({
    problem: `is missing, while the listener takes ${protocol} only.`,
    remedy: 'Name the host of its certificate: secureServerName: "notes.example.com".',
  }),
  "listener-plain": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, but the listener takes HTTP without TLS.`,
    remedy: "Leave it out, or pass a listener with the protocol HTTPS.",
  }),
  "authorizer-unknown": ({ value, names }: { value: unknown; names: readonly string[] }) => ({
    problem: `is ${show(value)}, but there is no authorizer of that name.`,
    remedy: `Use ${names.length === 0 ? "" : `${oneOf(names)} (declared in authorizers), or `}"none" or "iam".${didYouMean(value, [...names, "none", "iam"])}`,
  }),
  "authorizer-name-reserved": ({ name }: { name: string }) => ({
    problem: `is called ${show(name)}, which is reserved.`,
    remedy: 'Choose another name; "none" and "iam" are built in.',
  }),
  "authorizer-part-missing": ({ type, example }: { type: string; example: string }) => ({
    problem: `is missing in an authorizer of the type ${show(type)}.`,
    remedy: `Write ${example}, or pass an existing authorizer as cdk.authorizer.`,
  }),
  "user-pool-region": ({ value, id, region }: { value: string; id: string; region: string }) => ({
    problem: `is ${show(value)}, but the pool ${show(id)} is in ${show(region)}. No token would have this issuer.`,
    remedy: "Leave the region out: it follows from the id.",
  }),
  "user-pool-client-region": ({ value, region }: { value: string; region: string }) => ({
    problem: `is missing, while userPool.region is ${show(value)}: a client can only be created in ${show(region)}.`,
    remedy: "Give the ids of clients of that pool: clientIds: [...].",
  }),
  "recipient-unknown": ({ value, pool }: { value: string; pool: string }) => ({
    problem: `is ${show(value)}, but the app creates the user pool ${pool}, whose clients get their ids in AWS. No client has this id.`,
    remedy: "Pass the id of a client of the pool: client.id, or userPoolClientId of a Userbase.",
  }),
  "recipient-elsewhere": ({ client, pool }: { client: string; pool: string }) => ({
    problem: `is the id of ${client}, which is not a client of the user pool ${pool}. No token of the pool would be accepted.`,
    remedy: "Pass the id of a client of the same pool.",
  }),
  "scopes-without-token": ({ authorizer, route }: { authorizer: string; route: string | undefined }) => ({
    problem: `requires scopes${route === undefined ? "" : ` of ${route}`}, but ${authorizer === "none" || authorizer === "iam" ? `the authorizer is ${show(authorizer)}` : `the authorizer ${show(authorizer)} reads no scopes`}. The route would be open to requests without them.`,
    remedy: `Name an authorizer that reads tokens of a user pool or of another issuer, or leave authorizationScopes out${route === undefined ? "" : ` of the defaults, or write authorizer: ${show(authorizer)} on the route`}.`,
  }),
  "scope-too-long": ({ value, length, limit }: { value: string; length: number; limit: number }) => ({
    problem: `is ${show(value)}, ${length} characters long; AWS allows ${limit}.`,
    remedy: `Name a scope of ${limit} characters or fewer.`,
  }),
  "scope-undeclared": ({ value, scopes }: { value: string; scopes: readonly string[] }) => ({
    problem: `is ${show(value)}, which no resource server of the user pool declares. No token could have it.`,
    remedy: `Declare it in resourceServers of the Userbase, or use ${oneOf(scopes)}.${didYouMean(value, scopes)}`,
  }),
  "scope-unavailable": ({ value, scopes }: { value: string; scopes: readonly string[] }) => ({
    problem: `is ${show(value)}, which no client whose tokens are accepted may request. No token could have it.`,
    remedy: `Let a client of the Userbase request it, such as clients: { app: { callbackUrls: [...], scopes: [${show(value)}] } }${scopes.length === 0 ? "" : `, or use ${oneOf(scopes)}`}.`,
  }),
  "cors-credentials-star": (_: object) => ({
    problem: 'is true while allowOrigins is "*" (its default). Browsers refuse that combination.',
    remedy: 'Name the origins: allowOrigins: ["https://app.example.com"].',
  }),
  "cors-origin-scheme": ({ value }: { value: string }) => ({
    problem: `has the origin ${show(value)}, which has no scheme.`,
    remedy: `Write ${show(`https://${value}`)}, or "*" for every origin.`,
  }),
  "access-log-too-long": ({ length, limit }: { length: number; limit: number }) => ({
    problem: `is ${length} bytes long; AWS allows ${limit}.`,
    remedy: "Leave out variables that you do not need.",
  }),
  "access-log-lines": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which has more than one line.`,
    remedy: "Write it on one line; for JSON: JSON.stringify({ ... }).",
  }),
  "access-log-request-id": ({ value }: { value: string }) => ({
    problem: `is ${show(value)}, which contains no request id.`,
    remedy: "Add $context.requestId or $context.extendedRequestId: API Gateway requires one of them.",
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
  "throttle-half": ({ given, missing }: { given: string; missing: string }) => ({
    problem: `is missing, while throttle.${given} is given.`,
    remedy: `Give both: throttle: { rate: 100, burst: 50 } (${missing} is missing).`,
  }),
  "throttle-above-stage": ({ value, most, other }: { value: number; most: number; other: string }) => ({
    problem: `is ${show(value)}, above the ${show(most)} of the stage, which ${other} gives.`,
    remedy: `Write ${show(most)} or less, or raise ${other}.`,
  }),
  "throttle-other-stack": ({ stack }: { stack: string }) => ({
    problem: `is given for a route in the stack ${stack}. The stage of the API names the route, and is deployed before it.`,
    remedy: "Add the route in the stack of the API, or leave the throttle out.",
  }),
  "route-settings-unknown": ({ value, routes }: { value: string; routes: readonly string[] }) => ({
    problem: `is ${show(value)}, which is not a route of the API. AWS would refuse the stage.`,
    remedy: `${routes.length === 0 ? "Add the route" : `Use ${oneOf(routes)}`}.${didYouMean(value, routes)}`,
  }),
  "imported-api": ({ importedProp }: { importedProp: string }) => ({
    problem: "is given for an imported API, which this stack does not configure.",
    remedy: `Configure it where the API is created, or leave ${importedProp} to the library.`,
  }),
  "domain-required": ({ prop }: { prop: string }) => ({
    problem: "does not name a domain.",
    remedy: `Write ${prop}: { domainName: "api.example.com" }. To share the domain of another API: ${prop}: { path, cdk: { domainName: api.cdk.domainName } }.`,
  }),
  "domain-external-certificate": ({ prop }: { prop: string }) => ({
    problem: "is true, but no certificate is given, and none can be validated without a hosted zone.",
    remedy: `Pass an issued certificate: ${prop}: { domainName, isExternalDomain: true, cdk: { certificate } }.`,
  }),
  "domain-external-zone": ({ prop }: { prop: string }) => ({
    problem: `is given together with ${prop}.isExternalDomain; an external domain has no hosted zone in Route 53.`,
    remedy: `Leave it out and add the records where the domain is hosted, or leave out ${prop}.isExternalDomain.`,
  }),
  "domain-shared-with": ({ prop }: { prop: string }) => ({
    problem: `is given together with ${prop}.cdk.domainName, which already has its zone and certificate.`,
    remedy: `Leave it out, or create a domain with ${prop}.domainName in place of ${prop}.cdk.domainName.`,
  }),
  "domain-path-duplicate": ({
    value,
    domainName,
    other,
  }: {
    value: string | undefined;
    domainName: string;
    other: string;
  }) => ({
    problem: `is ${show(value)}, but that path of ${domainName} is already mapped to ${other}.`,
    remedy: "Give each API on a domain its own path.",
  }),
  "domain-kinds-mixed": ({ domainName, other }: { domainName: string; other: string }) => ({
    problem: `maps ${domainName}, which ${other} uses too. A domain maps either WebSocket APIs or other APIs, not both.`,
    remedy: "Give the WebSocket API its own domain.",
  }),
  "domain-ownership-foreign": ({ origin }: { origin: string }) => ({
    problem: `is a certificate that is ${origin}, which does not prove to AWS that you own the domain.`,
    remedy: "Pass a certificate that ACM issued for the domain, validated by DNS or email.",
  }),
  "domain-ownership-required": ({ origin, prop }: { origin: string; prop: string }) => ({
    problem: `is missing, while ${prop}.mtls is given and ${prop}.cdk.certificate is ${origin}.`,
    remedy: `Pass a certificate that ACM issued for the domain, too: cdk: { certificate, ownershipCertificate }.`,
  }),
  "domain-mtls-web-socket": (_: object) => ({
    problem: "is given, but AWS has no mutual TLS for WebSocket APIs.",
    remedy: "Leave it out, and let an authorizer decide who may connect: authorizer.",
  }),
  "domain-rule-priority": ({ value, other }: { value: number; other: string }) => ({
    problem: `is ${value}, which a rule of ${other} on the same domain already has.`,
    remedy: "Give each rule of a domain its own priority, best with gaps: 10, 20, 30.",
  }),
  "domain-rules-mixed": ({ domainName }: { domainName: string }) => ({
    problem: `gives ${domainName} routing rules, paths of HTTP APIs and paths of REST APIs. AWS has no rules on a domain with paths of both kinds.`,
    remedy: "Give the HTTP API a domain of its own, or leave out the rules.",
  }),
  "domain-tls": ({ value }: { value: string | undefined }) => ({
    problem: `is a domain of a REST API with the security policy ${show(value ?? "TLS_1_0")}; HTTP APIs need TLS 1.2.`,
    remedy: 'Write securityPolicy: "TLS 1.2" in the customDomain of the RestV1Api.',
  }),
  "domain-not-regional": ({ value }: { value: string | undefined }) => ({
    problem: `is a domain with the endpoint type ${show(value)}; HTTP APIs work with regional domains only.`,
    remedy: "Share a regional domain, or create one with domainName.",
  }),
  "domain-path-invalid": ({
    value,
    levels,
    suggestion,
  }: {
    value: string;
    levels: boolean;
    suggestion: string | undefined;
  }) => ({
    problem: `is ${show(value)}.`,
    remedy: `Write 1 to 300 letters, digits and $-_.+!*'()${levels ? ", in levels separated by /," : ""} without a slash at either end${suggestion === undefined ? "" : `: ${show(suggestion)}`}; leave it out for the root.`,
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...functionTexts, ...gatewayTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
