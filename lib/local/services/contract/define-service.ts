import type {
  ServiceContext,
  ServiceKind,
  ServiceRequest,
  ServiceResources,
  ServiceResponse,
  ServiceTraits,
} from "./service";

/** An operation's refusal, with the service's own error code. */
export class ServiceError extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** @default - the status that the protocol uses for errors */
    readonly status?: number,
  ) {
    super(message);
  }
}

/** The refusal of a request for something that AWS may have and this machine does not. The log tells it, too. */
export class NotHereError extends ServiceError {}

/** The code of the refusal of an operation that is not emulated. */
export const notEmulated = "NotEmulated";

/** How the requests and responses of a service are written. */
export interface Protocol<Resources, Input, Result> {
  /** Reads the input of an operation. Throws `ServiceError` to refuse the request. */
  inputOf(request: ServiceRequest, resources: Resources): Input;
  /** Name of the requested operation; undefined when the service has no such operation. */
  operationOf(request: ServiceRequest, input: Input): string | undefined;
  /** What a request asks for, in the refusal of one that is not emulated. */
  describe(request: ServiceRequest): string;
  respond(result: Result, operation: string): ServiceResponse;
  refuse(error: ServiceError): ServiceResponse;
}

/** Performs an operation. Throws `ServiceError` to refuse it. */
export type Operation<Resources, Input, Result> = (
  resources: Resources,
  input: Input,
) => Result | Promise<Result>;

export interface ServiceDefinition<Resources extends ServiceResources, Input, Result> extends ServiceTraits {
  readonly protocol: Protocol<Resources, Input, Result>;
  /** By name. */
  readonly operations: Readonly<Record<string, Operation<Resources, Input, Result>>>;
  start(context: ServiceContext): Resources;
}

/** Defines a service by its resources, its protocol and its operations. */
export function defineService<Resources extends ServiceResources, Input, Result>({
  protocol,
  operations,
  start,
  ...traits
}: ServiceDefinition<Resources, Input, Result>): ServiceKind<Resources> {
  const table = new Map(Object.entries(operations));
  const handle = async (resources: Resources, request: ServiceRequest): Promise<ServiceResponse> => {
    try {
      const input = protocol.inputOf(request, resources);
      const name = protocol.operationOf(request, input) ?? "";
      const operation = table.get(name);
      if (operation === undefined) {
        const text = `serverform local does not emulate ${protocol.describe(request)} of ${request.service}.`;
        throw new NotHereError(notEmulated, text);
      }
      return protocol.respond(await operation(resources, input), name);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const response = protocol.refuse(error);
      return error instanceof NotHereError ? { ...response, notHere: error.message } : response;
    }
  };
  return {
    ...traits,
    start: async (context) => {
      const resources = start(context);
      const { answersPages } = traits;
      return {
        resources,
        handle: (request) => handle(resources, request),
        ...(answersPages !== undefined && { answersPages }),
      };
    },
  };
}
