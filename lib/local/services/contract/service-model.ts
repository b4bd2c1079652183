import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Values } from "../../../model";
import type cognitoIdentity from "./models/cognito-identity.json";
import type cognitoIdp from "./models/cognito-idp.json";
import type dynamodb from "./models/dynamodb.json";
import type events from "./models/events.json";
import type kinesis from "./models/kinesis.json";
import type kms from "./models/kms.json";
import type lambda from "./models/lambda.json";
import type s3 from "./models/s3.json";
import type secretsmanager from "./models/secretsmanager.json";
import type sns from "./models/sns.json";
import type sqs from "./models/sqs.json";
import type ssm from "./models/ssm.json";
import type sts from "./models/sts.json";

/**
 * The parts of AWS's models that the local server reads, by the name of the service.
 *
 * `npm run docs` writes the files from the schemas in the SDK's packages. The keys of a type are its kind, with an exclamation mark
 * for a required member, and its names in XML.
 */
interface Models {
  readonly "cognito-identity": typeof cognitoIdentity;
  readonly "cognito-idp": typeof cognitoIdp;
  readonly dynamodb: typeof dynamodb;
  readonly events: typeof events;
  readonly kinesis: typeof kinesis;
  readonly kms: typeof kms;
  readonly lambda: typeof lambda;
  readonly s3: typeof s3;
  readonly secretsmanager: typeof secretsmanager;
  readonly sns: typeof sns;
  readonly sqs: typeof sqs;
  readonly ssm: typeof ssm;
  readonly sts: typeof sts;
}

interface Kinds {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly timestamp: number;
  readonly document: Values;
  /** Base64. */
  readonly blob: string;
}

type Unmarked<Key> = Key extends `${infer Kind}!` ? Kind : Key;

type ValueOf<Structures, Type> = {
  [Key in keyof Type]: Unmarked<Key> extends infer Kind
    ? Kind extends keyof Kinds
      ? Kinds[Kind]
      : Kind extends "list"
        ? readonly ValueOf<Structures, Type[Key]>[]
        : Kind extends "map"
          ? Readonly<Record<string, ValueOf<Structures, Type[Key]>>>
          : Kind extends keyof Structures
            ? MembersOf<Structures, Structures[Kind]>
            : never
    : never;
}[keyof Type];

type MembersOf<Structures, Members> = {
  readonly [Name in keyof Members]:
    | ValueOf<Structures, Members[Name]>
    | (Extract<keyof Members[Name], `${string}!`> extends never ? undefined : never);
};

/** The operations of a service that are emulated. */
export type OperationOf<Service extends keyof Models> = keyof Models[Service]["inputs"];

/** The input of an operation, once its shape is checked. */
export type InputOf<Service extends keyof Models, Name extends OperationOf<Service>> = MembersOf<
  Models[Service]["structures"],
  Models[Service]["inputs"][Name]
>;

/** The type of a value. */
export interface Shape {
  /** `string`, ..., `list`, `map`, or the name of a structure. */
  readonly kind: string;
  readonly isRequired: boolean;
  /** The type of the items of a list, and of the values of a map. */
  readonly of: Shape | undefined;
  /** The members of a structure; undefined for other kinds. */
  readonly members: Members | undefined;
  readonly xmlName: string | undefined;
  /** The names of the member in forms. Integrations of API Gateway also send the name in JSON, and that of an item. */
  readonly formNames: readonly string[];
  /** Whether the items of a list have no element around them. */
  readonly isFlattened: boolean;
  /** The name of the keys of a map. */
  readonly xmlKey: string | undefined;
}

export type Members = ReadonlyMap<string, Shape>;

type Table = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** The content of a file. */
interface Content {
  /** All operations of the service, with their methods and paths if they have their own. */
  readonly operations: Readonly<Record<string, unknown>>;
  /** The codes of errors in the query protocol. */
  readonly queryErrors: Readonly<Record<string, string>>;
  readonly inputs: Table;
  readonly outputs: Table;
  readonly structures: Table;
}

/** The model of a service, which is read from its file when it is first needed. */
export class ServiceModel {
  private file: Content | undefined;
  private readonly known = new Map<string, Members>();

  constructor(private readonly service: keyof Models) {}

  get content(): Content {
    // Only the generator writes the file.
    this.file ??= JSON.parse(
      readFileSync(join(__dirname, "models", `${this.service}.json`), "utf8"),
    ) as Content;
    return this.file;
  }

  /** The members of the input or the output of an operation, or of a structure; undefined for one that the file does not have. */
  members(part: "inputs" | "outputs" | "structures", name: string): Members | undefined {
    const key = `${part} ${name}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const table = this.content[part];
    const types = Object.hasOwn(table, name) ? table[name] : undefined;
    if (types === undefined) return undefined;
    // Known before its members are: a structure may contain itself.
    const members = new Map<string, Shape>();
    this.known.set(key, members);
    for (const [member, type] of Object.entries(types)) members.set(member, this.shapeOf(type, member));
    return members;
  }

  private shapeOf(type: object, name = ""): Shape {
    const { xmlName, xmlFlattened, xmlKey, ...kinds } = type as Readonly<Record<string, unknown>>;
    const [[key, inner] = ["", 0]] = Object.entries(kinds);
    const kind = key.replace("!", "");
    return {
      kind,
      isRequired: key.endsWith("!"),
      of: inner === 0 ? undefined : this.shapeOf(Object(inner)),
      members: inner === 0 ? this.members("structures", kind) : undefined,
      xmlName: textOf(xmlName),
      formNames: [textOf(xmlName) ?? name, name, name.replace(/s$/, "")],
      xmlKey: textOf(xmlKey),
      isFlattened: xmlFlattened !== undefined,
    };
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
