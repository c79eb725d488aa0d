#!/usr/bin/env python3
"""Holds the accounts and boards that test_trace writes to docs/trace.schema.json, and the schema to docs/trace.md.
Usage: trace_schema.py TEST_TRACE"""
import copy
import json
import os
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    sys.exit("trace_schema.py: needs the package python3-jsonschema (tools/setup test installs it)")


def fail(what):
    sys.exit(f"trace_schema.py: {what}")


def table(page, heading):
    """The words in code in the first column of the tables below a heading."""
    below = page.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\| `([^`]+)` \|", below, re.MULTILINE)


def validator(schema, name):
    part = {"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]}
    return jsonschema.Draft202012Validator(part)


def traced(program):
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "trace")
        subprocess.run([program], env={**os.environ, "GAVEL_TRACE": path}, check=True, stdout=subprocess.DEVNULL)
        with open(path, encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]


def must_fail(check, value, what):
    if check.is_valid(value):
        fail(f"the schema accepts {what}")


def broken(check, entry, required):
    """What the schema must refuse: a field that nobody knows, one of another type, and one that is missing."""
    must_fail(check, {**entry, "surplus": 1}, "a field that docs/trace.md doesn't name")
    for key in entry:
        wrong = copy.deepcopy(entry)
        wrong[key] = None
        must_fail(check, wrong, f"no value for {key}")
    for key in required:
        less = copy.deepcopy(entry)
        del less[key]
        must_fail(check, less, f"an entry without {key}")


def main():
    with open("docs/trace.schema.json", encoding="utf-8") as file:
        schema = json.load(file)
    with open("docs/trace.md", encoding="utf-8") as file:
        page = file.read()
    jsonschema.Draft202012Validator.check_schema(schema)
    for name, heading in (("remarkKind", "Remarks"), ("eventKind", "The kinds of event")):
        if table(page, heading) != schema["$defs"][name]["enum"]:
            fail(f"{name} isn't what docs/trace.md lists below \"{heading}\"")
    fields = set(table(page, "An account"))
    named = {word for cell in re.findall(r"^\| (`.*?`) \|", page, re.MULTILINE) for word in re.findall(r"`([^`]+)`", cell)}
    if not set(schema["$defs"]["entry"]["properties"]) <= named | fields:
        fail(f"docs/trace.md doesn't explain {set(schema['$defs']['entry']['properties']) - named}")
    checks = {name: validator(schema, name) for name in ("account", "board", "entry", "boardObject")}
    counts = {"account": 0, "board": 0}
    kinds, events, remarks, waits, questions = set(), set(), set(), 0, 0
    for line in traced(sys.argv[1]):
        (name, value), = line.items()
        counts[name] += 1
        error = jsonschema.exceptions.best_match(checks[name].iter_errors(value))
        if error:
            fail(f"{name} {counts[name]}: {error.json_path}: {error.message}")
        if name == "account":
            kinds.update(entry["kind"] for entry in value)
            events.update(entry["event"] for entry in value if entry["kind"] == "event")
            remarks.update(entry["remark"] for entry in value if entry["kind"] == "remark")
        else:
            waits += "waits" in value
            questions += "question" in value
        if counts[name] == 1 and name == "account":
            for entry in value[:20]:
                broken(checks["entry"], entry, ("kind", "line", "text"))
        if counts[name] == 1 and name == "board":
            for thing in value["objects"][:20]:
                broken(checks["boardObject"], thing, ("zone", "owner", "controller", "ref"))
    if not {"event", "choice", "remark", "expected", "passed over", "outcome", "not"} <= kinds:
        fail(f"only {sorted(kinds)} were seen")
    if len(events) < 25 or len(remarks) < 6 or not waits or not questions:
        fail(f"too little was seen: {len(events)} kinds of event, {len(remarks)} remarks, {waits} waits, {questions} questions")
    print(f"{counts['account']} accounts and {counts['board']} boards are as docs/trace.schema.json says "
          f"({len(events)} kinds of event, {len(remarks)} of remarks)")


main()
