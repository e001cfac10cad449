"""Takes the examples of a document: writes train.slurm, and pods.sh, which does on one machine what
Kubernetes does with train.json: each pod gets its variables and its number. Before that the manifest
has to be as the schema says, and its parts have to fit each other.

Usage: examples.py DOCUMENT SCHEMA
"""
import json
import re
import shlex
import sys
from pathlib import Path

KINDS = {"object": dict, "array": list, "string": str, "integer": int}


def check(value, schema, where):
    """Of JSON schema: type, const, pattern, minimum, required, properties (no others), items, anyOf."""
    if "anyOf" in schema:
        return check(value, next(each for each in schema["anyOf"]
                                 if each["properties"]["kind"]["const"] == value.get("kind")), where)
    if "const" in schema and value != schema["const"]:
        sys.exit(f"{where} is {value!r}, not {schema['const']!r}")
    if "type" in schema and type(value) is not KINDS[schema["type"]]:
        sys.exit(f"{where} is no {schema['type']}: {value!r}")
    if "pattern" in schema and not re.fullmatch(schema["pattern"], value):
        sys.exit(f"{where} does not match {schema['pattern']}: {value!r}")
    if "minimum" in schema and value < schema["minimum"]:
        sys.exit(f"{where} is less than {schema['minimum']}: {value}")
    for key in schema.get("required", []):
        if key not in value:
            sys.exit(f"{where} has no {key}")
    for key in value if "properties" in schema else []:
        if key not in schema["properties"]:
            sys.exit(f"{where} has a {key}, which is not known")
        check(value[key], schema["properties"][key], f"{where}.{key}")
    for number, item in enumerate(value if "items" in schema else []):
        check(item, schema["items"], f"{where}[{number}]")


def expect(fits, what):
    if not fits:
        sys.exit(what)


text = Path(sys.argv[1]).read_text()
files = dict(re.findall(r"<!-- write: (\S+) -->\n```\w+\n(.*?)^```$", text, re.M | re.S))
Path("train.slurm").write_text(files["train.slurm"])
manifest = json.loads(files["train.json"])
check(manifest, json.loads(Path(sys.argv[2]).read_text()), "train.json")
service, job = manifest["items"]
spec = job["spec"]["template"]["spec"]
container = spec["containers"][0]
given = {each["name"]: each.get("value", "of the secret") for each in container["env"]}
host, port = given["SHARDC_COORDINATOR"].split(":")
expect(service["spec"]["selector"] == {"job-name": job["metadata"]["name"]}, "the service is of other pods")
expect(service["metadata"]["name"] == spec["subdomain"], "the service is none of the pods' domain")
expect(host == f"{job['metadata']['name']}-0.{spec['subdomain']}", "the coordinator is not the first pod")
expect(given["SHARDC_BIND"].split(":")[1] == port, "it listens at another port")
expect(int(given["SHARDC_WORLD"]) == job["spec"]["completions"] == job["spec"]["parallelism"],
       "there is another number of pods than processes")
lines = ["pids=()"]
given["SHARDC_COORDINATOR"] = f"localhost:{port}"
for pod in range(job["spec"]["completions"]):
    variables = {**given, "JOB_COMPLETION_INDEX": pod}
    words = ["env"] + [f"{name}={value}" for name, value in variables.items()] + container["command"]
    lines.append(" ".join(shlex.quote(word) for word in words) + " & pids+=($!)")
lines.append('code=0; for pid in "${pids[@]}"; do wait "$pid" || code=$?; done; exit $code')
Path("pods.sh").write_text("\n".join(lines) + "\n")
