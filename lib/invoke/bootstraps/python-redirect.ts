/**
 * Leads the requests of boto3 to the local services, also of versions that do not read `AWS_ENDPOINT_URL` (before 1.28): the
 * part of botocore that sends is changed as it is imported.
 *
 * The variable holds the hosts of the Node bootstrap; here only the endpoints of AWS count.
 */
export const pythonRedirect = `
import importlib.abc, importlib.machinery, re, urllib.parse

class RedirectFinder(importlib.abc.MetaPathFinder):
    def __init__(self, authority):
        self.authority = authority
    def find_spec(self, name, path, target=None):
        if name != "botocore.httpsession":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module
            def exec_module(module):
                execute(module)
                redirect(module, self.authority)
            spec.loader.exec_module = exec_module
        return spec

def redirect(module, authority):
    send = module.URLLib3Session.send
    def redirected(self, request):
        url = urllib.parse.urlsplit(request.url)
        if re.search(r"\\.(amazonaws\\.com(\\.cn)?|api\\.aws|amazonaws\\.eu)$", url.hostname or ""):
            request.headers["Host"] = url.netloc
            request.url = urllib.parse.urlunsplit(url._replace(scheme="http", netloc=authority))
        return send(self, request)
    module.URLLib3Session.send = redirected

local_services = json.loads(os.environ.get("SERVERFORM_LOCAL_HOSTS", "{}")).get("*.amazonaws.com")
if local_services is not None:
    sys.meta_path.insert(0, RedirectFinder(local_services))
`;
