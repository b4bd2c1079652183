import { ApiGatewayApiKey } from "@cdktf/provider-aws/lib/api-gateway-api-key";
import type { ApiGatewayDeployment } from "@cdktf/provider-aws/lib/api-gateway-deployment";
import type { ApiGatewayGatewayResponse } from "@cdktf/provider-aws/lib/api-gateway-gateway-response";
import type { ApiGatewayModel } from "@cdktf/provider-aws/lib/api-gateway-model";
import { ApiGatewayRequestValidator } from "@cdktf/provider-aws/lib/api-gateway-request-validator";
import { ApiGatewayRestApi } from "@cdktf/provider-aws/lib/api-gateway-rest-api";
import type { ApiGatewayStage } from "@cdktf/provider-aws/lib/api-gateway-stage";
import type { Construct } from "constructs";
import { checkOpen, notePlainSecret, prefixedName } from "../../kit/app";
import { checkKeys, checkLimit, checkSecret, limits, propKeys, refuseValue } from "../../kit/core";
import { fail } from "./errors";
import type { GatewayResponses, RestV1ApiGatewayResponseProps } from "./gateway-responses";
import { sourceOf } from "./invoke-permissions";
import { createModel, type RestV1ApiModelProps } from "./model";
import {
  planRequestChecks,
  type RestV1ApiRequestChecks,
  type RestV1ApiRequestSchemas,
} from "./request-checks";
import { checkUsagePlan, RestV1ApiUsagePlan, type RestV1ApiUsagePlanProps } from "./usage-plan";

/** A key that clients send so that their requests are counted. It identifies clients, but does not authenticate them. */
export interface RestV1ApiKeyProps {
  /** Name of the key in API Gateway. @default - stage, app, API and id, joined by `-` */
  readonly apiKeyName?: string | undefined;
  /** The key, 20 to 128 characters. It is then in your source code and in the state. @default - AWS chooses it */
  readonly value?: string | undefined;
  /** The purpose of the key, which the API Gateway console shows. @default - none */
  readonly description?: string | undefined;
  /** Whether clients can use the key. @default true */
  readonly enabled?: boolean | undefined;
  /** Customer of the AWS Marketplace. @default - none */
  readonly customerId?: string | undefined;
  /** @deprecated AWS advises against it, and Terraform does not support it; it has no effect. @default false */
  readonly generateDistinctId?: boolean | undefined;
}

/** Checks of the gateway before it invokes a function. */
export interface RestV1ApiRequestValidatorProps {
  /** Name of the validator in API Gateway. @default - the id */
  readonly requestValidatorName?: string | undefined;
  /** Checks the body against the method's models. @default false */
  readonly validateRequestBody?: boolean | undefined;
  /** Checks that required parameters are present. @default false */
  readonly validateRequestParameters?: boolean | undefined;
}

const apiKeyKeys = propKeys<RestV1ApiKeyProps>()({
  apiKeyName: "text",
  value: "text",
  description: "text",
  enabled: "boolean",
  customerId: "text",
  generateDistinctId: "boolean",
});
const validatorKeys = propKeys<RestV1ApiRequestValidatorProps>()({
  requestValidatorName: "text",
  validateRequestBody: "boolean",
  validateRequestParameters: "boolean",
});

/** The parts of its construct that a REST API needs. */
export interface RestApiHost {
  readonly api: Construct;
  readonly gatewayResponses: GatewayResponses;
  readonly stage: ApiGatewayStage | undefined;
  readonly deployment: ApiGatewayDeployment | undefined;
}

/** The method by which the construct of a REST API connects itself with it. */
export const attachHost: unique symbol = Symbol.for("serverform.attachHost");

const restApiMark = Symbol.for("serverform.RestApi");

/** A REST API of this library: the provider's object, with methods to add to it. */
export class RestApi extends ApiGatewayRestApi {
  readonly [restApiMark] = true;
  private host: RestApiHost | undefined;

  /** Whether an object is the REST API of a `RestV1Api`, also of another copy of the package. */
  static isRestApi(value: object): value is RestApi {
    return restApiMark in value;
  }

  /** Connects the object with its construct. */
  [attachHost](host: RestApiHost): void {
    this.host = host;
  }

  /** The stage at which the API answers. */
  get deploymentStage(): ApiGatewayStage {
    const { api, stage } = this.requireHost();
    return stage ?? fail(api, "rest-not-deployed", "cdk.restApi.deploymentStage", {});
  }

  /** The deployment that the stage serves. */
  get latestDeployment(): ApiGatewayDeployment {
    const { api, deployment } = this.requireHost();
    return deployment ?? fail(api, "rest-not-deployed", "cdk.restApi.latestDeployment", {});
  }

  /** The resource of the path `/`. */
  get root(): { readonly resourceId: string; readonly path: "/" } {
    return { resourceId: this.rootResourceId, path: "/" };
  }

  /** Creates a key for clients. Usage plans give it access. */
  addApiKey(id: string, props: RestV1ApiKeyProps = {}): ApiGatewayApiKey {
    checkOpen(this, "addApiKey");
    const call = this.call("addApiKey", id);
    const { api } = this.requireHost();
    checkKeys(api, call, props, apiKeyKeys);
    const { apiKeyName = this.constructName(id), value, description, enabled, customerId } = props;
    const rows = limits.aws_api_gateway_api_key;
    checkLimit(api, `${call}.apiKeyName`, apiKeyName, rows.name);
    checkSecret(api, `${call}.value`, value, rows.value);
    const config = { name: apiKeyName, value, description, enabled, customerId };
    notePlainSecret(this, `${call}.value`, config.value, "leave it out, so that AWS chooses it");
    return new ApiGatewayApiKey(this, this.free(`ApiKey_${id}`, call, id), config);
  }

  /** Creates a usage plan: what clients with a key may use, and how much. */
  addUsagePlan(id: string, props: RestV1ApiUsagePlanProps = {}): RestV1ApiUsagePlan {
    checkOpen(this, "addUsagePlan", props);
    const call = this.call("addUsagePlan", id);
    const { api } = this.requireHost();
    checkUsagePlan(api, call, props);
    const host = {
      api,
      restApiId: this.id,
      requireStage: (prop: string) => {
        return this.requireHost().stage ?? fail(api, "rest-not-deployed", prop, {});
      },
      findStageOf: (other: object) => (RestApi.isRestApi(other) ? other.deploymentStage : undefined),
    };
    const name = props.name ?? this.constructName(id);
    return new RestV1ApiUsagePlan(this, this.free(`UsagePlan_${id}`, call, id), host, call, {
      ...props,
      name,
    });
  }

  /** Creates a check of requests, for `cdk.method.requestValidator` of routes. */
  addRequestValidator(id: string, props: RestV1ApiRequestValidatorProps = {}): ApiGatewayRequestValidator {
    checkOpen(this, "addRequestValidator");
    const call = this.call("addRequestValidator", id);
    checkKeys(this.requireHost().api, call, props, validatorKeys);
    const { requestValidatorName = id, validateRequestBody, validateRequestParameters } = props;
    return new ApiGatewayRequestValidator(this, this.free(`RequestValidator_${id}`, call, id), {
      restApiId: this.id,
      name: requestValidatorName,
      validateRequestBody: validateRequestBody ?? false,
      validateRequestParameters: validateRequestParameters ?? false,
    });
  }

  /** Creates the shape of a body, for `requestModels` and `responseModels` of routes. */
  addModel(id: string, props: RestV1ApiModelProps): ApiGatewayModel {
    checkOpen(this, "addModel");
    const call = this.call("addModel", id);
    this.free(`Model_${id}`, call, id);
    return createModel(this, { api: this.requireHost().api, id, call }, this.id, props);
  }

  /**
   * Creates the checks of a route from the schemas of its handler: `cdk: { method: restApi.addRequestChecks("Order", createOrder) }`.
   *
   * A model describes the body, and a validator checks it and the required query parameters. The gateway refuses other requests
   * with status 400, before the function is invoked and paid for.
   */
  addRequestChecks(id: string, schemas: RestV1ApiRequestSchemas): RestV1ApiRequestChecks {
    checkOpen(this, "addRequestChecks");
    const { body, parameters } = planRequestChecks(
      this.requireHost().api,
      this.call("addRequestChecks", id),
      schemas,
    );
    const requestValidator = this.addRequestValidator(id, {
      validateRequestBody: body !== undefined,
      validateRequestParameters: Object.values(parameters).includes(true),
    });
    const requestModels: Record<string, ApiGatewayModel> =
      body === undefined ? {} : { "application/json": this.addModel(id, { schema: body }) };
    return { requestValidator, requestModels, requestParameters: parameters };
  }

  /** Sets what the gateway itself returns for one type of error. */
  addGatewayResponse(id: string, props: RestV1ApiGatewayResponseProps): ApiGatewayGatewayResponse {
    checkOpen(this, "addGatewayResponse");
    const call = this.call("addGatewayResponse", id);
    return this.requireHost().gatewayResponses.add(this, id, call, props);
  }

  /** The ARN of requests, for policies: `arnForExecuteApi("GET", "/notes/{id}")`. */
  arnForExecuteApi(method = "*", path = "/*", stage = "*"): string {
    const { api } = this.requireHost();
    if (!path.startsWith("/")) {
      const expected = `a path that begins with /, such as "/${path}"`;
      refuseValue(api, "cdk.restApi.arnForExecuteApi", path, expected);
    }
    return `${this.executionArn}/${stage}/${sourceOf({ method: method.toUpperCase(), path })}`;
  }

  private requireHost(): RestApiHost {
    const { host } = this;
    if (host === undefined) throw new Error("A RestApi belongs to a RestV1Api.");
    return host;
  }

  private call(method: string, id: string): string {
    return `cdk.restApi.${method}(${JSON.stringify(id)})`;
  }

  private constructName(id: string): string {
    const { api } = this.requireHost();
    return `${prefixedName(api)}-${id}`;
  }

  /** The construct id, if it is free. */
  private free(childId: string, call: string, id: string): string {
    const existing = this.node.tryFindChild(childId);
    if (existing !== undefined) {
      fail(this.requireHost().api, "id-taken", call, { value: id, kind: existing.constructor.name });
    }
    return childId;
  }
}
