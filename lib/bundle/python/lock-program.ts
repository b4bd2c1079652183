/**
 * Reads a lock file of a Python project, and prints its packages for a machine: `python -c <this> <request>`.
 *
 * It is in Python because pip contains the readers of TOML, versions and markers that the package managers also use.
 *
 * Sources: https://docs.astral.sh/uv/concepts/projects/layout/#the-lockfile,
 * https://python-poetry.org/docs/basic-usage/#installing-with-poetrylock, https://pipenv.pypa.io/en/latest/pipfile.html and
 * https://packaging.python.org/en/latest/specifications/pylock-toml/
 */
export const lockProgram = `
import json, os, re, sys, urllib.parse
from pip._vendor.packaging.markers import Marker, default_environment
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.specifiers import SpecifierSet

class Problem(Exception):
    pass

try:
    import tomllib
except ImportError:
    try:
        from pip._vendor import tomli as tomllib
    except ImportError:
        print(json.dumps({"problem": "this Python reads no TOML; install Python 3.11 or a newer pip"}))
        sys.exit()

request = json.loads(sys.argv[1])
environment = dict(default_environment(), **(request["environment"] or {}), extra="")
lock_file = request["lock"]
lock_folder = os.path.dirname(lock_file)
project = request["project"]

def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()

def read_toml(file):
    with open(file, "rb") as opened:
        return tomllib.load(opened)

def applies(marker):
    return not marker or Marker(marker).evaluate(environment)

def declared():
    file = os.path.join(project, "pyproject.toml")
    return read_toml(file) if os.path.exists(file) else {}

# One package: its name, version, where it comes from and its hashes.
def entry(name, version=None, url=None, folder=None, hashes=(), index=None):
    return {"name": canonical(name), "version": version, "url": url, "folder": folder, "hashes": sorted(set(hashes)), "index": index}

def git_url(url, commit, subdirectory=None):
    part = "#subdirectory=" + subdirectory if subdirectory else ""
    return "%s%s@%s%s" % ("" if url.startswith("git+") else "git+", url, commit, part)

def in_lock_folder(path):
    return os.path.normpath(os.path.join(lock_folder, path))

def file_url(path):
    return "file://" + urllib.parse.quote(in_lock_folder(path))

# A lock whose project has changed names other packages than the project.
def check_declared(wanted, known, command):
    for requirement in wanted:
        if not applies(str(requirement.marker or "")):
            continue
        versions = known.get(canonical(requirement.name), [])
        fits = requirement.url or any(
            version is None or requirement.specifier.contains(version, prereleases=True) for version in versions
        )
        if not versions or not fits:
            found = " or ".join(version or "?" for version in versions) or "nothing"
            raise Problem("pyproject.toml requires %s, and the lock has %s of it. Run %s" % (requirement, found, command))

def versions_of(packages):
    known = {}
    for package in packages:
        known.setdefault(canonical(package["name"]), []).append(package.get("version"))
    return known

def read_uv():
    lock = read_toml(lock_file)
    packages = lock.get("package", [])
    by_name = {}
    for package in packages:
        by_name.setdefault(package["name"], []).append(package)
    def place_of(package):
        source = package.get("source", {})
        path = source.get("editable", source.get("virtual", source.get("directory")))
        return None if path is None else in_lock_folder(path)
    root = next((each for each in packages if place_of(each) == os.path.normpath(project)), None)
    if root is None:
        raise Problem("it has no project in this folder. Run uv lock")
    check_declared([Requirement(text) for text in declared().get("project", {}).get("dependencies", [])], versions_of(packages), "uv lock")
    def find(wanted):
        found = [
            each for each in by_name.get(wanted["name"], [])
            if wanted.get("version") in (None, each.get("version")) and wanted.get("source") in (None, each.get("source"))
        ]
        if len(found) > 1:
            found = [each for each in found if any(applies(marker) for marker in each.get("resolution-markers", []))]
        if len(found) != 1:
            raise Problem("it has %d packages %s for this runtime. Run uv lock" % (len(found), wanted["name"]))
        return found[0]
    chosen, seen, waiting = [], set(), [(root, ())]
    while waiting:
        package, extras = waiting.pop()
        for extra in ("",) + tuple(extras):
            key = (package["name"], package.get("version"), extra)
            if key in seen:
                continue
            seen.add(key)
            if extra == "" and package is not root:
                chosen.append(uv_entry(package))
            dependencies = package.get("optional-dependencies", {}).get(extra, []) if extra else package.get("dependencies", [])
            waiting += [(find(each), each.get("extra", [])) for each in dependencies if applies(each.get("marker"))]
    return [each for each in chosen if each is not None]

def uv_entry(package):
    name, version, source = package["name"], package.get("version"), package["source"]
    files = package.get("wheels", []) + ([package["sdist"]] if "sdist" in package else [])
    hashes = [each["hash"] for each in files if "hash" in each]
    if "registry" in source:
        return entry(name, version, hashes=hashes, index=source["registry"])
    if "git" in source:
        parts = urllib.parse.urlsplit(source["git"])
        query = dict(urllib.parse.parse_qsl(parts.query))
        url = urllib.parse.urlunsplit(parts._replace(query="", fragment=""))
        return entry(name, version, url=git_url(url, parts.fragment, query.get("subdirectory")))
    if "url" in source:
        return entry(name, version, url=source["url"], hashes=hashes)
    if "path" in source:
        return entry(name, version, url=file_url(source["path"]), hashes=hashes)
    if "virtual" in source:
        return None
    return entry(name, version, folder=in_lock_folder(source.get("editable", source.get("directory"))))

# Poetry's own form of versions, for the choice between versions of one package.
def poetry_allows(constraint, version):
    return any(all(part_allows(part, version) for part in re.split(r"(?<![<>=!~^,\\s])[,\\s]+(?=[<>=!~^*\\d])", each.strip().strip("()")) if part) for each in re.split(r"\\|\\|?", constraint))

def part_allows(part, version):
    part = re.sub(r"\\s+", "", part)
    if part == "*":
        return True
    if part[0] in "^~" and not part.startswith("~="):
        numbers = [int(each) for each in re.findall(r"\\d+", part)]
        place = next((i for i, each in enumerate(numbers) if each > 0), len(numbers) - 1) if part[0] == "^" else min(1, len(numbers) - 1)
        upper = numbers[:place] + [numbers[place] + 1]
        spec = ">=%s,<%s" % (part[1:], ".".join(str(each) for each in upper))
    else:
        spec = part if part[0] in "<>=!~" else "==" + part
    return SpecifierSet(spec).contains(version, prereleases=True)

def poetry_dependencies(table):
    for name, given in table.items():
        for each in given if isinstance(given, list) else [given]:
            yield name, ({"version": each} if isinstance(each, str) else each)

def read_poetry():
    lock = read_toml(lock_file)
    packages = lock.get("package", [])
    files = lock.get("metadata", {}).get("files", {})
    by_name = {}
    for package in packages:
        by_name.setdefault(canonical(package["name"]), []).append(package)
    pyproject = declared()
    wanted = [Requirement(text) for text in pyproject.get("project", {}).get("dependencies", [])]
    check_declared(wanted, versions_of(packages), "poetry lock")
    own = pyproject.get("tool", {}).get("poetry", {}).get("dependencies", {})
    for name, each in poetry_dependencies(own):
        if canonical(name) == "python" or each.get("optional"):
            continue
        versions = [package["version"] for package in by_name.get(canonical(name), [])]
        fits = any(poetry_allows(each.get("version", "*"), version) for version in versions)
        if not versions or not fits:
            found = " or ".join(versions) or "nothing"
            raise Problem("pyproject.toml requires %s %s, and the lock has %s of it. Run poetry lock" % (name, each.get("version", ""), found))
    def find(name, constraint):
        found = by_name.get(canonical(name), [])
        if len(found) > 1:
            found = [each for each in found if poetry_marker_applies(each) and poetry_allows(constraint or "*", each["version"])]
        if len(found) > 1:
            found = [each for each in found if python_applies(each.get("python-versions"))]
        if len(found) != 1:
            raise Problem("it has %d packages %s for this runtime. Run poetry lock" % (len(found), name))
        return found[0]
    def python_applies(versions):
        return not versions or poetry_allows(versions, environment["python_full_version"])
    waiting = [(find(each.name, None), each.extras) for each in wanted if applies(str(each.marker or ""))]
    waiting += [
        (find(name, each.get("version")), each.get("extras", []))
        for name, each in poetry_dependencies(own)
        if canonical(name) != "python" and not each.get("optional") and applies(each.get("markers")) and python_applies(each.get("python"))
    ]
    chosen, seen = [], set()
    while waiting:
        package, extras = waiting.pop()
        for extra in ("",) + tuple(extras):
            key = (package["name"], package["version"], extra)
            if key in seen:
                continue
            seen.add(key)
            if extra == "":
                chosen.append(poetry_entry(package, files))
            extra_names = {canonical(re.split(r"[\\s(<>=!~;\\[]", each)[0]) for each in package.get("extras", {}).get(extra, [])}
            for name, each in poetry_dependencies(package.get("dependencies", {})):
                if extra == "" and each.get("optional") or extra and canonical(name) not in extra_names:
                    continue
                marker = re.sub(r"\\s*(and\\s+)?\\(?extra == ['\\"][^'\\"]*['\\"](\\s+or\\s+extra == ['\\"][^'\\"]*['\\"])*\\)?", "", each.get("markers", ""))
                if applies(marker.strip()) and python_applies(each.get("python")):
                    waiting.append((find(name, each.get("version")), each.get("extras", [])))
    return chosen

def poetry_marker_applies(package):
    markers = package.get("markers", "")
    return applies(markers.get("main", "") if isinstance(markers, dict) else markers)

def poetry_entry(package, files):
    name, version, source = package["name"], package["version"], package.get("source", {})
    listed = package.get("files") or files.get(name, [])
    hashes = [each["hash"] for each in listed]
    kind, url = source.get("type"), source.get("url", "")
    if kind == "git":
        return entry(name, version, url=git_url(url, source["resolved_reference"], source.get("subdirectory")))
    if kind == "url":
        return entry(name, version, url=url, hashes=hashes)
    if kind == "file":
        return entry(name, version, url=file_url(url), hashes=hashes)
    if kind == "directory":
        return entry(name, version, folder=in_lock_folder(url))
    index = url if kind == "legacy" else None
    if index is not None:
        variable = "POETRY_HTTP_BASIC_" + re.sub(r"[^A-Z0-9]", "_", source.get("reference", "").upper())
        user, password = os.environ.get(variable + "_USERNAME"), os.environ.get(variable + "_PASSWORD", "")
        if user is not None:
            credentials = urllib.parse.quote(user, safe="") + ":" + urllib.parse.quote(password, safe="")
            index = re.sub("^(https?://)", lambda scheme: scheme[1] + credentials + "@", index)
    return entry(name, version, hashes=hashes, index=index)

def read_pipenv():
    with open(lock_file, encoding="utf8") as opened:
        lock = json.load(opened)
    sources = {each.get("name"): each["url"] for each in lock.get("_meta", {}).get("sources", [])}
    packages = lock.get("default", {})
    pipfile = os.path.join(project, "Pipfile")
    wanted = read_toml(pipfile).get("packages", {}) if os.path.exists(pipfile) else {}
    known = {canonical(name): each for name, each in packages.items()}
    for name, given in wanted.items():
        spec = given if isinstance(given, str) else given.get("version", "*")
        found = known.get(canonical(name))
        version = "" if found is None else found.get("version", "")[2:]
        if found is None or (spec != "*" and version and not SpecifierSet(spec if spec[0] in "<>=!~" else "==" + spec).contains(version, prereleases=True)):
            raise Problem("Pipfile requires %s %s, and the lock has %s of it. Run pipenv lock" % (name, spec, version or "nothing"))
    chosen = []
    for name, each in packages.items():
        if not applies(each.get("markers")):
            continue
        url = each.get("git") and git_url(each["git"], each.get("ref", "HEAD"), each.get("subdirectory"))
        path, file = each.get("path"), each.get("file")
        if path is not None:
            chosen.append(entry(name, folder=in_lock_folder(path)))
        elif file is not None:
            chosen.append(entry(name, url=file if "://" in file else file_url(file), hashes=each.get("hashes", [])))
        elif url:
            chosen.append(entry(name, url=url))
        else:
            chosen.append(entry(name, each["version"][2:], hashes=each.get("hashes", []), index=sources.get(each.get("index"))))
    return chosen

def read_pylock():
    lock = read_toml(lock_file)
    chosen = []
    for package in lock.get("packages", []):
        if not applies(package.get("marker")):
            continue
        name, version = package["name"], package.get("version")
        vcs, folder, archive = package.get("vcs"), package.get("directory"), package.get("archive")
        if vcs is not None:
            chosen.append(entry(name, version, url=git_url(vcs["url"], vcs["commit-id"], vcs.get("subdirectory"))))
        elif folder is not None:
            path = in_lock_folder(folder["path"])
            if path != os.path.normpath(project):
                chosen.append(entry(name, version, folder=path))
        else:
            files = package.get("wheels", []) + [each for each in (package.get("sdist"), archive) if each]
            hashes = ["%s:%s" % (kind, value) for each in files for kind, value in each["hashes"].items()]
            url = archive and (archive.get("url") or file_url(archive["path"]))
            chosen.append(entry(name, version, url=url, hashes=hashes, index=package.get("index")))
    return chosen

readers = {"uv.lock": read_uv, "poetry.lock": read_poetry, "Pipfile.lock": read_pipenv, "pylock.toml": read_pylock}
try:
    answer = {"packages": sorted(readers[os.path.basename(lock_file)](), key=lambda each: each["name"])}
except Problem as error:
    answer = {"problem": str(error)}
except (KeyError, TypeError, AttributeError, ValueError) as error:
    answer = {"problem": "it cannot be read: %s: %s" % (type(error).__name__, error)}
print(json.dumps(answer))
`;

/**
 * Runs pip for another machine: `python -c <this> <environment> install ...`.
 *
 * With `--platform`, pip chooses files for that platform, but evaluates markers such as `sys_platform == "linux"` for the
 * machine on which it runs: https://github.com/pypa/pip/issues/11664
 */
export const pipProgram = `
import json, sys
environment = json.loads(sys.argv.pop(1))
sys.argv[0] = "pip"
if environment:
    from pip._vendor.packaging import markers
    own = markers.default_environment
    markers.default_environment = lambda: dict(own(), **environment)
from pip._internal.cli.main import main
sys.exit(main())
`;
