import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { notebookPython } from "../../lib/notebooks/environment";
import { workbookRoot } from "../../lib/system/workbook";

/** What a program with the hub's check of passwords prints as JSON. PAM is asked, but no password here is right. */
function said(script: string): unknown {
  const program = `
import asyncio, ctypes, json, logging, sys
from types import SimpleNamespace
sys.path.insert(0, sys.argv[1])
import passwords
from passwords import PasswordAuthenticator, Turns, pamela
from tornado.web import HTTPError
logging.disable()
def request(forwarded, certificate="proxy-client", peer="127.0.0.1"):
    connection = SimpleNamespace(context=SimpleNamespace(address=(peer, 1)))
    subject = ((("commonName", certificate),),)
    return SimpleNamespace(remote_ip=forwarded, headers={"X-Forwarded-For": forwarded}, connection=connection, get_ssl_certificate=lambda: {"subject": subject})
def handler(*about): return SimpleNamespace(request=request(*about))
def wrong(hub, name, *about): return hub.authenticate(handler(*about), {"username": name, "password": "wrong"})
async def checked(hub):
    while hub.under_way: await asyncio.sleep(0.01)
async def main():
${script.replace(/^/gm, "    ")}
asyncio.run(main())`;
  const folder = join(workbookRoot, "slurm", "jupyterhub");
  return JSON.parse(execFileSync(notebookPython(), ["-Bc", program, folder], { encoding: "utf8", stdio: "pipe" }));
}

it("waits after wrong passwords in none of the threads that check passwords", () => {
  const script = `
hub = PasswordAuthenticator(delay=10**6)
attack = [asyncio.ensure_future(wrong(hub, f"nobody{number % 7}", "10.0.0.1")) for number in range(40)]
await asyncio.sleep(0)
await checked(hub)
function = ctypes.c_void_p()
pamela.PAM_GET_ITEM(pamela.pam_start("login", "nobody1"), passwords.PAM_FAIL_DELAY, ctypes.byref(function))
ours = ctypes.cast(passwords.wait_elsewhere, ctypes.c_void_p).value
print(json.dumps([sum(each.done() for each in attack), hub.turns.free, function.value == ours]))
for each in attack: each.cancel()`;
  expect(said(script)).toEqual([0, 4, true]);
});

it("checks first what comes from those without wrong passwords, and of equals the newest", () => {
  const script = `
turns, order = Turns(1), []
async def one(name, rank):
    await turns.come(rank)
    order.append(name)
    turns.leave()
await turns.come((0, 0))
waiting = [asyncio.ensure_future(one(*each)) for each in [("old", (0, 0)), ("guesser", (9, 20)), ("gone", (0, 0)), ("neighbour", (0, 20)), ("new", (0, 0))]]
await asyncio.sleep(0)
waiting[2].cancel()
await asyncio.sleep(0)
turns.leave()
await asyncio.gather(*waiting, return_exceptions=True)
print(json.dumps([order, turns.free]))`;
  expect(said(script)).toEqual([["new", "old", "neighbour", "guesser"], 1]);
});

it("limits the wrong passwords of a name from an address for a while, and no others", () => {
  const script = `
hub = PasswordAuthenticator(delay=0)
hub.limit, hub.window = 3, 10**6
async def outcome(name, address):
    try: return await wrong(hub, name, address)
    except HTTPError as error: return error.status_code
burst = await asyncio.gather(*[outcome("nobody1", "10.0.0.1") for _ in range(5)])
others = [await outcome(*each) for each in [("nobody1", "10.0.0.1"), ("nobody1", "10.0.0.2"), ("nobody2", "10.0.0.1")]]
hub.window = 0
hub.wrong.clear()
await outcome("nobody3", "10.0.0.3")
while hub.wrong: await asyncio.sleep(0.01)
print(json.dumps([burst, others, len(hub.under_way)]))`;
  expect(said(script)).toEqual([[null, null, null, 429, 429], [429, null, null], 0]);
});

it("counts by the address that the proxy has seen, and a user's server by its own, whatever they say of themselves", () => {
  const script = `
hub = PasswordAuthenticator(delay=0)
for number in range(3): await wrong(hub, "nobody1", f"10.1.1.{number}, 192.0.2.7")
for number in range(2): await wrong(hub, "nobody1", f"10.1.1.{number}, 192.0.2.7", "user-proxy-client", "192.0.2.8")
print(json.dumps([hub.wrong["192.0.2.7"], hub.wrong["192.0.2.8"], len(hub.wrong)]))`;
  expect(said(script)).toEqual([3, 2, 4]);
});
