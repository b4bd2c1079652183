/** The operations that are not emulated, by method and path without the version; a star stands for a name. */
const names: Readonly<Record<string, string>> = {
  "POST layers/*/versions/*/policy": "AddLayerVersionPermission",
  "POST functions/*/policy": "AddPermission",
  "POST functions/*/aliases": "CreateAlias",
  "POST capacity-providers": "CreateCapacityProvider",
  "POST code-signing-configs": "CreateCodeSigningConfig",
  "POST event-source-mappings": "CreateEventSourceMapping",
  "POST functions": "CreateFunction",
  "POST functions/*/url": "CreateFunctionUrlConfig",
  "DELETE functions/*/aliases/*": "DeleteAlias",
  "DELETE capacity-providers/*": "DeleteCapacityProvider",
  "DELETE code-signing-configs/*": "DeleteCodeSigningConfig",
  "DELETE event-source-mappings/*": "DeleteEventSourceMapping",
  "DELETE functions/*": "DeleteFunction",
  "DELETE functions/*/code-signing-config": "DeleteFunctionCodeSigningConfig",
  "DELETE functions/*/concurrency": "DeleteFunctionConcurrency",
  "DELETE functions/*/event-invoke-config": "DeleteFunctionEventInvokeConfig",
  "DELETE functions/*/url": "DeleteFunctionUrlConfig",
  "DELETE layers/*/versions/*": "DeleteLayerVersion",
  "DELETE functions/*/provisioned-concurrency": "DeleteProvisionedConcurrencyConfig",
  "DELETE resource-policy/*": "DeleteResourcePolicy",
  "GET account-settings": "GetAccountSettings",
  "GET capacity-providers/*": "GetCapacityProvider",
  "GET code-signing-configs/*": "GetCodeSigningConfig",
  "GET durable-executions/*/history": "GetDurableExecutionHistory",
  "GET functions/*/code-signing-config": "GetFunctionCodeSigningConfig",
  "GET functions/*/event-invoke-config": "GetFunctionEventInvokeConfig",
  "GET functions/*/recursion-config": "GetFunctionRecursionConfig",
  "GET functions/*/function-scaling-config": "GetFunctionScalingConfig",
  "GET layers/*/versions/*": "GetLayerVersion",
  "GET layers?find=LayerVersion": "GetLayerVersionByArn",
  "GET layers/*/versions/*/policy": "GetLayerVersionPolicy",
  "GET functions/*/policy": "GetPolicy",
  "GET functions/*/provisioned-concurrency": "GetProvisionedConcurrencyConfig",
  "GET resource-policy/*": "GetResourcePolicy",
  "GET functions/*/runtime-management-config": "GetRuntimeManagementConfig",
  "POST functions/*/invoke-async": "InvokeAsync",
  "GET capacity-providers": "ListCapacityProviders",
  "GET code-signing-configs": "ListCodeSigningConfigs",
  "GET functions/*/event-invoke-config/list": "ListFunctionEventInvokeConfigs",
  "GET functions/*/urls": "ListFunctionUrlConfigs",
  "GET capacity-providers/*/function-versions": "ListFunctionVersionsByCapacityProvider",
  "GET code-signing-configs/*/functions": "ListFunctionsByCodeSigningConfig",
  "GET layers/*/versions": "ListLayerVersions",
  "GET layers": "ListLayers",
  "GET functions/*/provisioned-concurrency?List=ALL": "ListProvisionedConcurrencyConfigs",
  "GET functions/*/versions": "ListVersionsByFunction",
  "POST layers/*/versions": "PublishLayerVersion",
  "POST functions/*/versions": "PublishVersion",
  "PUT functions/*/code-signing-config": "PutFunctionCodeSigningConfig",
  "PUT functions/*/concurrency": "PutFunctionConcurrency",
  "PUT functions/*/event-invoke-config": "PutFunctionEventInvokeConfig",
  "PUT functions/*/recursion-config": "PutFunctionRecursionConfig",
  "PUT functions/*/function-scaling-config": "PutFunctionScalingConfig",
  "PUT functions/*/provisioned-concurrency": "PutProvisionedConcurrencyConfig",
  "PUT resource-policy/*": "PutResourcePolicy",
  "PUT functions/*/runtime-management-config": "PutRuntimeManagementConfig",
  "DELETE layers/*/versions/*/policy/*": "RemoveLayerVersionPermission",
  "DELETE functions/*/policy/*": "RemovePermission",
  "POST tags/*": "TagResource",
  "DELETE tags/*": "UntagResource",
  "PUT functions/*/aliases/*": "UpdateAlias",
  "PUT capacity-providers/*": "UpdateCapacityProvider",
  "PUT code-signing-configs/*": "UpdateCodeSigningConfig",
  "PUT event-source-mappings/*": "UpdateEventSourceMapping",
  "PUT functions/*/code": "UpdateFunctionCode",
  "PUT functions/*/configuration": "UpdateFunctionConfiguration",
  "POST functions/*/event-invoke-config": "UpdateFunctionEventInvokeConfig",
  "PUT functions/*/url": "UpdateFunctionUrlConfig",
};

/**
 * The name of an operation, for its refusal.
 *
 * @param search - the query of the request, which distinguishes two operations
 */
export function nameOfOperation(method: string, path: string, search: string): string | undefined {
  const parts = path.split("/").slice(2);
  const shapes = Object.keys(names).filter((shape) => {
    const [verb, ...rest] = shape.split(" ");
    const wanted = (rest.join(" ").split("?")[0] ?? "").split("/");
    return (
      verb === method &&
      wanted.length === parts.length &&
      wanted.every((each, index) => each === "*" || each === parts[index])
    );
  });
  // The shapes with a query come before those without.
  const found = shapes.find((shape) => shape.includes("?") && search.includes(shape.split("?")[1] ?? ""));
  return names[found ?? shapes.find((shape) => !shape.includes("?")) ?? ""];
}
