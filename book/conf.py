"""Settings of Sphinx for the website. Nothing in a page asks the network; book/site.ts says which pages there are."""

import re

project = "The Parallel Training Workbook"
extensions = ["myst_nb"]
root_doc = "index"
html_theme = "furo"
html_title = project
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
html_static_path = ["_static"]
pygments_style = "friendly"
pygments_dark_style = "monokai"

myst_enable_extensions = ["dollarmath", "attrs_inline"]
myst_heading_anchors = 6
# A lesson has its own order of headings, and repeats some.
suppress_warnings = ["myst.header"]

nb_execution_mode = "off"  # the lessons come with their outputs
nb_ipywidgets_js = {}
mathjax_path = "tex-svg.js"


def add_plotly(app, pagename, templatename, context, doctree):
    """plotly.js is large: only the lessons have it, and three dimensions only those that need them. It comes first, since a figure is
    drawn where it stands."""
    if pagename.startswith("notebooks/"):
        spatial = re.search(r'"type":"(scatter3d|surface)"', context["body"])
        name = "plotly-3d.min.js" if spatial else "plotly.min.js"
        script = context["pathto"](f"_static/{name}", resource=True)
        context["metatags"] += f'<script src="{script}"></script>'


def setup(app):
    app.connect("html-page-context", add_plotly)
