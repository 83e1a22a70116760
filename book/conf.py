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
html_css_files = ["site.css"]

myst_enable_extensions = ["dollarmath", "attrs_inline"]
myst_heading_anchors = 6
# A lesson has its own order of headings, and repeats some. Pygments does not know all of TypeScript: `a!.b / c` is no regular expression.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]

nb_execution_mode = "off"  # the lessons come with their outputs
nb_merge_streams = True  # a training prints many lines, each by itself
nb_ipywidgets_js = {}
mathjax_path = "tex-svg.js"


def add_plotly(app, pagename, templatename, context, doctree):
    """plotly.js is large: all pages with figures share one file, and three dimensions come only where they are needed. The page is read
    before it has come, and it draws the figures that it finds there."""
    body = context.get("body", "")
    if 'class="plotly-figure"' in body:
        name = "plotly-3d.min.js" if re.search(r'"type":"(scatter3d|surface)"', body) else "plotly.min.js"
        script = context["pathto"](f"_static/{name}", resource=True)
        context["metatags"] += f'<script defer src="{script}"></script>'


def number_captions(app, pagename, templatename, context, doctree):
    """Sphinx says that the captions beside a page are headings, and not of which level."""
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app):
    app.connect("html-page-context", add_plotly)
    app.connect("html-page-context", number_captions, priority=900)  # after the theme has made them
