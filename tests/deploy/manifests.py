#!/usr/bin/env python3
"""The test deploy.manifests: what can be said of deploy/k8s without a cluster. The files parse, what
belongs together agrees, and the program accepts the configuration of the daemon's pods.

    manifests.py PROGRAM SOURCE_DIRECTORY
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

program = sys.argv[1]
source = pathlib.Path(sys.argv[2])
folder = source / "deploy/k8s"


def must(holds, what):
    if not holds:
        sys.exit(f"manifests.py: {what}")


objects = {}
for file in sorted(folder.glob("*.yaml")):
    for thing in yaml.safe_load_all(file.read_text()):
        name = (thing["kind"], thing["metadata"]["name"])
        must("apiVersion" in thing and name not in objects, f"{file.name}: {name}")
        objects[name] = thing

deployment = objects["Deployment", "puzzled"]["spec"]
pod = deployment["template"]["spec"]
labels = deployment["template"]["metadata"]["labels"]
(container,) = pod["containers"]
ports = {port["name"]: port["containerPort"] for port in container["ports"]}

# Who selects the pods selects these.
for what, selector in {
    "Deployment": deployment["selector"]["matchLabels"],
    "Service": objects["Service", "puzzled"]["spec"]["selector"],
    "PodDisruptionBudget": objects["PodDisruptionBudget", "puzzled"]["spec"]["selector"]["matchLabels"],
    "NetworkPolicy": objects["NetworkPolicy", "puzzled"]["spec"]["podSelector"]["matchLabels"],
}.items():
    must(selector.items() <= labels.items(), f"{what} selects {selector}, the pods have {labels}")
budget = objects["PodDisruptionBudget", "puzzled"]["spec"]["minAvailable"]
must(budget < deployment["replicas"], "the disruption budget lets no pod go")

# The file is where the command reads it, and the program accepts it.
(volume,) = pod["volumes"]
(mount,) = container["volumeMounts"]
must(mount["name"] == volume["name"], f"there is no volume {mount['name']}")
file = pathlib.Path(container["args"][container["args"].index("--config") + 1])
must(str(file.parent) == mount["mountPath"], f"{file} is not in {mount['mountPath']}")
text = objects["ConfigMap", volume["configMap"]["name"]]["data"][file.name]
with tempfile.NamedTemporaryFile("w", suffix=".toml") as copy:
    copy.write(text)
    copy.flush()
    command = [program, "serve", "--config", copy.name, "--check-config"]
    settings = subprocess.run(command, check=True, capture_output=True, text=True).stdout


def setting(name):
    return re.search(rf'^{name} = "?([^"\s]*)"?', settings, re.MULTILINE).group(1)


# Probes and service ask where it listens: on the pod's addresses, not on loopback.
must(setting("listen") == f"0.0.0.0:{ports['puzzles']}", "listen is not the port of the puzzles")
must(setting("http") == f"0.0.0.0:{ports['http']}", "http is not the port of the probes")
for probe, path in {"readinessProbe": "/readyz", "livenessProbe": "/healthz"}.items():
    asked = container[probe]["httpGet"]
    must(asked["path"] == path and asked["port"] in ports, f"{probe}: {asked}")
service_ports = objects["Service", "puzzled"]["spec"]["ports"]
must({port["targetPort"] for port in service_ports} == {"puzzles", "http"}, "the service leads elsewhere")
must(all(port["port"] == ports[port["targetPort"]] for port in service_ports), "the service has other ports")
for rule in objects["NetworkPolicy", "puzzled"]["spec"]["ingress"]:
    must(all(port["port"] in ports for port in rule["ports"]), f"no such port: {rule['ports']}")

# There is time to shut down, as the unit of systemd has it, too.
sleep = int(container["lifecycle"]["preStop"]["exec"]["command"][1])
seconds = int(re.fullmatch(r"(\d+)s", setting("shutdown-timeout")).group(1))
must(pod["terminationGracePeriodSeconds"] >= sleep + seconds + 3, "the pods are killed too early")

# K is the same in both places, and 8 for each pod that runs at the same time.
job = objects["Job", "queens-17"]["spec"]
(counting,) = job["template"]["spec"]["containers"]
(parts,) = (int(each["value"]) for each in counting["env"] if each["name"] == "K")
must(parts == job["completions"] == 8 * job["parallelism"], f"K is {parts}, with {job['completions']} completions")

solving = objects["Job", "solve"]["spec"]
(pod_of_part,) = solving["template"]["spec"]["containers"]
(parts,) = (int(each["value"]) for each in pod_of_part["env"] if each["name"] == "K")
must(parts == solving["completions"], f"K is {parts}, with {solving['completions']} completions")
claims = {volume["persistentVolumeClaim"]["claimName"] for volume in solving["template"]["spec"]["volumes"]}
for claim in claims:
    must(("PersistentVolumeClaim", claim) in objects, f"there is no claim {claim}")

# Each pod is one that namespaces of the level `restricted` take (Kubernetes, Pod Security Standards), has
# bounds, and runs the image of this version.
version = re.search(r'image\.version="([^"]*)"', (source / "deploy/container/Containerfile").read_text())
for (kind, name), thing in objects.items():
    if kind in ("Deployment", "Job"):
        spec = thing["spec"]["template"]["spec"]
        of_pod = spec["securityContext"]
        must(of_pod["runAsNonRoot"] and of_pod["runAsUser"] > 0, f"{name} may run as root")
        must(of_pod["seccompProfile"]["type"] == "RuntimeDefault", f"{name} may make any call of the system")
        must(not any(spec.get(host) for host in ("hostNetwork", "hostPID", "hostIPC")), f"{name} is on the host")
        for volume in spec.get("volumes", []):
            must(volume.keys() & {"configMap", "persistentVolumeClaim", "secret", "emptyDir"}, f"{name}: {volume}")
        for each in spec["containers"]:
            of_container = each["securityContext"]
            must(of_container["allowPrivilegeEscalation"] is False, f"{name} may get privileges")
            must(of_container["capabilities"] == {"drop": ["ALL"]}, f"{name} has capabilities")
            must(all(each["resources"][bound].keys() >= {"cpu", "memory"} for bound in ("requests", "limits")),
                 f"{name} has no bounds")
            must(each["image"] == f"puzzled:{version.group(1)}", each["image"])
            must(each["imagePullPolicy"] == "IfNotPresent", f"{name} wants a registry")
    if kind == "Job":
        must(thing["spec"]["ttlSecondsAfterFinished"] > 0, f"{name} stays for ever")
        if thing["spec"]["backoffLimit"] > 0:
            (container,) = thing["spec"]["template"]["spec"]["containers"]
            rules = thing["spec"]["podFailurePolicy"]["rules"]
            must(rules[0]["action"] == "FailJob" and rules[0]["onExitCodes"]["values"] == [2], f"{name} tries in vain")
            must(rules[0]["onExitCodes"]["containerName"] == container["name"], f"{name}: another container")
            # Kubernetes takes the policy with no other.
            must(thing["spec"]["template"]["spec"]["restartPolicy"] == "Never", f"{name} restarts in its pod")
