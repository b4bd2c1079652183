// #region rest-cors-answer
const origins = ["https://app.example.com", "https://admin.example.com"];

export const get = async ({ headers }: { headers: Record<string, string | undefined> }) => {
  const origin = headers.origin ?? headers.Origin ?? "";
  return {
    statusCode: 200,
    headers: {
      ...(origins.includes(origin) && {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Allow-Credentials": "true",
      }),
      Vary: "Origin",
    },
    body: "{}",
  };
};
// #endregion
