/** A trust policy that lets one AWS service take the role. */
export function serviceTrust(service: string): string {
  return JSON.stringify({
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: service } }],
  });
}
