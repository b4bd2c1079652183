import type { ArnOf, NeededAccess } from "../../permissions/needed-access";
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

/** The refusal of a request for something that AWS may have and this machine does not. */
export class NotHereError extends ServiceError {
  /** @param message - the words of AWS, for the client */
  constructor(
    code: string,
    message: string,
    /** The line of the log: how to have it here. */
    readonly hint: string,
    status?: number,
  ) {
    super(code, message, status);
  }
}

/** The code of the refusal of an operation that is not emulated. */
export const notEmulated = "NotEmulated";

/** The refusal of an operation that is not emulated. AWS has no words for it, so the client and the log get the same. */
export class NotEmulatedError extends NotHereError {
  constructor(what: string) {
    const text = `serverform local does not emulate ${what}.`;
    super(notEmulated, text, text, 501);
  }
}

/** The protocol of a service's requests and responses. */
export interface Protocol<Resources, Input, Result> {
  /** Reads the input of an operation. Throws `ServiceError` to refuse the request. */
  inputOf(request: ServiceRequest, resources: Resources): Input;
  /** Name of the requested operation; undefined when the service has no such operation. */
  operationOf(request: ServiceRequest, input: Input): string | undefined;
  /** The name of a request, in the refusal of one that is not emulated. */
  describe(request: ServiceRequest): string;
  respond(result: Result, operation: string, request: ServiceRequest): ServiceResponse;
  refuse(error: ServiceError, request: ServiceRequest): ServiceResponse;
}

/** Performs an operation. Throws `ServiceError` to refuse it. */
export type Operation<Resources, Input, Result> = (
  resources: Resources,
  input: Input,
) => Result | Promise<Result>;

/** The permissions that an operation needs. Empty for one that needs none, or decides about each of its parts. */
export type AccessOf<Resources, Input> = (
  input: Input,
  arn: ArnOf,
  resources: Resources,
) => readonly NeededAccess[];

/** The form in which a service refuses a caller without permission. */
interface DenialForm {
  readonly code: string;
  readonly status: number;
}

interface ServiceDefinition<Resources extends ServiceResources, Input, Result, Name extends string>
  extends ServiceTraits {
  readonly protocol: Protocol<Resources, Input, Result>;
  /** By name. */
  readonly operations: Readonly<Record<Name, Operation<Resources, Input, Result>>>;
  /** The access that each operation needs. */
  readonly access:
    | Readonly<Record<NoInfer<Name>, AccessOf<Resources, Input>>>
    | ((operation: string) => AccessOf<Resources, Input>);
  /** @default - AccessDeniedException, 400 */
  readonly denial?: DenialForm;
  start(context: ServiceContext): Resources;
}

/** Defines a service by its resources, its protocol and its operations. */
export function defineService<Resources extends ServiceResources, Input, Result, Name extends string>({
  protocol,
  operations,
  access,
  denial = { code: "AccessDeniedException", status: 400 },
  start,
  ...traits
}: ServiceDefinition<Resources, Input, Result, Name>): ServiceKind<Resources> {
  const table = new Map<string, Operation<Resources, Input, Result>>(Object.entries(operations));
  const needs = new Map<string, AccessOf<Resources, Input>>(
    Object.keys(operations).map((name) => [
      name,
      typeof access === "function" ? access(name) : access[name as Name],
    ]),
  );
  const handle = async (resources: Resources, request: ServiceRequest): Promise<ServiceResponse> => {
    try {
      const input = protocol.inputOf(request, resources);
      const name = protocol.operationOf(request, input) ?? "";
      const operation = table.get(name);
      if (operation === undefined) {
        throw new NotEmulatedError(`${protocol.describe(request)} of ${request.service}`);
      }
      if (request.access !== undefined) {
        const needed = needs.get(name)?.(input, request.access.arn, resources) ?? [];
        const denied = request.access.check(needed);
        if (denied !== undefined) throw new ServiceError(denial.code, denied, denial.status);
      }
      return protocol.respond(await operation(resources, input), name, request);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const response = protocol.refuse(error, request);
      return error instanceof NotHereError ? { ...response, notHere: error.hint } : response;
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

/**
 * The refusal of a request for a resource that is not in the app.
 *
 * @param service - the service's signing name
 * @param words - those of AWS, for the client
 */
export function notInApp(
  service: string,
  resource: string,
  name: string,
  words: string,
  { code = "ResourceNotFoundException", status }: { readonly code?: string; readonly status?: number } = {},
): NotHereError {
  return new NotHereError(code, words, missingResource(service, resource, name), status);
}

/**
 * Explains that a resource is not in the app, such as a table of another app that a function is given by name.
 *
 * Requests for it stay on this machine: a function that runs here must not change an account by mistake.
 *
 * @param service - the service's signing name, for `--endpoint`
 */
export function missingResource(service: string, resource: string, name: string): string {
  return (
    `The app has no ${resource} ${JSON.stringify(name)}, so serverform local does not have it. ` +
    `Create it in the app, or start an emulator that has it: --endpoint ${service}=<its URL>`
  );
}
