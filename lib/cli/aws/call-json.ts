import { type AwsAnswer, type AwsOptions, callAws, endpointOf, jsonError } from "../../runtime/aws";

/** The name in variables such as `AWS_ENDPOINT_URL_SSM`, and the prefix of operations in `x-amz-target`. */
const services = {
  logs: ["cloudwatch_logs", "Logs_20140328"],
  ssm: ["ssm", "AmazonSSM"],
} as const;

type Answer = Readonly<Record<string, unknown>>;

/** Calls an operation. Throws the error that AWS answers with. */
export async function callJson(
  service: keyof typeof services,
  operation: string,
  input: object,
  aws: AwsOptions,
): Promise<Answer> {
  const [id, target] = services[service];
  const url = endpointOf(id, service, aws);
  const headers = { "content-type": "application/x-amz-json-1.1", "x-amz-target": `${target}.${operation}` };
  const answer = await callAws({ service, method: "POST", url, headers, body: JSON.stringify(input) }, aws);
  if (answer.status !== 200) throw jsonError(answer, service);
  return JSON.parse(answer.body.toString("utf8") || "{}") as Answer;
}

/** Calls an operation of a service with paths, in JSON. Throws the error that AWS answers with. */
export async function callRest(
  service: "lambda" | "xray",
  path: string,
  { method = "POST", input }: { readonly method?: string; readonly input?: object },
  aws: AwsOptions,
): Promise<AwsAnswer> {
  const url = new URL(path, endpointOf(service, service, aws));
  const sent = input && { headers: { "content-type": "application/json" }, body: JSON.stringify(input) };
  const answer = await callAws({ service, method, url, ...sent }, aws);
  if (answer.status >= 300) throw jsonError(answer, service);
  return answer;
}

/** The items of all pages of an operation, in the member of this name. `call` gets the token of the page. */
export async function allPages(
  member: string,
  token: "NextToken" | "nextToken",
  call: (page: Answer) => Promise<Answer | undefined>,
): Promise<readonly Answer[]> {
  const found: Answer[] = [];
  let next: unknown;
  do {
    const page = await call({ [token]: next });
    found.push(...((page?.[member] ?? []) as readonly Answer[]));
    next = page?.[token];
  } while (next !== undefined);
  return found;
}
