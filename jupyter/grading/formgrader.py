"""nbgrader's Formgrader for pages that show what students wrote, to an instructor whose server it may ask for anything.

Around nbgrader's own handlers:
- It takes no `path`. (With one, nbgrader's first page runs a settings file of that folder, whoever wrote it.)
- Names in addresses are names. (nbgrader writes them into scripts of its pages.)
- Nothing of a submission is served but the page that was made of it. (nbgrader serves the files beside it, too, as pages of its own.)
- Data come as data, never as a page.
- A request comes from one of its own pages, or is a page that somebody opens: none is an image or a script of another page.
- Its pages ask nobody but Formgrader itself, and show no images but those that are in them.
"""

import json
import os
import re
from pathlib import Path

from grading import releases
from nbgrader.server_extensions.formgrader import apihandlers, formgrader, handlers
from nbgrader.server_extensions.formgrader.base import BaseApiHandler
from tornado import web

NAME = re.compile(r"[\w@+][\w@+. -]*\Z")
DESTINATIONS = {"document", "empty"}
TEMPLATES = str(Path(__file__).resolve().parents[1] / "templates" / "nbgrader")


class Guarded:
    """What a handler of nbgrader's is asked, looked at before it answers."""

    async def prepare(self):
        await super().prepare()  # who asks
        if self.request.headers.get("Sec-Fetch-Dest", "empty") not in DESTINATIONS:
            raise web.HTTPError(403, "Formgrader's pages cannot be part of other pages.")
        if "path" in self.request.arguments:
            raise web.HTTPError(400, "Formgrader shows this server's one course and takes no path.")
        if not all(NAME.match(name) for name in [*self.path_args, *self.path_kwargs.values()]):
            raise web.HTTPError(404, "Formgrader has no page with that name.")
        if isinstance(self, BaseApiHandler):
            # Names and comments are no HTML. What nbgrader's pages send, they read as text.
            kind = "application/json" if self.request.method == "GET" else "text/plain"
            self.set_header("Content-Type", f"{kind}; charset=UTF-8")

    def check_xsrf_cookie(self):
        """Refuses what another site's page asks in the instructor's name, whatever cookie it has."""
        if self.request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            raise web.HTTPError(403, "This request came from another site.")
        return super().check_xsrf_cookie()

    @property
    def content_security_policy(self):
        own = f"{self.request.host}{self.base_url}/formgrader/"
        return "; ".join(
            [
                super().content_security_policy,
                "default-src 'none'",
                f"script-src {own}static/ 'unsafe-inline'",  # nbgrader's pages hold scripts
                f"style-src {own}static/ 'unsafe-inline'",
                f"img-src {own}static/ data:",
                f"font-src {own}static/ {own}fonts/",
                f"connect-src {own}",
                "base-uri 'none'",
                "form-action 'none'",
            ]
        )


class FirstPage(handlers.BaseHandler):
    """Leads to the course's lessons."""

    @web.authenticated
    def get(self):
        self.redirect(f"{self.base_url}/formgrader/manage_assignments")


class NoPage(handlers.BaseHandler):
    """Says so, once it knows who asks: nbgrader's own says it before, and fails."""

    async def prepare(self):
        await super().prepare()
        raise web.HTTPError(404)


class Generate(apihandlers.AssignHandler):
    """Puts a lesson's points into the gradebook, unless they are those of another release than the lesson is graded by."""

    @web.authenticated
    def post(self, lesson):
        of_class = releases.noted(self.coursedir.root, lesson)
        own = releases.named_in(self.coursedir.format_path(self.coursedir.source_directory, ".", lesson))
        if of_class == own:
            return super().post(lesson)
        why = f"{lesson} was handed out from release {of_class}, and this is {own}. `./workbook grade` books its points."
        self.write(json.dumps({"success": False, "error": why, "log": ""}))


REPLACED = {
    apihandlers.AssignHandler: Generate,
    handlers.FormgraderHandler: FirstPage,
    handlers.SubmissionFilesHandler: None,
    handlers.Template404: NoPage,
}


def guarded(route):
    pattern, handler, *rest = route
    handler = REPLACED.get(handler, handler)
    if handler is None:
        return []
    if issubclass(handler, handlers.BaseHandler):
        handler = type(handler.__name__, (Guarded, handler), {})
    return [(pattern, handler, *rest)]


class Formgrader(formgrader.FormgradeExtension):
    """nbgrader's extension with these handlers, and with this workbook's parts of its pages."""

    def build_extra_config(self):
        """What wins over files of settings, so that it is no matter whether the server began before there was a course."""
        config = super().build_extra_config()
        config.HTMLExporter.extra_template_basedirs.insert(0, TEMPLATES)
        return config

    def init_handlers(self, webapp):
        add = webapp.add_handlers
        webapp.add_handlers = lambda host, routes: add(host, [new for route in routes for new in guarded(route)])
        try:
            super().init_handlers(webapp)
        finally:
            webapp.add_handlers = add


def _load_jupyter_server_extension(server):
    if "JUPYTERHUB_SERVICE_PREFIX" not in os.environ:
        # JupyterLab's menu names Formgrader's address on a hub, whoever is logged in. Without a hub it is here.
        own = f"{server.base_url}formgrader/manage_assignments"
        server.web_app.add_handlers(".*$", [(r"/hub/user-redirect/formgrader", web.RedirectHandler, {"url": own, "permanent": False})])
    extension = Formgrader(parent=server)
    extension.root_dir = server.root_dir
    extension.log = server.log
    extension.initialize([])
    extension.init_tornado_settings(server.web_app)
    extension.init_handlers(server.web_app)
