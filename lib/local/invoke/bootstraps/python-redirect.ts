import { awsDomainsPattern } from "../../../facts/aws/hosts";
import { awsEndpoints } from "../aws-hosts";

/**
 * Redirects requests for the hosts of the Node bootstrap to this machine, by the same rules: those of `urllib.request`, of
 * `urllib3`, which `requests` uses, and of botocore. Libraries that read the keys of user pools use one of the first two.
 *
 * All AWS requests of botocore are redirected, even unsigned ones: versions before 1.28 do not read `AWS_ENDPOINT_URL`. The
 * modules are patched when they are imported, so that other functions start as fast as before.
 */
export const pythonRedirect = `


local_hosts = json.loads(os.environ.get("SERVERFORM_LOCAL_HOSTS", "{}"))
aws_host = re.compile(r"[a-z0-9._-]+\\.${awsDomainsPattern}")

def host_of(scheme, name, port):
    name = (name or "").lower()
    return name if port in (None, {"http": 80, "https": 443}.get(scheme)) else "%s:%s" % (name, port)

def text_of(value):
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)

def authority_for(scheme, host, path, headers=(), unsigned=False):
    is_aws = aws_host.fullmatch(host) is not None
    if host in local_hosts:
        return local_hosts[host] if is_aws or scheme == "https" else None
    if not is_aws:
        return None
    part = host + "/" + (re.split("[/?]", path) + [""])[1]
    if part in local_hosts:
        return local_hosts[part]
    is_signed = re.search("[?&](X-Amz-Signature|AWSAccessKeyId)=", path, re.I) or any(
        text_of(name).lower() == "authorization" and text_of(value).startswith("AWS") for name, value in headers
    )
    return local_hosts.get("${awsEndpoints}") if unsigned or is_signed else None

def redirect_botocore(module):
    send = module.URLLib3Session.send
    def redirected(self, request):
        url = urllib.parse.urlsplit(request.url)
        path = url.path + ("?" + url.query if url.query else "")
        authority = authority_for(url.scheme, host_of(url.scheme, url.hostname, url.port), path, unsigned=True)
        if authority is not None:
            request.headers["Host"] = url.netloc
            request.url = urllib.parse.urlunsplit(url._replace(scheme="http", netloc=authority))
        return send(self, request)
    module.URLLib3Session.send = redirected

def redirect_urllib(module):
    send = module.OpenerDirector._open
    def redirected(self, request, data=None):
        if request.type not in ("http", "https"):
            return send(self, request, data)
        url = urllib.parse.urlsplit(request.full_url)
        host = host_of(url.scheme, url.hostname, url.port)
        authority = authority_for(url.scheme, host, request.selector, request.header_items())
        if authority is None:
            return send(self, request, data)
        # The request has its header Host already.
        connect = lambda host, timeout: http.client.HTTPConnection(authority, timeout=timeout)
        return module.HTTPHandler().do_open(connect, request)
    module.OpenerDirector._open = redirected

def redirect_urllib3(module):
    send = module.HTTPConnectionPool.urlopen
    pools = {}
    def redirected(self, method, url, body=None, headers=None, *more, **options):
        host = host_of(self.scheme, self.host, self.port)
        given = self.headers if headers is None else headers
        authority = authority_for(self.scheme, host, url, given.items())
        if authority is None:
            return send(self, method, url, body, headers, *more, **options)
        if authority not in pools:
            name, port = authority.split(":")
            pools[authority] = module.HTTPConnectionPool(name, int(port))
        sent = {name: value for name, value in given.items() if text_of(name).lower() != "host"}
        return send(pools[authority], method, url, body, dict(sent, Host=host), *more, **options)
    module.HTTPConnectionPool.urlopen = redirected

redirects = {
    "botocore.httpsession": redirect_botocore,
    "urllib.request": redirect_urllib,
    "urllib3.connectionpool": redirect_urllib3,
}

class RedirectFinder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name not in redirects:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module
            def exec_module(module):
                execute(module)
                redirects[name](module)
            spec.loader.exec_module = exec_module
        return spec

if local_hosts:
    sys.meta_path.insert(0, RedirectFinder())
    # A file of the installation may have imported them already.
    for name in [each for each in redirects if each in sys.modules]:
        redirects[name](sys.modules[name])
`;
