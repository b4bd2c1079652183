/** A trust policy that lets an AWS service assume the role, optionally under a condition. */
export function serviceTrust(service: string, condition?: object): string {
  return trust("sts:AssumeRole", { Service: service }, condition);
}

/** A trust policy that lets identities of an identity provider assume the role, under a condition. */
export function federatedTrust(provider: string, condition: object): string {
  return trust("sts:AssumeRoleWithWebIdentity", { Federated: provider }, condition);
}

function trust(action: string, principal: object, condition?: object): string {
  return JSON.stringify({
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Action: action, Principal: principal, Condition: condition }],
  });
}
