"""What a submission's tables may hold before an instructor's browser shows them."""

from bleach.css_sanitizer import CSSSanitizer
from bleach.sanitizer import Cleaner
from nbgrader.preprocessors import NbGraderPreprocessor

TAGS = """a b blockquote br caption code col colgroup div dd dl dt em h1 h2 h3 h4 h5 h6 hr i li ol p pre small span strong sub sup
table tbody td tfoot th thead tr ul""".split()
ATTRIBUTES = {"*": ["style", "colspan", "rowspan", "align", "title"]}
STYLES = """background-color border border-bottom border-collapse border-top color font-family font-size font-style font-weight
margin padding text-align vertical-align white-space""".split()


class DisarmOutputs(NbGraderPreprocessor):
    """Leaves of HTML outputs what shows text and tables; scripts, forms, frames, links and loading go."""

    def preprocess(self, nb, resources):
        cleaner = Cleaner(
            tags=TAGS, attributes=ATTRIBUTES, strip=True, css_sanitizer=CSSSanitizer(allowed_css_properties=STYLES)
        )
        for cell in nb.cells:
            for output in cell.get("outputs", []):
                data = output.get("data", {})
                if "text/html" in data:
                    data["text/html"] = cleaner.clean(data["text/html"])
        return nb, resources
