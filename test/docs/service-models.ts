import * as cognitoIdentity from "@aws-sdk/client-cognito-identity";
import * as cognitoIdp from "@aws-sdk/client-cognito-identity-provider";
import * as dynamodb from "@aws-sdk/client-dynamodb";
import * as dynamodbStreams from "@aws-sdk/client-dynamodb-streams";
import * as events from "@aws-sdk/client-eventbridge";
import * as kinesis from "@aws-sdk/client-kinesis";
import * as kms from "@aws-sdk/client-kms";
import * as lambda from "@aws-sdk/client-lambda";
import * as s3 from "@aws-sdk/client-s3";
import * as secretsmanager from "@aws-sdk/client-secrets-manager";
import * as sns from "@aws-sdk/client-sns";
import * as sqs from "@aws-sdk/client-sqs";
import * as ssm from "@aws-sdk/client-ssm";
import * as sts from "@aws-sdk/client-sts";
import { identityOperations } from "../../lib/local/services/cognito-identity/operations";
import { cognitoOperations } from "../../lib/local/services/cognito-idp/operations";
import { tableOperations } from "../../lib/local/services/dynamodb/operations";
import { streamOperations } from "../../lib/local/services/dynamodb/streams-api";
import { eventsOperations } from "../../lib/local/services/events/operations";
import { kinesisOperations } from "../../lib/local/services/kinesis/operations";
import { kmsOperations } from "../../lib/local/services/kms/operations";
import { lambdaAccess } from "../../lib/local/services/lambda/access";
import { s3Access } from "../../lib/local/services/s3/access";
import { secretOperations } from "../../lib/local/services/secretsmanager/operations";
import { snsOperations } from "../../lib/local/services/sns/operations";
import { sqsOperations } from "../../lib/local/services/sqs/operations";
import { ssmOperations } from "../../lib/local/services/ssm/operations";
import { stsOperations } from "../../lib/local/services/sts/operations";

type Part = "inputs" | "outputs";

/** The clients of each service, its operations that are emulated, and the parts of its model that the local server reads. */
const services: Readonly<
  Record<string, readonly [clients: readonly object[], served: object, ...parts: readonly Part[]]>
> = {
  "cognito-identity": [[cognitoIdentity], identityOperations, "inputs"],
  events: [[events], eventsOperations, "inputs", "outputs"],
  kinesis: [[kinesis], kinesisOperations, "inputs"],
  kms: [[kms], kmsOperations, "inputs"],
  secretsmanager: [[secretsmanager], secretOperations, "inputs"],
  ssm: [[ssm], ssmOperations, "inputs"],
  "cognito-idp": [[cognitoIdp], cognitoOperations, "inputs", "outputs"],
  dynamodb: [[dynamodb, dynamodbStreams], { ...tableOperations, ...streamOperations }, "inputs"],
  lambda: [[lambda], lambdaAccess, "outputs"],
  s3: [[s3], s3Access],
  sns: [[sns], snsOperations, "inputs", "outputs"],
  sqs: [[sqs], sqsOperations, "inputs", "outputs"],
  sts: [[sts], stsOperations, "inputs", "outputs"],
};

export const modelsFolder = "lib/local/services/contract/models";

/**
 * A schema in an SDK client: a number for a simple type, a list that begins with its kind for another one.
 *
 * Source: https://github.com/smithy-lang/smithy-typescript/tree/main/packages/types/src/schema
 */
type Schema = number | string | readonly unknown[] | (() => Schema);

const kinds = { simple: 0, list: 1, map: 2, structure: 3, union: 4, error: -3, operation: 9 } as const;
const listOf = 64;
const mapOf = 128;
const simple: Readonly<Record<number, string>> = {
  0: "string",
  1: "number",
  2: "boolean",
  4: "timestamp",
  15: "document",
  21: "blob",
};

type Written = Readonly<Record<string, unknown>>;

/** The files of the models, with the part of each service's model that the local server reads. */
export function modelFiles(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(services).map(([name, [clients, served, ...parts]]) => [
      `${modelsFolder}/${name}.json`,
      `${JSON.stringify(modelOf(clients, served, parts), undefined, 2)}\n`,
    ]),
  );
}

function modelOf(clients: readonly object[], served: object, parts: readonly Part[]): Written {
  const schemas = clients.flatMap((client) => Object.values(client)).filter(Array.isArray);
  const operations = schemas.filter(([kind]) => kind === kinds.operation);
  const found = new Structures();
  const of = (part: Part, at: 4 | 5): Written =>
    Object.fromEntries(
      Object.keys(served).flatMap((name) => {
        const operation = operations.find((each) => each[2] === name);
        if (operation === undefined) return [];
        return [[name, parts.includes(part) ? found.members(operation[at]) : {}]];
      }),
    );
  const [inputs, outputs] = [of("inputs", 4), of("outputs", 5)];
  return {
    operations: Object.fromEntries(
      operations.map(([, , name, traits]) => [name, traits.http?.slice(0, 2).join(" ") ?? 0]),
    ),
    queryErrors: Object.fromEntries(
      schemas.flatMap(([kind, , name, traits]) =>
        kind === kinds.error && traits.awsQueryError !== undefined ? [[name, traits.awsQueryError[0]]] : [],
      ),
    ),
    inputs,
    outputs: parts.includes("outputs") ? outputs : {},
    structures: found.all,
  };
}

/** The structures that members refer to, each once. */
class Structures {
  readonly all: Record<string, unknown> = {};

  /** The types of members by their names. The key of a type is its kind, with an exclamation mark behind that of a required member. */
  members(schema: Schema): Written {
    const [, , , , names = [], types = [], required = 0] = behind(schema)[0] as readonly unknown[];
    return Object.fromEntries(
      (names as readonly string[]).map((name, index) => [
        name,
        this.typeOf((types as readonly Schema[])[index] ?? 0, index < Number(required) ? "!" : ""),
      ]),
    );
  }

  private typeOf(given: Schema, mark = ""): Written {
    const [schema, { xmlName, xmlFlattened }] = behind(given);
    return {
      ...this.plainType(schema, mark),
      ...(xmlName !== undefined && { xmlName }),
      ...(xmlFlattened !== undefined && { xmlFlattened }),
    };
  }

  private plainType(schema: Schema, mark: string): Written {
    if (typeof schema === "number") {
      if (schema >= mapOf) return { [`map${mark}`]: this.typeOf(schema - mapOf) };
      if (schema >= listOf) return { [`list${mark}`]: this.typeOf(schema - listOf) };
      return { [`${simple[schema]}${mark}`]: 0 };
    }
    const [kind, , name, , first, second] = schema as readonly unknown[];
    if (kind === kinds.list) return { [`list${mark}`]: this.typeOf(first as Schema) };
    if (kind === kinds.map) {
      const [, { xmlName }] = behind(first as Schema);
      return {
        [`map${mark}`]: this.typeOf(second as Schema),
        ...(xmlName !== undefined && { xmlKey: xmlName }),
      };
    }
    if (!Object.hasOwn(this.all, String(name))) {
      this.all[String(name)] = {};
      this.all[String(name)] = this.members(schema);
    }
    return { [`${name}${mark}`]: 0 };
  }
}

/** The schema behind references and behind simple types with traits, and its traits. */
function behind(schema: Schema, before: Written = {}): readonly [Schema, Written] {
  if (typeof schema === "function") return behind(schema(), before);
  if (!Array.isArray(schema)) return [schema, before];
  const [kind, second, , , inner] = schema;
  // A reference with traits.
  if (typeof kind === "function" || (schema.length === 2 && typeof kind !== "object"))
    return behind(kind, { ...Object(second), ...before });
  return kind === kinds.simple ? behind(inner as Schema, before) : [schema, before];
}
