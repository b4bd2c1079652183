import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { Construct } from "constructs";
import { servicePrincipal } from "../../../facts/aws/principals";
import { Stack } from "../../app";
import { markLibraryElement } from "../../app/scope/library-element";
import { Artifacts } from "../../app/synthesis/artifacts";
import { namePrefix, physicalName } from "../../core/names/name";
import { packagingOfPackage } from "../../function";
import { servicesTrust } from "../../iam/trust";

const id = "_body_hash";

/**
 * The function that CloudFront runs before it sends a body to a server. All sites of a stack share it.
 *
 * Functions at the edge are in us-east-1, and have no environment. Their own logs would need a right for every region.
 */
export function bodyHashOf(site: Construct): LambdaFunction {
  const stack = Stack.of(site);
  const existing = stack.node.tryFindChild(id);
  if (existing !== undefined) return existing.node.findChild("Function") as LambdaFunction;
  const scope = markLibraryElement(new Construct(stack, id));
  const { runtime, handler, artifact } = packagingOfPackage(scope.node.path, stack.app.appPath, {
    entry: "site/body-hash",
    format: "cjs",
    externalModules: [],
    props: {},
  });
  const functionName = physicalName([stack.node.id, "body-hash"], 64);
  const role = new IamRole(scope, "Role", {
    namePrefix: namePrefix(functionName, 37),
    assumeRolePolicy: servicesTrust([servicePrincipal("lambda"), servicePrincipal("edgelambda")]),
  });
  return new LambdaFunction(scope, "Function", {
    ...Artifacts.of(stack).add({ owner: scope.node.path, handler }, artifact),
    functionName,
    description: "Adds the hash of a body to requests for the servers of sites",
    runtime,
    handler,
    role: role.arn,
    memorySize: 128,
    timeout: 5,
    publish: true,
    provider: stack.getUsEast1Provider(),
    // CloudFront removes its copies of a function some time after the last distribution.
    timeouts: { delete: "2h" },
  });
}
