import { jsonOf } from "../../../facts/text/json";
import { isValues, type Values } from "../../../model";
import type { Protocol } from "./define-service";
import { readInput } from "./read-input";
import type { ServiceResponse } from "./service";
import type { ServiceModel } from "./service-model";

/** The versions of AWS's JSON protocol, which differ in the content type alone. */
export type JsonVersion = "1.0" | "1.1";

/** The form of the errors of a service. */
export interface JsonErrors {
  /** Written before the code: `com.amazonaws.sqs#`. @default - nothing */
  readonly prefix?: string;
  /**
   * The code of an error in this protocol, and the one that the query protocol had, for clients that still compare it.
   *
   * @default - the code, unchanged
   */
  readonly codes?: { readonly json: (code: string) => string; readonly query: (code: string) => string };
  /** The member that has the words, as the model of the service names it. @default "message" */
  readonly messageMember?: "message" | "Message";
  /** The code of the refusal of an input that lacks a member. @default - operations refuse it */
  readonly missing?: string;
}

/**
 * AWS's JSON protocol: a header names the operation, and the bodies are JSON.
 *
 * @param model - refuses inputs of another shape. @default - operations take any JSON
 */
export function jsonProtocol(
  version: JsonVersion,
  { prefix = "", codes, messageMember = "message", missing }: JsonErrors = {},
  model?: ServiceModel,
): Protocol<unknown, Values, object> {
  const write = (status: number, body: object): ServiceResponse => ({
    status,
    headers: { "content-type": `application/x-amz-json-${version}` },
    body: JSON.stringify(body),
  });
  return {
    inputOf: ({ body, operation = "" }) => {
      const members = model?.members("inputs", operation);
      return members === undefined ? jsonInput(body) : readInput(members, jsonInput(body), missing);
    },
    operationOf: ({ operation }) => operation,
    describe: ({ operation = "" }) => operation,
    respond: (result) => write(200, result),
    refuse: ({ code, message, status = 400 }) => {
      const type = `${prefix}${codes?.json(code) ?? code}`;
      const refused = write(status, { __type: type, [messageMember]: message });
      if (codes === undefined) return refused;
      const headers = { ...refused.headers, "x-amzn-query-error": `${codes.query(code)};Sender` };
      return { ...refused, headers };
    },
  };
}

/** The input of an operation; empty when the body is not a JSON object. */
export function jsonInput(body: Buffer): Values {
  const value = jsonOf(body.toString("utf8"));
  return isValues(value) ? value : {};
}
