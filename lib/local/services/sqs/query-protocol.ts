import { sqsNamespace } from "../../../facts/aws/namespaces";
import type { Values } from "../../../model";
import { type Protocol, ServiceError } from "../contract/define-service";
import { asksForJson, queryProtocol, xml } from "../contract/query-protocol";
import { withRequestTrace } from "../contract/request-trace";
import type { ServiceRequest } from "../contract/service";
import { ServiceModel } from "../contract/service-model";

const model = new ServiceModel("sqs");

const forms = queryProtocol<Values>(model, {
  namespace: sqsNamespace,
  inputOf: (given, { url, headers }) => {
    const [path = ""] = url.split("?", 1);
    return withRequestTrace(isQueuePath(path) ? { QueueUrl: path, ...given } : given, headers);
  },
});

/**
 * The protocol of SDKs until 2023: forms or queries, and XML. The operations are those of the JSON protocol.
 *
 * Sources: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-making-api-requests-xml.html, and
 * https://github.com/localstack/localstack (tests/aws/services/sqs/test_sqs.py, recorded from AWS) for requests to the URL of a queue.
 * https://github.com/aws-samples/serverless-patterns (APIGateway-SQS-ReceiveMessages/README.md) for messages as JSON
 */
export const sqsQueryProtocol: Protocol<unknown, Values, object> = {
  ...forms,
  inputOf: (request, resources) => {
    checkAction(request);
    return forms.inputOf(request, resources);
  },
  respond: (result, operation, request) => {
    const response = forms.respond(result, operation, request);
    if (operation !== "ReceiveMessage" || !asksForJson(request)) return response;
    return { ...response, body: String(response.body).replace('{"Messages":', '{"messages":') };
  },
  refuse: (refused, request) => {
    const { code, message, status = 400 } = refused;
    if (code === unknownOperation) return xml(status, `<${code}/>`);
    const words = code === "QueueDoesNotExist" ? message.replace(/\.$/, " for this wsdl version.") : message;
    return forms.refuse(new ServiceError(queryCodeOf(code), words, status), request);
  },
};

const unknownOperation = "UnknownOperationException";

/** Actions of SQS that the URL of a queue does not take. */
const accountActions: ReadonlySet<string> = new Set(["CreateQueue", "ListQueues"]);

/** Refuses a request that names no action of SQS. Those that SQS has and this server does not are refused later. */
function checkAction({ operation, url }: ServiceRequest): void {
  if (operation === undefined) throw new ServiceError(unknownOperation, "The request names no action.", 404);
  const [path = ""] = url.split("?", 1);
  const isKnown = Object.hasOwn(model.content.operations, operation);
  if (isKnown && !(isQueuePath(path) && accountActions.has(operation))) return;
  throw new ServiceError("InvalidAction", `The action ${operation} is not valid for this endpoint.`);
}

/** The path of a queue's URL: the account and the name. */
const isQueuePath = (path: string): boolean => /^\/\d+\/[\w.-]+$/.test(path);

/**
 * Codes of errors in the JSON protocol, by the code that the operations throw.
 *
 * Source: recorded by https://github.com/localstack/localstack (tests/aws/services/sqs/test_sqs.snapshot.json)
 */
const jsonCodes: ReadonlyMap<string, string> = new Map([
  ["InvalidParameterValue", "InvalidParameterValueException"],
  ["MissingParameter", "MissingRequiredParameterException"],
]);

export const jsonCodeOf = (code: string): string => jsonCodes.get(code) ?? code;

/** The code of an error in the query protocol. */
export function queryCodeOf(code: string): string {
  const { queryErrors } = model.content;
  return (Object.hasOwn(queryErrors, code) ? queryErrors[code] : undefined) ?? code;
}
