"""JupyterHub for the workbook. Everything that a site decides is in settings.json; `./workbook hub` checks that and
starts JupyterHub with this file, in the hub's own folder (0700, root's), where the checked settings are hub.json."""

import json
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from passwords import PasswordAuthenticator  # noqa: E402
from server_jobs import ServerJob, node_names  # noqa: E402

c = get_config()  # noqa: F821

hub = json.loads(Path("hub.json").read_text())
settings, python = hub["settings"], sys.executable
own = Path.cwd()

# The proxy alone can be reached from outside. Its interface for the hub is on loopback, with a token that is new at each
# start; between proxy, hub and servers both ends show certificates.
c.JupyterHub.bind_url = f"https://{settings['address']}:{settings['port']}"
c.JupyterHub.ssl_cert = settings["tls"]["certificate"]
c.JupyterHub.ssl_key = settings["tls"]["key"]
# With names of their own, pages of two users are two origins for browsers, and neither is the hub's.
if settings["subdomainHost"]:
    c.JupyterHub.subdomain_host = f"https://{settings['subdomainHost']}:{settings['port']}"
c.JupyterHub.hub_ip = settings["clusterAddress"]
c.JupyterHub.hub_port = hub["hubPort"]
c.JupyterHub.internal_ssl = True
# The certificates name the address: another one needs others.
c.JupyterHub.internal_certs_location = str(own / f"internal-{settings['clusterAddress']}")
c.JupyterHub.trusted_alt_names = [f"IP:{settings['clusterAddress']}"]
c.ConfigurableHTTPProxy.command = ["setpriv", "--pdeathsig=TERM", *hub["proxyCommand"]]
c.ConfigurableHTTPProxy.api_url = f"https://127.0.0.1:{hub['proxyPort']}"
c.ConfigurableHTTPProxy.pid_file = str(own / "proxy.pid")
c.JupyterHub.db_url = f"sqlite:///{own}/hub.sqlite"
c.JupyterHub.cookie_secret_file = str(own / "cookie-secret")
c.JupyterHub.cleanup_servers = hub["endServers"]

# Who may log in, with the password of the Unix account.
c.JupyterHub.authenticator_class = PasswordAuthenticator
c.PAMAuthenticator.service = settings["pamService"]
c.PAMAuthenticator.open_sessions = False
# To its end: the name stands in commands that the hub runs as root (server_jobs.py).
c.Authenticator.username_pattern = r"[a-z_][a-z0-9_.-]{0,31}\Z"
c.Authenticator.blocked_users = {"root"}
students = settings["students"]
if students["accounts"] or students["groups"]:
    c.Authenticator.allowed_users = {*students["accounts"], *settings["instructors"]}
    c.PAMAuthenticator.allowed_groups = set(students["groups"])
else:
    c.Authenticator.allow_all = True

# A server is a Slurm job of its user.
servers = settings["servers"]
c.JupyterHub.spawner_class = ServerJob
c.ServerJob.instructors = settings["instructors"]
c.ServerJob.job_options = hub["jobOptions"]
c.ServerJob.server_program = hub["serverCommand"]
c.ServerJob.server_settings = hub["serverSettings"]
c.ServerJob.ssl_alt_names = node_names
c.ServerJob.batchspawner_singleuser_cmd = ""  # it is part of the program's answer
c.Spawner.environment = servers["environment"]
c.Spawner.default_url = servers["page"]
c.Spawner.start_timeout = servers["startSeconds"]
c.Spawner.http_timeout = 240
c.Spawner.poll_interval = 10

# Idle servers end. They also end themselves (see lib/hub/server-command.ts), should the hub be gone.
culler = f"{python} -m jupyterhub_idle_culler --timeout={math.ceil(60 * settings['idleMinutes'])} --ssl-enabled=True"
c.JupyterHub.load_roles = [
    {
        "name": "idle-culler",
        "services": ["idle-culler"],
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
    }
]
c.JupyterHub.services = [
    {
        "name": "idle-culler",
        "command": [
            *["setpriv", "--pdeathsig=TERM"],
            *culler.split(),
            f"--internal-certs-location={c.JupyterHub.internal_certs_location}",
        ],
    }
]
