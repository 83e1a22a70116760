"""Settings for exporting notebooks: our templates, set-up's plotly.js, and reveal.js and MathJax from the installed npm packages."""

from pathlib import Path

here = Path(__file__).resolve().parent
c = get_config()  # noqa: F821

c.TemplateExporter.extra_template_basedirs = [str(here / "templates")]
folders = [here / "templates", here.parent / ".workbook" / "plotly", here.parent / "node_modules"]
c.TemplateExporter.extra_template_paths = [str(folder) for folder in folders]
c.HTMLExporter.theme = "light"
