import { pythonRedirect } from "./python-redirect";
import { pythonResults } from "./python-results";

/**
 * The second argument of a Python handler. A missing member is `None`; `identity` is always an object.
 *
 * Sources: https://docs.aws.amazon.com/lambda/latest/dg/python-context.html and `lambda_context.py` of
 * https://pypi.org/project/awslambdaric
 */
const pythonContext = `
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

/**
 * The program of a process for a Python function: `python -u -c <this> <architecture> <packages of the runtime>`. It works like
 * Lambda's own runtime.
 *
 * It is a string, because the compiler does not copy Python files to the compiled library.
 *
 * Sources: https://docs.aws.amazon.com/lambda/latest/dg/python-handler.html and `bootstrap.py` of
 * https://pypi.org/project/awslambdaric
 */
export const pythonBootstrap = `
import sys
# The folder of the function: a file in it must not replace a module of the runtime.
sys.path[:] = [each for each in sys.path if each != ""]
import importlib, json, logging, math, os, re, time, traceback
# In AWS, too, these modules are loaded before the function.
loaded_before = set(sys.modules)
import http.client, importlib.abc, importlib.machinery, platform, urllib.parse

# The packages of this machine, which a deployment leaves out: only those that the runtime contains are found there.
library = os.path.dirname(os.__file__)
own_paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
machine_paths = [
    each for each in sys.path
    if not each.endswith(".zip") and each not in own_paths
    and (not each.startswith(library) or os.path.basename(each) in ("site-packages", "dist-packages"))
]
sys.path[:] = [each for each in sys.path if each not in machine_paths]
runtime_packages = set(sys.argv.pop().split(","))

def find_on_machine(name):
    return importlib.machinery.PathFinder.find_spec(name, machine_paths)

class RuntimePackages(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        return find_on_machine(name) if path is None and name in runtime_packages else None

# Behind the finders of the function: its own version of such a package comes first.
sys.meta_path.append(RuntimePackages())

# What a deployment would need, or this machine.
def remedy_for(error):
    name = (getattr(error, "name", None) or "").partition(".")[0]
    if not isinstance(error, ModuleNotFoundError) or not name:
        return ""
    if name in runtime_packages:
        return ". Lambda's runtime contains it; install it for this machine: %s -m pip install %s" % (sys.executable, name)
    # A module with compiled parts for another machine is in the package.
    if importlib.machinery.PathFinder.find_spec(name) is not None or find_on_machine(name) is None:
        return ""
    return ". This machine has it, and the package of the function does not: name it in requirements.txt, pyproject.toml or Pipfile beside the function, or in \`installCommands\` of \`bundle\`"

api = os.environ["AWS_LAMBDA_RUNTIME_API"]
secret = os.environ.pop("SERVERFORM_WORKER_SECRET")
folder = os.environ["LAMBDA_TASK_ROOT"]
architecture = sys.argv.pop()
bootstrap_file = (lambda: None).__code__.co_filename
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
        fields = {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname,
            "message": record.msg if isinstance(record.msg, dict) and not record.args else record.getMessage(),
            "logger": record.name,
            "stackTrace": traceback.format_tb(trace) if kind else None,
            "errorType": kind.__name__ if kind else None,
            "errorMessage": str(error) if kind else None,
            "requestId": request_id,
            "location": "%s:%s:%s" % (record.pathname, record.funcName, record.lineno) if kind else None,
        }
        extra = {key: value for key, value in vars(record).items() if key not in plain_fields and key not in fields}
        return json.dumps({key: value for key, value in {**fields, **extra}.items() if value is not None}, ensure_ascii=False, default=str)

${pythonRedirect}
${pythonContext}
${pythonResults}
# What the function was built for, if this machine differs; otherwise an error has the text that it has in AWS.
def built_for():
    wanted = os.environ["AWS_EXECUTION_ENV"].replace("AWS_Lambda_python", "")
    version = "%d.%d" % sys.version_info[:2]
    machine = {"AMD64": "x86_64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    if (wanted, architecture, "linux") == (version, machine, sys.platform):
        return ""
    return (
        ". The function is for Python %s on linux %s; this machine runs it with Python %s on %s %s. "
        "Packages and code that only the former can load need Python %s here: install it as python%s on the PATH"
        % (wanted, architecture, version, sys.platform, machine, wanted, wanted)
    )

def load(text):
    path, dot, name = text.rpartition(".")
    if not dot:
        problem = "Bad handler '%s': not enough values to unpack (expected 2, got 1)" % text
        return None, make_error(problem, "Runtime.MalformedHandlerName", None)
    if path.split(".")[0] in sys.builtin_module_names:
        problem = "Cannot use built-in module %s as a handler module" % path
        return None, make_error(problem, "Runtime.BuiltInModuleConflict", None)
    try:
        module = importlib.import_module(path.replace("/", "."))
    except ImportError as error:
        problem = "Unable to import module '%s': %s%s" % (path, error, remedy_for(error) or built_for())
        return None, make_error(problem, "Runtime.ImportModuleError", None)
    except SyntaxError as error:
        trace = ['  File "%s" Line %s\\n    %s' % (error.filename, error.lineno, error.text)]
        problem = "Syntax error in module '%s': %s%s" % (path, error, built_for())
        return None, make_error(problem, "Runtime.UserCodeSyntaxError", trace)
    except Exception as error:
        return None, error_of(error)
    try:
        return getattr(module, name), None
    except AttributeError:
        return None, make_error("Handler '%s' missing on module '%s'" % (name, path), "Runtime.HandlerNotFound", None)

# Both streams go the same way, so that their order is kept.
sys.stderr = Stderr()
logging.basicConfig(stream=sys.stdout, format="[%(levelname)s]\\t%(message)s")
if os.environ.get("AWS_LAMBDA_LOG_FORMAT") == "JSON":
    logging.getLogger().handlers[0].setFormatter(JsonFormatter())
    level = os.environ.get("AWS_LAMBDA_LOG_LEVEL", "INFO")
    # Python has no level below this one.
    logging.getLogger().setLevel("DEBUG" if level == "TRACE" else level)
# The runtime in AWS does not use these modules, so that a file of the function may have the name of one.
own_names = {name.partition(".")[0] for name in os.listdir(folder)}
for name in [each for each in sys.modules if each not in loaded_before and each.partition(".")[0] in own_names]:
    del sys.modules[name]
sys.path.insert(0, folder)
os.chdir(folder)
handler, problem = load(os.environ["_HANDLER"])
if problem is not None:
    ask("POST", runtime + "/init/error", to_json(problem).encode())
    sys.exit(1)

def handle_event_request(body, headers):
    try:
        value = handler(json.loads(body), LambdaContext(headers))
    except Exception as error:
        # The answer has the text that it has in AWS.
        remedy = remedy_for(error)
        if remedy:
            print("%s%s" % (error, remedy))
        return "error", to_json(error_of(error, request_id)).encode()
    if isinstance(value, bytes):
        return "response", value
    try:
        return "response", to_json(value).encode()
    except Exception as error:
        problem = "Unable to marshal response: %s" % error
        return "error", to_json(make_error(problem, "Runtime.MarshalError", None, request_id)).encode()

while True:
    headers, body = ask("GET", runtime + "/invocation/next")
    request_id = headers["lambda-runtime-aws-request-id"]
    os.environ["_X_AMZN_TRACE_ID"] = headers["lambda-runtime-trace-id"]
    kind, answer = handle_event_request(body, headers)
    sys.stdout.flush()
    ask("POST", runtime + "/invocation/" + request_id + "/" + kind, answer)
`;
