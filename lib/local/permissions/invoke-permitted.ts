import { randomUUID } from "node:crypto";
import { formatArn } from "../../facts/aws/arns";
import { servicePrincipal } from "../../facts/aws/principals";
import type { Functions, InvokeOutcome, InvokeRequest } from "../invoke";
import type { AccessControl } from "./access-control";

/** For whom a service invokes a function. */
export interface FunctionInvoker {
  readonly service: string;
  /** The route, authorizer or pool, as the permission of the function names it. */
  readonly sourceArn: string;
  /** A role that the service assumes: then its policies decide, and not the permission of the function. @default - none */
  readonly roleArn?: string | undefined;
}

export async function invokePermitted(
  { functions, access }: { readonly functions: Functions; readonly access?: AccessControl | undefined },
  invoker: FunctionInvoker,
  request: InvokeRequest,
): Promise<InvokeOutcome> {
  const reason = access?.refusesInvocation(invoker, request.functionArn);
  return reason === undefined
    ? functions.invoke(request)
    : { status: "refused", requestId: randomUUID(), reason };
}

const gatewayService = servicePrincipal("apigateway");

/** The facts in the ARN of a part of an API. */
interface ApiFacts {
  readonly partition: string;
  readonly region: string;
  readonly account: string;
  readonly id: string;
}

/** A part of an API that invokes functions: `dev/GET/notes/{id}`, `authorizers/abc`. */
export function gatewayInvoker(api: ApiFacts, part: string, roleArn?: string): FunctionInvoker {
  const sourceArn = formatArn(api, "execute-api", `${api.id}/${part}`);
  return { service: gatewayService, sourceArn, roleArn };
}
