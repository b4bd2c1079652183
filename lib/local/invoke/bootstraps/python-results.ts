/**
 * Writes results and errors like Lambda's runtime for Python: numbers of tables (`Decimal`) as numbers, named tuples as objects
 * and bytes as text. Other values cause an error of the function, with the same type and text.
 *
 * Sources: `lambda_runtime_marshaller.py` and `bootstrap.py` of https://pypi.org/project/awslambdaric, which write with
 * https://pypi.org/project/simplejson. Its defaults differ from those of the module `json`.
 */
export const pythonResults = `
# Later runtimes do not escape letters beyond ASCII.
text_json = json.encoder.encode_basestring_ascii
if tuple(int(part) for part in re.findall("[0-9]+", os.environ["AWS_EXECUTION_ENV"])[:2]) >= (3, 12):
    text_json = json.encoder.encode_basestring

def float_json(value):
    if value != value:
        return "NaN"
    if value in (math.inf, -math.inf):
        return "Infinity" if value > 0 else "-Infinity"
    return float.__repr__(value)

def fields_of(value):
    method = getattr(value, "_asdict", None)
    if not callable(method):
        return None
    try:
        fields = method()
    except TypeError:
        return None
    if not isinstance(fields, dict):
        raise TypeError("_asdict() must return a dict, not %s" % type(fields).__name__)
    return fields

def key_text(key):
    if isinstance(key, str):
        return key
    if isinstance(key, bytes):
        return key.decode("utf-8")
    if isinstance(key, float):
        return float_json(key)
    if key is True or key is False or key is None:
        return {True: "true", False: "false", None: "null"}[key]
    if isinstance(key, int):
        return str(int(key))
    raise TypeError("keys must be str, int, float, bool or None, not %s" % type(key).__name__)

def write_json(value, write, parents):
    if isinstance(value, str):
        return write(text_json(value))
    if isinstance(value, bytes):
        return write(text_json(value.decode("utf-8")))
    if value is None or value is True or value is False:
        return write("null" if value is None else "true" if value else "false")
    if isinstance(value, int):
        return write(str(int(value)))
    if isinstance(value, float):
        return write(float_json(value))
    if id(value) in parents:
        raise ValueError("Circular reference detected")
    fields = fields_of(value)
    if fields is None and not isinstance(value, (list, tuple, dict)):
        # Only a decimal number that was imported can be a result.
        decimal = sys.modules.get("decimal")
        if decimal is not None and isinstance(value, decimal.Decimal):
            return write("NaN" if value.is_nan() else str(value))
        raise TypeError("Object of type %s is not JSON serializable" % type(value).__name__)
    parents.add(id(value))
    if fields is None and not isinstance(value, dict):
        write("[")
        for index, each in enumerate(value):
            if index > 0:
                write(", ")
            write_json(each, write, parents)
        write("]")
    else:
        write("{")
        for index, (key, each) in enumerate((value if fields is None else fields).items()):
            if index > 0:
                write(", ")
            write(text_json(key_text(key)))
            write(": ")
            write_json(each, write, parents)
        write("}")
    parents.discard(id(value))

def to_json(value):
    parts = []
    write_json(value, parts.append, set())
    return "".join(parts)

def make_error(message, kind, trace, request_id=""):
    return {"errorMessage": message or "", "errorType": kind or "", "requestId": request_id, "stackTrace": trace or []}

def error_of(error, request_id=""):
    frames = traceback.extract_tb(error.__traceback__)
    own = [index for index, frame in enumerate(frames) if frame.filename != bootstrap_file]
    # The call itself failed, for example because the handler takes one argument.
    call = '  File "/var/runtime/bootstrap.py", line %d, in handle_event_request\\n    response = request_handler(event, lambda_context)\\n'
    trace = traceback.format_list(frames[own[0]:]) if own else [call % frames[-1].lineno]
    return make_error(str(error), type(error).__name__, trace, request_id)
`;
