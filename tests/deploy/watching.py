#!/usr/bin/env python3
"""The test deploy.watching: the dashboard and the alert rules of deploy/watching ask for what the daemon and
the workers tell, by its name, with labels and values that there are; each rule has a test that sees it fire,
and the pods are those of deploy/k8s. With promtool, each expression is one of PromQL, and the rules pass
their tests.

    watching.py PROGRAM SOURCE_DIRECTORY [PROMTOOL]
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

import yaml

program, source = sys.argv[1], pathlib.Path(sys.argv[2])
promtool = sys.argv[3] if len(sys.argv) > 3 else None
folder = source / "deploy/watching"


def must(holds, what):
    if not holds:
        sys.exit(f"watching.py: {what}")


def metrics_of_daemon():
    """What a daemon tells, as text."""
    with tempfile.TemporaryDirectory() as directory:
        socket = pathlib.Path(directory) / "socket"
        daemon = subprocess.Popen([program, "serve", "--listen", "", "--unix", socket, "--http", "127.0.0.1:0"],
                                  stderr=subprocess.PIPE, text=True)
        try:
            for line in daemon.stderr:
                if found := re.search(r"listening for http on=(\S+)", line):
                    with urllib.request.urlopen(f"http://{found[1]}/metrics", timeout=60) as answer:
                        return answer.read().decode()
        finally:
            daemon.terminate()
            daemon.communicate()
    sys.exit("watching.py: the daemon has no HTTP listener")


# Names, and of each label its values: {"puzzled_errors_total": {"code": {"busy", ...}}}.
known = {"up": {}}
for line in metrics_of_daemon().splitlines():
    if line and not line.startswith("#"):
        name, labels = re.match(r"(\w+)(?:\{(.*?)\})? ", line).groups()
        values = known.setdefault(name, {})
        for label, value in re.findall(r'(\w+)="([^"]*)"', labels or ""):
            values.setdefault(label, set()).add(value)
must("puzzled_ready" in known, "the daemon tells nothing")
# A worker would need a server: its table is read.
for name in re.findall(r'"(puzzled_work_\w+)"', (source / "daemon/redis/work_metrics.cpp").read_text()):
    known.setdefault(name, {})
# What every exporter tells of its process.
for name in ("process_start_time_seconds", "process_open_fds", "process_max_fds"):
    known.setdefault(name, {})
# Of the target itself, by Prometheus.
of_target = {"job", "instance", "le"}


def check(where, expression):
    """Metrics, and the labels in braces behind them."""
    names = re.findall(r"\b((?:puzzled|process)_\w+|up\b)", re.sub(r'"[^"]*"', '""', expression))
    must(names, f"{where}: no metric in {expression}")
    for name in names:
        must(name in known, f"{where}: nothing tells {name}")
    for name, braces in re.findall(r"\b(\w+)\{(.*?)\}", expression):
        for label, operator, value in re.findall(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"', braces):
            if label in of_target:
                continue
            must(label in known[name], f"{where}: {name} has no label {label}")
            for each in value.split("|"):
                must(each in known[name][label], f"{where}: {name} has no {label} {each}")


# The dashboard: each expression, with numbers of panels that differ and places that do not overlap.
dashboard = json.loads((folder / "dashboard.json").read_text())
variables = {each["name"] for each in dashboard["templating"]["list"]}
panels = dashboard["panels"]
must(len({panel["id"] for panel in panels}) == len(panels), "two panels have one number")
taken, expressions = {}, []
for panel in panels:
    place = panel["gridPos"]
    must(place["x"] + place["w"] <= 24, f"{panel['title']}: wider than the page")
    for x in range(place["x"], place["x"] + place["w"]):
        for y in range(place["y"], place["y"] + place["h"]):
            must((x, y) not in taken, f"{panel['title']} is on {taken.get((x, y))}")
            taken[x, y] = panel["title"]
    for target in panel.get("targets", []):
        must(target["datasource"]["uid"] == "${datasource}", f"{panel['title']}: another source")
        check(panel["title"], target["expr"])
        used = set(re.findall(r"\$(\w+)", target["expr"])) - {"__rate_interval"}
        must(used <= variables, f"{panel['title']}: no variable {used - variables}")
        expression = target["expr"].replace("$__rate_interval", "1m")
        expressions.append(re.sub(r"\$\w+", ".*", expression))
        for label in re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]):
            must(label in of_target or any(label in known[name] for name in known if name in expression),
                 f"{panel['title']}: no label {label}")
for variable in dashboard["templating"]["list"]:
    if variable["type"] == "query":
        check(variable["name"], variable["definition"])

# The rules, of which each has been seen to fire.
rules = [rule for group in yaml.safe_load((folder / "alerts.yaml").read_text())["groups"] for rule in group["rules"]]
tests = yaml.safe_load((folder / "tests.yaml").read_text())["tests"]
fires = {test["alertname"] for each in tests for test in each.get("alert_rule_test", []) if test.get("exp_alerts")}
for rule in rules:
    check(rule["alert"], rule["expr"])
    must(rule["labels"]["severity"] in ("critical", "warning", "info"), f"{rule['alert']} has no severity")
    must(rule["annotations"].keys() == {"summary", "description"}, f"{rule['alert']} says nothing")
    must(rule["alert"] in fires, f"no test sees {rule['alert']} fire")
for each in tests:
    for series in each["input_series"]:
        check(each["name"], series["series"])

# The pods: both kinds, at the port of that name. They, and the example, give the jobs the names in the rules.
jobs = set(re.findall(r'job="([^"]*)"', " ".join(rule["expr"] for rule in rules)))
monitor = yaml.safe_load((folder / "podmonitor.yaml").read_text())["spec"]
(wanted,) = monitor["selector"]["matchExpressions"]
(endpoint,) = monitor["podMetricsEndpoints"]
must(wanted["key"] == monitor["jobLabel"] and set(wanted["values"]) == jobs, f"the pods are not {jobs}")
pods = {}
for file in ("daemon.yaml", "workers.yaml"):
    for thing in yaml.safe_load_all((source / "deploy/k8s" / file).read_text()):
        if thing["kind"] == "Deployment":
            template = thing["spec"]["template"]
            ports = {port["name"] for each in template["spec"]["containers"] for port in each["ports"]}
            pods[template["metadata"]["labels"][wanted["key"]]] = ports
must(pods.keys() == jobs and all(endpoint["port"] in ports for ports in pods.values()), f"the pods are {pods}")
scraped = yaml.safe_load((folder / "prometheus.yaml").read_text())["scrape_configs"]
must({each["job_name"] for each in scraped} == jobs, "prometheus.yaml has other jobs")

if promtool:
    def run(*arguments):
        done = subprocess.run([promtool, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        must(done.returncode == 0, done.stdout)

    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory) / "expressions.yaml"
        file.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": [
            {"record": f"expression_{number}", "expr": text} for number, text in enumerate(expressions)]}]}))
        run("check", "rules", str(file))
    run("check", "config", str(folder / "prometheus.yaml"))
    run("test", "rules", str(folder / "tests.yaml"))
print(f"{len(expressions)} expressions of the dashboard, {len(rules)} rules" + (", all by promtool" if promtool else ""))
