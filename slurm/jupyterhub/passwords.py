"""Passwords at the hub's login page: wrong ones keep nobody waiting but those who send them.

PAM waits some seconds after a wrong password. JupyterHub does that in one of a few threads, so whoever sends wrong passwords keeps
everybody else out. Here the delay holds no thread, and a name's wrong passwords from an address are limited. While more passwords come
than can be checked, those go first whose name and address have had the fewest wrong ones; of equals, the newest.
"""

import asyncio
import collections
import ctypes
import heapq
import itertools

import pamela
from jupyterhub.auth import PAMAuthenticator
from tornado import web

PROXY = "proxy-client"  # whose certificate JupyterHub makes for its proxy; a user's server has "user-" and the name
PAM_FAIL_DELAY = 10  # Linux-PAM's number of the function that waits after a wrong password
set_function = ctypes.CDLL(pamela.LIBPAM._name).pam_set_item
set_function.argtypes = [pamela.PamHandle, ctypes.c_int, ctypes.c_void_p]
start = pamela.pam_start


@ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_uint, ctypes.c_void_p)
def wait_elsewhere(_status, _microseconds, _data):
    pass


def start_without_delay(*args, **options):
    handle = start(*args, **options)
    set_function(handle, PAM_FAIL_DELAY, ctypes.cast(wait_elsewhere, ctypes.c_void_p))
    return handle


pamela.pam_start = start_without_delay


class Turns:
    """Lets some in at once, and of those who wait the one with the lowest rank next; of equals, the newest: behind a flood, the
    oldest would wait for all of it."""

    def __init__(self, places):
        self.free, self.waiting, self.numbers = places, [], itertools.count()

    async def come(self, rank):
        if self.free > 0:
            self.free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self.waiting, (rank, -next(self.numbers), turn))
        await turn

    def leave(self):
        while self.waiting:
            turn = heapq.heappop(self.waiting)[-1]
            if not turn.done():  # whoever gave up waiting is done
                turn.set_result(None)
                return
        self.free += 1


class PasswordAuthenticator(PAMAuthenticator):
    """JupyterHub's check of passwords, without its delays."""

    window, limit = 60, 60  # seconds for which a wrong password counts, and how many may count

    def __init__(self, delay=3, **options):
        super().__init__(**options)
        self.delay = delay  # seconds before a wrong password is answered
        self.turns = Turns(self.executor_threads)
        self.wrong = collections.Counter()  # by address, and by name and address
        self.under_way = collections.Counter()  # by name and address

    async def authenticate(self, handler, data):
        address = handler.request.remote_ip = sender_of(handler.request)  # the log names it, too
        sender = (data["username"], address)
        if self.wrong[sender] + self.under_way[sender] >= self.limit:
            raise web.HTTPError(429, "There were too many wrong passwords for this name. Wait a minute, and try again.")
        add(self.under_way, sender, 1)
        try:
            await self.turns.come((self.wrong[sender], self.wrong[address]))
            try:
                name = await super().authenticate(handler, data)
            finally:
                self.turns.leave()
        finally:
            add(self.under_way, sender, -1)
        if name is None:
            for key in (sender, address):
                add(self.wrong, key, 1)
                asyncio.get_running_loop().call_later(self.window, add, self.wrong, key, -1)
            await asyncio.sleep(self.delay)
        return name


def sender_of(request):
    """The sender's address: the one that the hub's proxy has seen, which it adds last; or, of a request that comes from elsewhere, such as
    a user's server, that of its connection. Tornado would believe a header that anybody can send."""
    try:
        certificate = request.get_ssl_certificate() or {}
    except AttributeError:  # the connection is closed
        certificate = {}
    names = [value for pairs in certificate.get("subject", ()) for key, value in pairs if key == "commonName"]
    if names == [PROXY]:
        return request.headers.get("X-Forwarded-For", "").split(",")[-1].strip()
    return request.connection.context.address[0]


def add(counter, key, number):
    """Adds to a count, and forgets it when nothing is left: strangers choose the keys."""
    counter[key] += number
    if counter[key] == 0:
        del counter[key]
