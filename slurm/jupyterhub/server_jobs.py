"""Notebook servers as Slurm jobs of their users: what the hub changes in batchspawner.

- A server may tell the hub its port, and nothing else. (batchspawner 1.3 lets it set any attribute of the hub's spawner,
  also the command that the hub runs next, as root.)
- What a user sends with the wish for a server has no part in the job.
- Commands run as the user get an environment of their own, not the hub's.
- The server's token and key travel in the job's environment, never in arguments, scripts or files that others can read.
"""

import asyncio
import base64
import json
import os
import shlex
import shutil
from pathlib import Path

import batchspawner
from batchspawner.api import BatchSpawnerAPIHandler
from jupyterhub.apihandlers import default_handlers
from tornado import web
from traitlets import Dict, List, Unicode


class PortHandler(BatchSpawnerAPIHandler):
    """Takes the port that a server has chosen."""

    @web.authenticated
    def post(self):
        token = self.get_auth_token()
        spawners = self.current_user.spawners.values() if hasattr(self.current_user, "spawners") else []
        spawner = next((each for each in spawners if token and each.api_token == token), None)
        data = self.get_json_body()
        port = data.get("port") if isinstance(data, dict) else None
        if spawner is None or type(port) is not int or not 1024 <= port < 65536:
            raise web.HTTPError(400, "A server that starts tells its port, from 1024 to 65535.")
        spawner.port = port
        self.set_status(201)
        self.finish("{}")


default_handlers[:] = [each for each in default_handlers if each[1] is not BatchSpawnerAPIHandler]
default_handlers.append((r"/api/batchspawner", PortHandler))

# By its path: what runs as a user has no search path of the hub's.
RUNUSER = shutil.which("runuser", path="/usr/sbin:/sbin:/usr/bin:/bin") or "runuser"

# The names of the certificates' files, and of the variables that JupyterHub's server finds them by.
certificates = {
    "keyfile": "JUPYTERHUB_SSL_KEYFILE",
    "certfile": "JUPYTERHUB_SSL_CERTFILE",
    "cafile": "JUPYTERHUB_SSL_CLIENT_CA",
}


class ServerJob(batchspawner.SlurmSpawner):
    """A notebook server as a Slurm job, submitted by the hub in the name of the user."""

    instructors = List(Unicode(), help="Whose server shows the instructor's tools").tag(config=True)
    job_options = List(Unicode(), help="Options of sbatch").tag(config=True)
    server_program = List(Unicode(), help="Prints the server's command; its words end with 0 bytes").tag(config=True)
    server_settings = Dict(help="What that program is told as JSON in WORKBOOK_HUB_SERVER").tag(config=True)

    # Of util-linux, where sudo would be one more package, with rules of its own. In a session of its own, what runs as the user
    # has no terminal of root's to type into; in the folder "/", it reaches nothing below the hub's closed folder.
    exec_prefix = Unicode(f"setsid --wait env --chdir=/ {RUNUSER} -u {{username}} --").tag(config=True)
    batch_submit_cmd = Unicode("sbatch --parsable").tag(config=True)

    async def submit_batch_script(self):
        self.user_options = {}
        return await super().submit_batch_script()

    async def _get_batch_script(self, **subvars):
        home = subvars["homedir"]
        options = [
            "--job-name=notebook-server",
            f"--chdir={home}",
            f"--output={home}/.notebook-server.log",
            "--open-mode=truncate",
            "--no-requeue",  # the hub knows a server by the node that it started on
            f"--export={','.join(self.get_env())}",
            *self.job_options,
        ]
        files = [
            f'{name}="$own/{key}"; printf %s "$WORKBOOK_{key.upper()}" | base64 -d >"${name}"; export {name}'
            for key, name in certificates.items()
        ]
        return "\n".join(
            [
                "#!/bin/bash",
                *[f"#SBATCH {option}" for option in options],
                "set -euo pipefail",
                "umask 077",
                'own="$HOME/.local/share/parallel-training/server"',
                'mkdir -p "$own"',
                'chmod 700 "$own"',
                *files,
                f"unset {' '.join(f'WORKBOOK_{key.upper()}' for key in certificates)}",
                # Kernels' sockets: on the node, in a folder that nobody else can enter. Their paths have at most 107 bytes.
                'place="${TMPDIR:-/tmp}"',
                '[ ${#place} -le 30 ] || place=/tmp',
                'find "$place" -maxdepth 1 -user "$UID" -name "notebook-server-??????" -exec rm -r {} +',
                'export JUPYTER_RUNTIME_DIR="$(mktemp -d "$place/notebook-server-XXXXXX")"',
                """trap 'rm -r "$JUPYTER_RUNTIME_DIR"' EXIT""",
                "trap : TERM",  # the server gets it, too: wait for its end
                "umask 022",
                f"mapfile -d '' -t server < <({shlex.join(self.server_program)})",
                '"${server[@]}"',
                "",
            ]
        )

    def get_env(self):
        env = super().get_env()
        for key, name in certificates.items():
            env.pop(name, None)
            if self.cert_paths:
                env[f"WORKBOOK_{key.upper()}"] = base64.b64encode(Path(self.cert_paths[key]).read_bytes()).decode()
        role = "instructor" if self.user.name in self.instructors else "student"
        env["WORKBOOK_HUB_SERVER"] = json.dumps({**self.server_settings, "role": role})
        return env

    async def run_command(self, cmd, input=None, env=None):
        if env is None:
            env = {name: os.environ[name] for name in ("PATH", "SLURM_CONF", "LANG") if name in os.environ}
        return await super().run_command(cmd, input=input, env=env)


async def node_names(_spawner):
    """For certificates, the names of all nodes: when they are made, nobody knows yet where the job will run."""
    sinfo = ["sinfo", "--noheader", "--Node", "--format=%N"]
    process = await asyncio.create_subprocess_exec(*sinfo, stdout=asyncio.subprocess.PIPE)
    out, _ = await process.communicate()
    return [f"DNS:{name}" for name in sorted(set(out.decode().split()))]
