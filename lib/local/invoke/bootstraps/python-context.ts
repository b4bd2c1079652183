/**
 * The second argument of a Python handler. A member that was not sent is `None`; `identity` is always an object.
 *
 * Sources: https://docs.aws.amazon.com/lambda/latest/dg/python-context.html and `lambda_context.py` of
 * https://pypi.org/project/awslambdaric
 */
export const pythonContext = `
class WithFields:
    __slots__ = ()
    def __init__(self, values):
        for name in self.__slots__:
            setattr(self, name, values.get(name))
    def __repr__(self):
        return "%s([%s])" % (type(self).__name__, ",".join("%s=%s" % (name, getattr(self, name)) for name in self.__slots__))

class Client(WithFields):
    __slots__ = ["installation_id", "app_title", "app_version_name", "app_version_code", "app_package_name"]

class ClientContext(WithFields):
    __slots__ = ["custom", "env", "client"]
    def __init__(self, values):
        super().__init__(values)
        if self.client is not None:
            self.client = Client(self.client)

class CognitoIdentity(WithFields):
    __slots__ = ["cognito_identity_id", "cognito_identity_pool_id"]

class LambdaContext:
    def __init__(self, headers):
        self.aws_request_id = headers["lambda-runtime-aws-request-id"]
        self.log_group_name = os.environ.get("AWS_LAMBDA_LOG_GROUP_NAME")
        self.log_stream_name = os.environ.get("AWS_LAMBDA_LOG_STREAM_NAME")
        self.function_name = os.environ.get("AWS_LAMBDA_FUNCTION_NAME")
        self.memory_limit_in_mb = os.environ.get("AWS_LAMBDA_FUNCTION_MEMORY_SIZE")
        self.function_version = os.environ.get("AWS_LAMBDA_FUNCTION_VERSION")
        self.invoked_function_arn = headers["lambda-runtime-invoked-function-arn"]
        self.tenant_id = None
        given = headers["lambda-runtime-client-context"]
        self.client_context = None if given is None else ClientContext(json.loads(given))
        caller = json.loads(headers["lambda-runtime-cognito-identity"] or "null") or {}
        self.identity = CognitoIdentity({
            "cognito_identity_id": caller.get("cognitoIdentityId"),
            "cognito_identity_pool_id": caller.get("cognitoIdentityPoolId"),
        })
        self._epoch_deadline_time_in_ms = int(headers["lambda-runtime-deadline-ms"])

    def get_remaining_time_in_millis(self):
        return max(0, self._epoch_deadline_time_in_ms - int(time.time() * 1000))

    def log(self, message):
        sys.stdout.write(str(message))

    def __repr__(self):
        names = [
            "aws_request_id", "log_group_name", "log_stream_name", "function_name", "memory_limit_in_mb",
            "function_version", "invoked_function_arn", "client_context", "identity", "tenant_id",
        ]
        return "%s([%s])" % (type(self).__name__, ",".join("%s=%s" % (name, getattr(self, name)) for name in names))
`;
