import { pythonRedirect } from "./python-redirect";

/**
 * The program of a process for a Python function: `python3 -u -c <this>`. It does what Lambda's own runtime does.
 *
 * It is a string, because the compiler does not copy Python files to the compiled library.
 * https://docs.aws.amazon.com/lambda/latest/dg/python-handler.html
 */
export const pythonBootstrap = `
import http.client, importlib, json, logging, os, sys, time, traceback

api = os.environ["AWS_LAMBDA_RUNTIME_API"]
secret = os.environ.pop("SERVERFORM_WORKER_SECRET")
folder = os.environ["LAMBDA_TASK_ROOT"]
runtime = "/2018-06-01/runtime"
connection = http.client.HTTPConnection(api)
# The current request; none while the code is loaded.
request_id = None

def ask(method, path, body=b""):
    try:
        headers = {"x-serverform-secret": secret, "content-type": "application/json"}
        connection.request(method, path, body, headers)
        reply = connection.getresponse()
        return reply.headers, reply.read()
    except (OSError, http.client.HTTPException):
        os._exit(0)

class Stderr:
    def write(self, text):
        sys.stdout.write("\\0" + secret + ">" + text + "\\0" + secret + "<")
        return len(text)
    def writelines(self, lines):
        for line in lines:
            self.write(line)
    def __getattr__(self, name):
        return getattr(sys.__stderr__, name)

plain_fields = set(vars(logging.makeLogRecord({}))) | {"message", "asctime"}

# https://docs.aws.amazon.com/lambda/latest/dg/python-logging.html
class JsonFormatter(logging.Formatter):
    def format(self, record):
        kind, error, trace = record.exc_info or (None, None, None)
        time_text = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        fields = {
            "timestamp": "%s.%03dZ" % (time_text, record.msecs),
            "level": record.levelname,
            "message": record.getMessage(),
            "logger": record.name,
            "stackTrace": traceback.format_tb(trace) if kind else None,
            "errorType": kind.__name__ if kind else None,
            "errorMessage": str(error) if kind else None,
            "requestId": request_id,
            "location": "%s:%s:%s" % (record.pathname, record.funcName, record.lineno) if kind else None,
        }
        extra = {key: value for key, value in vars(record).items() if key not in plain_fields and key not in fields}
        return json.dumps({key: value for key, value in {**fields, **extra}.items() if value is not None}, ensure_ascii=False, default=str)

class ClientContext:
    def __init__(self, values):
        self.custom = values.get("custom")
        self.env = values.get("env")
        client = values.get("client")
        self.client = None if client is None else type("Client", (), dict(client))()

class CognitoIdentity:
    def __init__(self, values):
        self.cognito_identity_id = values.get("cognitoIdentityId")
        self.cognito_identity_pool_id = values.get("cognitoIdentityPoolId")

${pythonRedirect}
class LambdaContext:
    def __init__(self, headers):
        self._deadline = int(headers["lambda-runtime-deadline-ms"])
        self.function_name = os.environ["AWS_LAMBDA_FUNCTION_NAME"]
        self.function_version = os.environ["AWS_LAMBDA_FUNCTION_VERSION"]
        self.invoked_function_arn = headers["lambda-runtime-invoked-function-arn"]
        self.memory_limit_in_mb = os.environ["AWS_LAMBDA_FUNCTION_MEMORY_SIZE"]
        self.aws_request_id = headers["lambda-runtime-aws-request-id"]
        self.log_group_name = os.environ["AWS_LAMBDA_LOG_GROUP_NAME"]
        self.log_stream_name = os.environ["AWS_LAMBDA_LOG_STREAM_NAME"]
        caller = headers["lambda-runtime-cognito-identity"]
        self.identity = None if caller is None else CognitoIdentity(json.loads(caller))
        given = headers["lambda-runtime-client-context"]
        self.client_context = None if given is None else ClientContext(json.loads(given))

    def get_remaining_time_in_millis(self):
        return max(0, self._deadline - int(time.time() * 1000))

def error_of(error, request_id="", skip=1):
    frames = traceback.extract_tb(error.__traceback__)[skip:]
    return {
        "errorMessage": str(error),
        "errorType": type(error).__name__,
        "requestId": request_id,
        "stackTrace": traceback.format_list(frames),
    }

def load(text):
    path, _, name = text.rpartition(".")
    if not path:
        return None, {"errorType": "Runtime.MalformedHandlerName", "errorMessage": "Bad handler '%s': not enough values to unpack (expected 2, got 1)" % text}
    try:
        module = importlib.import_module(path.replace("/", "."))
    except SyntaxError as error:
        trace = ['  File "%s" Line %s\\n    %s' % (error.filename, error.lineno, (error.text or "").rstrip())]
        return None, {"errorType": "Runtime.UserCodeSyntaxError", "errorMessage": "Syntax error in module '%s': %s" % (path, error), "stackTrace": trace}
    except ImportError as error:
        return None, {"errorType": "Runtime.ImportModuleError", "errorMessage": "Unable to import module '%s': %s" % (path, error), "stackTrace": []}
    except Exception as error:
        return None, dict(error_of(error), requestId="")
    if not hasattr(module, name):
        return None, {"errorType": "Runtime.HandlerNotFound", "errorMessage": "Handler '%s' missing on module '%s'" % (name, path), "stackTrace": []}
    return getattr(module, name), None

# Both streams go the same way, so that their order is kept.
sys.stderr = Stderr()
logging.basicConfig(stream=sys.stdout, format="[%(levelname)s]\\t%(message)s")
if os.environ.get("AWS_LAMBDA_LOG_FORMAT") == "JSON":
    logging.getLogger().handlers[0].setFormatter(JsonFormatter())
    level = os.environ.get("AWS_LAMBDA_LOG_LEVEL", "INFO")
    # Python has no level below this one.
    logging.getLogger().setLevel("DEBUG" if level == "TRACE" else level)
sys.path.insert(0, folder)
os.chdir(folder)
handler, problem = load(os.environ["_HANDLER"])
if problem is not None:
    ask("POST", runtime + "/init/error", json.dumps(problem).encode())
    sys.exit(1)

while True:
    headers, body = ask("GET", runtime + "/invocation/next")
    request_id = headers["lambda-runtime-aws-request-id"]
    os.environ["_X_AMZN_TRACE_ID"] = headers["lambda-runtime-trace-id"]
    kind, answer = "response", None
    try:
        value = handler(json.loads(body), LambdaContext(headers))
        try:
            answer = json.dumps(value)
        except (TypeError, ValueError) as error:
            kind = "error"
            answer = json.dumps({"errorType": "Runtime.MarshalError", "errorMessage": "Unable to marshal response: %s" % error, "requestId": request_id, "stackTrace": []})
    except Exception as error:
        kind, answer = "error", json.dumps(error_of(error, request_id))
    sys.stdout.flush()
    ask("POST", runtime + "/invocation/" + request_id + "/" + kind, answer.encode())
`;
