/** A trust policy that lets one AWS service take the role, under conditions if there are any. */
export function serviceTrust(service: string, condition?: object): string {
  return trust("sts:AssumeRole", { Service: service }, condition);
}

/** A trust policy that lets those take the role whom a provider of identities vouches for, under conditions. */
export function federatedTrust(provider: string, condition: object): string {
  return trust("sts:AssumeRoleWithWebIdentity", { Federated: provider }, condition);
}

function trust(action: string, principal: object, condition?: object): string {
  return JSON.stringify({
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Action: action, Principal: principal, Condition: condition }],
  });
}
