/** The operations on buckets that are not emulated, by method and parameter. */
const ofBuckets: Readonly<Record<string, string>> = {
  PUT: "CreateBucket",
  "POST metadataConfiguration": "CreateBucketMetadataConfiguration",
  "POST metadataTable": "CreateBucketMetadataTableConfiguration",
  "GET session": "CreateSession",
  DELETE: "DeleteBucket",
  "DELETE analytics": "DeleteBucketAnalyticsConfiguration",
  "DELETE cors": "DeleteBucketCors",
  "DELETE encryption": "DeleteBucketEncryption",
  "DELETE intelligent-tiering": "DeleteBucketIntelligentTieringConfiguration",
  "DELETE inventory": "DeleteBucketInventoryConfiguration",
  "DELETE lifecycle": "DeleteBucketLifecycle",
  "DELETE metadataConfiguration": "DeleteBucketMetadataConfiguration",
  "DELETE metadataTable": "DeleteBucketMetadataTableConfiguration",
  "DELETE metrics": "DeleteBucketMetricsConfiguration",
  "DELETE ownershipControls": "DeleteBucketOwnershipControls",
  "DELETE policy": "DeleteBucketPolicy",
  "DELETE replication": "DeleteBucketReplication",
  "DELETE tagging": "DeleteBucketTagging",
  "DELETE website": "DeleteBucketWebsite",
  "DELETE publicAccessBlock": "DeletePublicAccessBlock",
  "GET abac": "GetBucketAbac",
  "GET accelerate": "GetBucketAccelerateConfiguration",
  "GET acl": "GetBucketAcl",
  "GET analytics": "GetBucketAnalyticsConfiguration",
  "GET intelligent-tiering": "GetBucketIntelligentTieringConfiguration",
  "GET inventory": "GetBucketInventoryConfiguration",
  "GET lifecycle": "GetBucketLifecycleConfiguration",
  "GET logging": "GetBucketLogging",
  "GET metadataConfiguration": "GetBucketMetadataConfiguration",
  "GET metadataTable": "GetBucketMetadataTableConfiguration",
  "GET metrics": "GetBucketMetricsConfiguration",
  "GET notification": "GetBucketNotificationConfiguration",
  "GET ownershipControls": "GetBucketOwnershipControls",
  "GET policyStatus": "GetBucketPolicyStatus",
  "GET replication": "GetBucketReplication",
  "GET requestPayment": "GetBucketRequestPayment",
  "GET website": "GetBucketWebsite",
  "GET object-lock": "GetObjectLockConfiguration",
  "PUT abac": "PutBucketAbac",
  "PUT accelerate": "PutBucketAccelerateConfiguration",
  "PUT acl": "PutBucketAcl",
  "PUT analytics": "PutBucketAnalyticsConfiguration",
  "PUT cors": "PutBucketCors",
  "PUT encryption": "PutBucketEncryption",
  "PUT intelligent-tiering": "PutBucketIntelligentTieringConfiguration",
  "PUT inventory": "PutBucketInventoryConfiguration",
  "PUT lifecycle": "PutBucketLifecycleConfiguration",
  "PUT logging": "PutBucketLogging",
  "PUT metrics": "PutBucketMetricsConfiguration",
  "PUT notification": "PutBucketNotificationConfiguration",
  "PUT ownershipControls": "PutBucketOwnershipControls",
  "PUT policy": "PutBucketPolicy",
  "PUT replication": "PutBucketReplication",
  "PUT requestPayment": "PutBucketRequestPayment",
  "PUT tagging": "PutBucketTagging",
  "PUT versioning": "PutBucketVersioning",
  "PUT website": "PutBucketWebsite",
  "PUT object-lock": "PutObjectLockConfiguration",
  "PUT publicAccessBlock": "PutPublicAccessBlock",
  "PUT metadataAnnotationTable": "UpdateBucketMetadataAnnotationTableConfiguration",
  "PUT metadataInventoryTable": "UpdateBucketMetadataInventoryTableConfiguration",
  "PUT metadataJournalTable": "UpdateBucketMetadataJournalTableConfiguration",
};

/** The operations on objects that are not emulated, by method and parameter. */
const ofObjects: Readonly<Record<string, string>> = {
  "DELETE annotation": "DeleteObjectAnnotation",
  "GET acl": "GetObjectAcl",
  "GET annotation": "GetObjectAnnotation",
  "GET legal-hold": "GetObjectLegalHold",
  "GET retention": "GetObjectRetention",
  "GET torrent": "GetObjectTorrent",
  "PUT acl": "PutObjectAcl",
  "PUT annotation": "PutObjectAnnotation",
  "PUT legal-hold": "PutObjectLegalHold",
  "PUT retention": "PutObjectRetention",
  "PUT renameObject": "RenameObject",
  "POST restore": "RestoreObject",
  "POST select": "SelectObjectContent",
  "PUT encryption": "UpdateObjectEncryption",
};

/** The parts of an address that select an operation. */
interface Address {
  readonly name: string;
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query: URLSearchParams;
}

/** Whether a parameter asks for an operation that is not emulated: `?acl`. */
export function isOther(method: string, { key, query }: Address): boolean {
  const names = key === "" ? ofBuckets : ofObjects;
  // `HEAD` has no operations of its own.
  const asked = method === "HEAD" ? "GET" : method;
  return [...query.keys()].some((name) => Object.hasOwn(names, `${asked} ${name}`));
}

/** The name of an operation, for its refusal. SDKs name some operations themselves, since the address does not tell them apart. */
export function nameOfOperation(method: string, { key, query }: Address): string | undefined {
  const given = query.get("x-id") ?? "";
  const names = key === "" ? ofBuckets : ofObjects;
  const parameters = ["", ...query.keys()].map((name) => `${method} ${name}`.trim());
  const found = parameters.filter((each) => Object.hasOwn(names, each)).at(-1);
  if (found !== undefined && !/^List\w+$/.test(given)) return names[found];
  return /^[A-Z]\w{2,79}$/.test(given) ? given : undefined;
}
