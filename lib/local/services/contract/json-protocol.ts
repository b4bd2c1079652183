import { jsonOf } from "../../json";
import type { Values } from "../../model/model";
import { isValues } from "../../model/values";
import type { ServiceResponse } from "./service";

/** The versions of AWS's JSON protocol, which differ in the content type alone. */
export type JsonVersion = "1.0" | "1.1";

/** The input of an operation; empty where a request holds no object. */
export function inputOf(body: Buffer): Values {
  const value = jsonOf(body.toString("utf8"));
  return isValues(value) ? value : {};
}

export function answerJson(version: JsonVersion, body: object, status = 200): ServiceResponse {
  const headers = { "content-type": `application/x-amz-json-${version}` };
  return { status, headers, body: JSON.stringify(body) };
}

/** An error as SDKs read it; the code is the service's own. */
export function refuseJson(version: JsonVersion, code: string, message: string): ServiceResponse {
  return answerJson(version, { __type: code, message }, 400);
}
