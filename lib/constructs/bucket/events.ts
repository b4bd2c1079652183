/**
 * The events of objects: the literals of the library with S3's names.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-event-types-and-destinations.html
 */
export const bucketEvents = {
  object_created: "s3:ObjectCreated:*",
  object_created_put: "s3:ObjectCreated:Put",
  object_created_post: "s3:ObjectCreated:Post",
  object_created_copy: "s3:ObjectCreated:Copy",
  object_created_complete_multipart_upload: "s3:ObjectCreated:CompleteMultipartUpload",
  object_removed: "s3:ObjectRemoved:*",
  object_removed_delete: "s3:ObjectRemoved:Delete",
  object_removed_delete_marker_created: "s3:ObjectRemoved:DeleteMarkerCreated",
  object_restore_post: "s3:ObjectRestore:Post",
  object_restore_completed: "s3:ObjectRestore:Completed",
  object_restore_delete: "s3:ObjectRestore:Delete",
  reduced_redundancy_lost_object: "s3:ReducedRedundancyLostObject",
  replication_operation_failed_replication: "s3:Replication:OperationFailedReplication",
  replication_operation_missed_threshold: "s3:Replication:OperationMissedThreshold",
  replication_operation_replicated_after_threshold: "s3:Replication:OperationReplicatedAfterThreshold",
  replication_operation_not_tracked: "s3:Replication:OperationNotTracked",
  lifecycle_expiration: "s3:LifecycleExpiration:*",
  lifecycle_expiration_delete: "s3:LifecycleExpiration:Delete",
  lifecycle_expiration_delete_marker_created: "s3:LifecycleExpiration:DeleteMarkerCreated",
  lifecycle_transition: "s3:LifecycleTransition",
  intelligent_tiering: "s3:IntelligentTiering",
  object_tagging: "s3:ObjectTagging:*",
  object_tagging_put: "s3:ObjectTagging:Put",
  object_tagging_delete: "s3:ObjectTagging:Delete",
  object_acl_put: "s3:ObjectAcl:Put",
} as const;

/** An event of an object: `object_created`, `object_removed`, `object_created_put`, ... */
export type BucketEvent = keyof typeof bucketEvents;

export const bucketEventLiterals = Object.keys(bucketEvents) as readonly BucketEvent[];

/** Whether two S3 events overlap. */
export function eventsOverlap(one: string, other: string): boolean {
  const isPartOf = (part: string, whole: string) =>
    whole.endsWith(":*") && part.startsWith(whole.slice(0, -1));
  return one === other || isPartOf(one, other) || isPartOf(other, one);
}
