import { bundleTexts } from "../../bundle/errors";
import { type ErrorTexts, type Fail, failWith } from "../../facts/errors/error";
import { show } from "../../facts/errors/words";
import { coreTexts } from "../../kit/core/errors";
import { functionTexts } from "../../kit/function/errors";
import { gatewayTexts } from "../../kit/gateway/errors";

/** Texts about Api. */
export const apiTexts = {
  "route-address-taken": ({ key, other }: { key: string; other: string }) => ({
    problem: `defines ${show(key)}, whose Terraform address is the same as that of ${show(other)}.`,
    remedy:
      "In an address every / becomes --: change one of the two paths, or add its route below another scope.",
  }),
  "authorizer-identity-source": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}; a token must come from one place.`,
    remedy: 'Name one: ["$request.header.Authorization"].',
  }),
  "authorizer-source-form": ({ value, isToken }: { value: unknown; isToken: boolean }) => ({
    problem: `is ${show(value)}, which an HTTP API cannot read.`,
    remedy: `Write "$request.header.<name>" or "$request.querystring.<name>"${isToken ? "" : ', "$context.<variable>" or "$stageVariables.<name>"'}.`,
  }),
  "authorizer-cache-identity": (_: object) => ({
    problem: "is given, but identitySource is empty. The gateway could not tell callers apart in its cache.",
    remedy: 'Name the value that identifies the caller: identitySource: ["$request.header.Authorization"].',
  }),
  "stage-name-unknown": (_: object) => ({
    problem: "is known only at deploy time, but the Terraform address of the stage contains it.",
    remedy: 'Write the name out: { name: "beta" }.',
  }),
  "route-not-private": (_: object) => ({
    problem: 'is given for a route of the type "url", which uses the public network.',
    remedy: 'Leave it out, or reach a load balancer in the private network with type: "alb" or "nlb".',
  }),
  "route-streaming": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, but HTTP APIs send responses as a whole.`,
    remedy:
      "Leave it out, or use a RestV1Api, whose routes have streaming, or the URL of a function: url: { streaming: true }.",
  }),
  "route-same-requests": ({ key, other }: { key: string; other: string }) => ({
    problem: `matches the same requests as ${show(other)}: the two differ only in the names of variables.`,
    remedy: `Leave out ${show(key)}, or ${show(other)}.`,
  }),
  "cloud-credentials": (_: object) => ({
    problem: "is given, but the library creates a role for the route.",
    remedy:
      "Leave it out. The role allows the one action of subtype, on the resource that parameterMapping names.",
  }),
  "needs-default-stage": (_: object) => ({
    problem: "is given, but cdk.httpApi.createDefaultStage is false.",
    remedy: "Leave createDefaultStage out, or set what you need on the stages of cdk.httpStages.",
  }),
  "mapping-header-reserved": ({ header }: { header: string }) => ({
    problem: `changes the header ${show(header)}, which API Gateway does not let mappings change.`,
    remedy: "Use a header of another name.",
  }),
  "mapping-status-twice": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which another entry already has.`,
    remedy: "Write all changes of one status code together.",
  }),
  "stage-duplicate": ({ name }: { name: string }) => ({
    problem: `has the name ${show(name)}, which another stage already has.`,
    remedy: "Give each stage its own name.",
  }),
} satisfies ErrorTexts;

const texts = { ...coreTexts, ...bundleTexts, ...functionTexts, ...gatewayTexts, ...apiTexts };

/** Refuses input of the caller. */
export const fail: Fail<typeof texts> = failWith(texts);
