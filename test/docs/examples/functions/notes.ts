export const get = async () => ({ statusCode: 200, body: "{}" });
export const create = async () => ({ statusCode: 201, body: "{}" });
