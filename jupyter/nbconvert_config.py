"""Settings for exporting notebooks: our templates, and plotly.js, reveal.js and MathJax from the installed npm packages."""

from pathlib import Path

here = Path(__file__).resolve().parent
c = get_config()  # noqa: F821

c.TemplateExporter.extra_template_basedirs = [str(here / "templates")]
c.TemplateExporter.extra_template_paths = [str(here / "templates"), str(here.parent / "node_modules")]
c.HTMLExporter.theme = "light"
