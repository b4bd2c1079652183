/** Browsers accept passkeys for the host of the page, which is this machine. In AWS, it is the pool's relying party. */
export const relyingPartyId = "localhost";
