import { plainFunctionArn } from "../../facts/aws/arns";
import { servicePrincipal } from "../../facts/aws/principals";
import { type Model, text } from "../../model";
import { type SampleKind, sampleKinds } from "./sample-kinds";

export interface SampleEvent {
  readonly title: string;
  /** JSON. */
  readonly payload: string;
}

/** Sample kinds by the principal that may call a function. */
const byPrincipal: Readonly<Record<string, SampleKind>> = {
  [servicePrincipal("sns")]: "topic",
  [servicePrincipal("s3")]: "bucket",
  [servicePrincipal("events")]: "bus",
  [servicePrincipal("cognito-idp")]: "userPool",
  [servicePrincipal("logs")]: "logs",
};

/** Sample kinds by the service in the ARN of an event source. */
const bySource: Readonly<Record<string, SampleKind>> = {
  sqs: "queue",
  dynamodb: "tableStream",
  kinesis: "dataStream",
};

interface Source {
  readonly kind: SampleKind;
  readonly arn?: string | undefined;
}

/** Sample events of a function, by its ARN, even in another account; empty for an unknown function. */
export function samplesByArn(model: Model, functionArn: string, nowMs: number): readonly SampleEvent[] {
  const plain = plainFunctionArn(functionArn) ?? functionArn;
  const found =
    model.find("aws_lambda_function", "arn", plain) ??
    model.find("aws_lambda_function", "function_name", plain.split(":").at(-1));
  const arn = found && text(found.values, "arn");
  return arn === undefined ? [] : samplesOf(model, arn, nowMs);
}

/** Sample events of a function: first those of its own sources, then all others. */
export function samplesOf(model: Model, functionArn: string, nowMs: number): readonly SampleEvent[] {
  const own = sourcesOf(model, functionArn);
  const others = (Object.keys(sampleKinds) as SampleKind[])
    .filter((kind) => !own.some((each) => each.kind === kind))
    .map((kind): Source => ({ kind }));
  return [...own, ...others].map(({ kind, arn }) => ({
    title: sampleKinds[kind].title,
    payload: JSON.stringify(sampleKinds[kind].event({ model, sourceArn: arn, nowMs }), undefined, 2),
  }));
}

function sourcesOf(model: Model, functionArn: string): readonly Source[] {
  const fn = model.find("aws_lambda_function", "arn", functionArn);
  const names = [functionArn, fn && text(fn.values, "function_name")];
  const isIt = (given: string | undefined): boolean =>
    given !== undefined && (names.includes(given) || given.includes(functionArn));
  const fed = model.ofType("aws_lambda_event_source_mapping").flatMap(({ values }): Source[] => {
    const arn = text(values, "event_source_arn");
    const kind = bySource[arn?.split(":")[2] ?? ""];
    return kind !== undefined && isIt(text(values, "function_name")) ? [{ kind, arn }] : [];
  });
  const called = model.ofType("aws_lambda_permission").flatMap(({ values }): Source[] => {
    if (!isIt(text(values, "function_name"))) return [];
    const [principal = "", arn] = [text(values, "principal"), text(values, "source_arn")];
    const kind =
      principal === servicePrincipal("apigateway") ? gatewayKind(model, arn) : byPrincipal[principal];
    return kind === undefined ? [] : [{ kind, arn }];
  });
  const fields = model
    .ofType("aws_appsync_datasource")
    .some(({ values }) => JSON.stringify(values).includes(functionArn));
  const urls = model
    .ofType("aws_lambda_function_url")
    .some(({ values }) => isIt(text(values, "function_name")));
  const all: readonly Source[] = [
    ...fed,
    ...called,
    ...(fields ? [{ kind: "appSync" } as const] : []),
    ...(urls ? [{ kind: "functionUrl" } as const] : []),
  ];
  return all.filter(({ kind }, index) => all.findIndex((each) => each.kind === kind) === index);
}

function gatewayKind(model: Model, sourceArn = ""): SampleKind {
  const id = sourceArn.split(":")[5]?.split("/")[0];
  const api = model.find("aws_apigatewayv2_api", "id", id);
  if (api === undefined) return "restApi";
  return text(api.values, "protocol_type") === "WEBSOCKET" ? "webSocket" : "httpApi";
}
