import { type TemplateScope, toValue } from "../cloudformation/intrinsics";
import { type CodeFile, construct, type ResourceModel, runtimeOf } from "../model/application";
import {
  compact,
  duration,
  firstReference,
  isList,
  isMap,
  objectOf,
  optionalList,
  referenceOf,
  type Value,
  type ValueMap,
} from "../model/value";
import { numberFrom, vpcProps } from "../serverless/function-props";
import { builtPackage } from "../serverless/packaging";
import { type Fields, SourceNode } from "../source";

/** Settings of `Globals` and functions. Marks their keys as read. */
export function sharedFunctionProps(fields: Fields, scope: TemplateScope): ValueMap {
  const runtime = fields.take("Runtime");
  const value = (key: string) => toValue(fields.take(key), scope);
  const architecture = fields.take("Architectures")?.items[0]?.text;
  const tracing = fields.take("Tracing")?.text;
  const logging = fields.take("LoggingConfig")?.get("LogFormat")?.text;
  return {
    runtime: runtime === undefined ? undefined : runtimeOf(runtime.text, runtime.place, scope.findings),
    timeout: numberFrom(value("Timeout")),
    memorySize: numberFrom(value("MemorySize")),
    architecture: architecture === undefined ? undefined : architecture === "arm64" ? "arm_64" : "x86_64",
    tracing: tracing === undefined ? undefined : tracing === "Active" ? "active" : "pass_through",
    logging: logging === "JSON" ? { format: "json" } : undefined,
    diskSize: numberFrom(toValue(fields.take("EphemeralStorage")?.get("Size"), scope)),
    reservedConcurrentExecutions: numberFrom(value("ReservedConcurrentExecutions")),
    environmentEncryption: value("KmsKeyArn"),
    layers: layersOf(fields.take("Layers"), scope),
    ...vpcProps(fields.take("VpcConfig"), scope, "SubnetIds", "SecurityGroupIds"),
  };
}

/** Layers of the template are objects, other layers are ARNs. */
function layersOf(node: SourceNode | undefined, scope: TemplateScope): Value {
  const value = toValue(node, scope);
  if (!isList(value)) return value;
  return value.map((each) => {
    const found = referenceOf(each);
    return found === undefined ? each : objectOf(found.target, found.place);
  });
}

/** The props of a function. Undefined if its code is not in the folder. */
export function functionProps(
  fields: Fields,
  code: SourceNode | undefined,
  inherited: ValueMap,
  scope: TemplateScope,
): ValueMap {
  const value = (key: string) => toValue(fields.take(key), scope);
  const shared = sharedFunctionProps(fields, scope);
  const invoke = fields.take("EventInvokeConfig");
  const provisioned = fields.take("ProvisionedConcurrencyConfig")?.get("ProvisionedConcurrentExecutions");
  const alias = fields.take("AutoPublishAlias");
  if (alias !== undefined)
    scope.findings.note(
      alias.place,
      "`AutoPublishAlias`: use `currentVersionOptions`, or `addAlias` of the function.",
    );
  fields.leaveOut("DeploymentPreference");
  fields.ignore("CodeUri", "Metadata", "AutoPublishCodeSha256", "AutoPublishAliasAllProperties");
  return {
    ...codeOf(value("Handler"), code, shared.runtime ?? inherited.runtime, scope),
    functionName: value("FunctionName"),
    description: value("Description"),
    ...shared,
    url: urlOf(fields.take("FunctionUrlConfig"), scope),
    durable: durableOf(fields.take("DurableConfig"), scope),
    snapStart: fields.take("SnapStart")?.get("ApplyOn")?.text === "PublishedVersions" ? true : undefined,
    currentVersionOptions:
      provisioned === undefined
        ? undefined
        : { provisionedConcurrentExecutions: numberFrom(toValue(provisioned, scope)) },
    retryAttempts: numberFrom(toValue(invoke?.get("MaximumRetryAttempts"), scope)),
    maxEventAge: duration(toValue(invoke?.get("MaximumEventAgeInSeconds"), scope)),
    onSuccess: toValue(invoke?.at("DestinationConfig", "OnSuccess", "Destination"), scope),
    onFailure: toValue(invoke?.at("DestinationConfig", "OnFailure", "Destination"), scope),
    ...deadLetters(fields.take("DeadLetterQueue"), scope),
    cdk: compact({ function: compact({ tags: tagsOf(value("Tags"), inherited.tags) }) }),
  };
}

function durableOf(node: SourceNode | undefined, scope: TemplateScope): Value {
  if (node === undefined) return undefined;
  const timeout = toValue(node.get("ExecutionTimeout"), scope);
  const days = toValue(node.get("RetentionPeriodInDays"), scope);
  return compact({ timeout: duration(timeout), retention: duration(days, "days") });
}

const tagsOf = (own: Value, shared: Value): Value =>
  isMap(own) && isMap(shared) ? { ...shared, ...own } : (own ?? shared);

function codeOf(
  handler: Value,
  code: SourceNode | undefined,
  runtime: Value,
  { findings }: TemplateScope,
): ValueMap {
  const path = code?.text?.replace(/^\.\//, "").replace(/\/+$/, "") ?? "";
  if (path.endsWith(".zip") && code !== undefined)
    return { handler, ...builtPackage(path, code.place, findings) };
  const folder = path === "." ? "" : path;
  const isJavaScript = typeof runtime !== "string" || runtime.startsWith("nodejs");
  // A single path is more readable than a folder with a handler in it.
  if (isJavaScript && typeof handler === "string" && folder !== "")
    return { handler: `${folder}/${handler}` };
  return { srcPath: folder === "" ? undefined : folder, handler };
}

function deadLetters(node: SourceNode | undefined, scope: TemplateScope): ValueMap {
  if (node === undefined) return {};
  const found = firstReference(toValue(node.get("TargetArn"), scope));
  if (found === undefined) {
    scope.findings.todo(
      node.place,
      "`DeadLetterQueue` was not translated: use `deadLetterQueue` or `deadLetterTopic`.",
    );
    return {};
  }
  const key = node.get("Type")?.text === "SNS" ? "deadLetterTopic" : "deadLetterQueue";
  return { [key]: objectOf(found.target, found.place) };
}

function urlOf(node: SourceNode | undefined, scope: TemplateScope): Value {
  if (node === undefined) return undefined;
  return compact({
    // If the type is known only at deployment, uses the one that protects.
    authorizer: node.get("AuthType")?.text === "NONE" ? undefined : "iam",
    streaming: node.get("InvokeMode")?.text === "RESPONSE_STREAM" ? true : undefined,
    cors: node.get("Cors") === undefined ? false : corsOf(node.get("Cors"), scope),
  });
}

/** CORS of function URLs and HTTP APIs. */
export function corsOf(node: SourceNode | undefined, scope: TemplateScope): Value {
  if (node === undefined) return undefined;
  if (!node.isMap) return node.isTrue ? true : { allowOrigins: [toValue(node, scope)] };
  const list = (key: string): Value => optionalList(toValue(node.get(key), scope));
  const methods = list("AllowMethods");
  return compact({
    allowOrigins: list("AllowOrigins"),
    allowHeaders: list("AllowHeaders"),
    allowMethods: isList(methods) ? methods.map((each) => (each === "*" ? "ANY" : each)) : methods,
    allowCredentials: node.get("AllowCredentials")?.isTrue,
    exposeHeaders: list("ExposeHeaders"),
    maxAge: duration(toValue(node.get("MaxAge"), scope)),
  });
}

/** `AWS::Serverless::LayerVersion` */
export function layerOf(name: string, fields: Fields, scope: TemplateScope): ResourceModel {
  const value = (key: string) => toValue(fields.take(key), scope);
  const folder = value("ContentUri");
  const runtimes = value("CompatibleRuntimes");
  const props = {
    code: typeof folder === "string" ? folder.replace(/^\.\//, "").replace(/(.)\/$/, "$1") : folder,
    compatibleRuntimes: isList(runtimes) ? runtimes : undefined,
    description: value("Description"),
    license: value("LicenseInfo"),
    layerName: value("LayerName"),
  };
  fields.ignore("RetentionPolicy", "CompatibleArchitectures").finish();
  const attributes = { "": ".layerVersionArn", LayerVersionArn: ".layerVersionArn" };
  return construct({ name, place: fields.place }, "Layer", props, attributes);
}

/** Inline code of a function, as a file in its own folder. */
interface InlineCode {
  readonly file: CodeFile;
  /** The folder, as in `CodeUri`. */
  readonly folder: SourceNode;
}

/**
 * The file for `InlineCode`, which AWS names `index`. Undefined if parts of the text are known only at deployment, or if the
 * runtime has no inline code.
 *
 * Source: https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-lambda-function-code.html
 */
export function inlineCode(
  name: string,
  fields: Fields,
  runtime: string | undefined,
): InlineCode | undefined {
  const node = fields.node.get("InlineCode");
  const text = node?.text;
  const ending = endingOf(runtime, text ?? "");
  if (node === undefined || text === undefined || ending === undefined) return undefined;
  const path = `inline/${name}`;
  return { file: { path: `${path}/index.${ending}`, text }, folder: new SourceNode(path, node.place) };
}

/** The syntax decides whether code of Node.js is a module. */
function endingOf(runtime: string | undefined, text: string): string | undefined {
  if (runtime?.startsWith("python")) return "py";
  if (!runtime?.startsWith("nodejs")) return undefined;
  return /^(import|export)\s/m.test(text) ? "mjs" : "cjs";
}
