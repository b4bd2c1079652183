import { clientId, Directory, poolId } from "./directory";

describe("refresh tokens of a device", () => {
  const remembering = {
    device_configuration: {
      challenge_required_on_new_device: false,
      device_only_remembered_on_user_prompt: false,
    },
  };
  const ways: Readonly<
    Record<string, (directory: Directory, token: string, key: string | undefined) => Promise<unknown>>
  > = {
    REFRESH_TOKEN_AUTH: (directory, REFRESH_TOKEN, DEVICE_KEY) =>
      directory.initiate("REFRESH_TOKEN_AUTH", {
        REFRESH_TOKEN,
        ...(DEVICE_KEY !== undefined && { DEVICE_KEY }),
      }),
    REFRESH_TOKEN: (directory, REFRESH_TOKEN, DEVICE_KEY) =>
      directory.ask("AdminInitiateAuth", {
        UserPoolId: poolId,
        ClientId: clientId,
        AuthFlow: "REFRESH_TOKEN",
        AuthParameters: { REFRESH_TOKEN, ...(DEVICE_KEY !== undefined && { DEVICE_KEY }) },
      }),
    GetTokensFromRefreshToken: (directory, RefreshToken, DeviceKey) =>
      directory.ask("GetTokensFromRefreshToken", {
        ClientId: clientId,
        RefreshToken,
        ...(DeviceKey !== undefined && { DeviceKey }),
      }),
  };
  const refused = expect.objectContaining({
    name: "NotAuthorizedException",
    message: "Invalid Refresh Token",
  });

  test.each(Object.entries(ways))("%s asks for the key of the confirmed device", async (_, refresh) => {
    const directory = await Directory.withAda({ pool: remembering });
    const tokens = await directory.signIn();
    const key = tokens.NewDeviceMetadata?.DeviceKey ?? "";
    await expect(refresh(directory, tokens.RefreshToken, key)).rejects.toThrow(refused);
    await directory.confirmDevice(tokens);
    await expect(refresh(directory, tokens.RefreshToken, undefined)).rejects.toThrow(refused);
    await expect(refresh(directory, tokens.RefreshToken, `${key}0`)).rejects.toThrow(refused);
    await expect(refresh(directory, tokens.RefreshToken, key)).resolves.toBeDefined();
    await directory.ask("ForgetDevice", { AccessToken: tokens.AccessToken, DeviceKey: key });
    await expect(refresh(directory, tokens.RefreshToken, key)).rejects.toThrow(refused);
  });

  test.each(Object.entries(ways))("%s needs no key in a pool without devices", async (_, refresh) => {
    const directory = await Directory.withAda();
    const { RefreshToken } = await directory.signIn();
    await expect(refresh(directory, RefreshToken, undefined)).resolves.toBeDefined();
  });
});
