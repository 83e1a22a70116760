"""Horovod's meeting point, which one process of a training runs. Arguments: address, port, `host:processes,...`."""

import os
import sys
import threading

from horovod.runner.common.util.hosts import get_host_assignments, parse_hosts
from horovod.runner.http.http_server import RendezvousHandler, RendezvousHTTPServer

address, port, hosts = sys.argv[1:]
assigned = parse_hosts(hosts)
server = RendezvousHTTPServer((address, int(port)), RendezvousHandler, 0)
server.init(get_host_assignments(assigned, sum(host.slots for host in assigned)))
threading.Thread(target=server.serve_forever, daemon=True).start()
os.read(0, 1)  # until the workbook's process ends
