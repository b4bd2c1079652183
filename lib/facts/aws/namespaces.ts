/** The namespaces of the XML that services write, by the names of their references: https://docs.aws.amazon.com/AmazonS3/latest/API/ */
export const s3Namespace = "http://s3.amazonaws.com/doc/2006-03-01/";
export const snsNamespace = "http://sns.amazonaws.com/doc/2010-03-31/";
export const sqsNamespace = "http://queue.amazonaws.com/doc/2012-11-05/";
export const stsNamespace = "https://sts.amazonaws.com/doc/2011-06-15/";

/**
 * The address by which a model of a REST API refers to another one.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/models-mappings-models.html
 */
export function restModelUrl(apiId: string, model: string): string {
  return `https://apigateway.amazonaws.com/restapis/${apiId}/models/${model}`;
}
