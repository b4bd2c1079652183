import { isRecord } from "../../../../facts/app-sync";
import { dynamodbUtil } from "./dynamodb-values";
import { identifiers, type RandomHex } from "./identifiers";
import { rdsToObjects } from "./rds-result";
import { timeUtil } from "./time";
import { transformUtil } from "./transform";
import { xmlToMap } from "./xml";

/** Source: https://docs.aws.amazon.com/appsync/latest/devguide/utility-helpers-in-util.html */
const authTypes: Readonly<Record<string, string>> = {
  API_KEY: "API Key Authorization",
  AWS_IAM: "IAM Authorization",
  AMAZON_COGNITO_USER_POOLS: "User Pool Authorization",
  OPENID_CONNECT: "Open ID Connect Authorization",
  AWS_LAMBDA: "Lambda Authorization",
};

/** Headers of a client that are not for another server. */
export const restrictedHeaders: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Facts of a request for the utilities here. */
export interface PureFacts {
  readonly now: () => number;
  /** The way in which the caller is authorized. */
  readonly mode: () => string | undefined;
  readonly randomHex: RandomHex;
}

/**
 * The part of `util` that needs the language and a few facts. It also runs in the handlers' world, which does not have Node.
 */
export function pureUtil({ now, mode, randomHex }: PureFacts) {
  return {
    ...identifiers(randomHex, now),
    authType: () => authTypes[mode() ?? ""] ?? "",
    time: timeUtil({ now }),
    dynamodb: dynamodbUtil,
    rds: {
      toJsonObject: rdsToObjects,
      toJsonString: (result: unknown) => JSON.stringify(rdsToObjects(result)),
    },
    http: {
      copyHeaders: (headers: unknown) =>
        Object.fromEntries(
          Object.entries(isRecord(headers) ? headers : {}).filter(
            ([name]) => !restrictedHeaders.has(name.toLowerCase()),
          ),
        ),
    },
    xml: {
      toMap: (xml: unknown) => xmlToMap(String(xml)),
      toJsonString: (xml: unknown, isEncoded?: unknown) => {
        const json = JSON.stringify(xmlToMap(String(xml)));
        return isEncoded === true ? JSON.stringify(json) : json;
      },
    },
    transform: transformUtil,
    math: {
      roundNum: (value: unknown) => Math.round(Number(value)),
      minVal: (one: unknown, other: unknown) => Math.min(Number(one), Number(other)),
      maxVal: (one: unknown, other: unknown) => Math.max(Number(one), Number(other)),
      randomDouble: () => Math.random(),
      randomWithinRange: (start: unknown, end: unknown) =>
        Number(start) + Math.floor(Math.random() * (Number(end) - Number(start))),
    },
    str: {
      toUpper: (value: unknown) => String(value).toUpperCase(),
      toLower: (value: unknown) => String(value).toLowerCase(),
      toReplace: (value: unknown, from: unknown, to: unknown) =>
        String(value).replaceAll(String(from), () => String(to)),
      normalize: (value: unknown, form: unknown) => String(value).normalize(String(form).toUpperCase()),
    },
  };
}
